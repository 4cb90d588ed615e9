import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../ports.ts'
import { valuesOf } from './headers.ts'

export const proofHeader = 'x-resit-proof'

const challengeForm = /^[0-9a-f]{32,128}$/
const markForm = /^[0-9a-f]{32}$/
/** Tokens are few; asking again and again costs no work. */
const readAgainAfterMs = 100

const keyed = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex')

interface KeptTokens {
  /** The sha256 of each that opens something here, in hexadecimal. */
  digests(): Promise<readonly string[]>
}

/**
 * Proves to a till, before it shows its token, that this is the gateway the token belongs to (docs/integrate.md). The
 * key is the SHA-256 of the token, which its holder can make and the gateway keeps; the till names it by a mark from
 * which cannot be found either. The port is part of what is proven: a program on another port cannot have it answered here.
 */
export class TillProofs {
  readonly #tokens: KeptTokens
  readonly #clock: Clock
  #known: ReadonlyMap<string, Buffer> = new Map()
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(tokens: KeptTokens, clock: Clock) {
    this.#tokens = tokens
    this.#clock = clock
  }

  /** @returns null where nothing is asked, or of a token that opens nothing here */
  async of(request: IncomingMessage): Promise<string | null> {
    const [challenge] = valuesOf(request, 'x-resit-challenge')
    const [mark] = valuesOf(request, 'x-resit-token-mark')
    if (!challengeForm.test(challenge ?? '') || mark === undefined || !markForm.test(mark)) return null
    const key = (await this.#marks()).get(mark)
    return key ? keyed(key, `resit till\n${request.socket.localPort}\n${challenge}`) : null
  }

  async #marks(): Promise<ReadonlyMap<string, Buffer>> {
    const now = this.#clock.steadyMs()
    if (now - this.#readAtMs >= readAgainAfterMs) {
      this.#readAtMs = now
      const keys = (await this.#tokens.digests()).map((hex) => Buffer.from(hex, 'hex'))
      this.#known = new Map(keys.map((key) => [keyed(key, 'resit token').slice(0, 32), key]))
    }
    return this.#known
  }
}
