import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../ports.ts'
import { headerValues } from './headers.ts'

export const gatewayProofHeader = 'x-resit-proof'

const challengeForm = /^[0-9a-f]{32,128}$/
const markForm = /^[0-9a-f]{32}$/
const readAgainAfterMs = 100

const keyed = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex')

interface KeptTokens {
  /** SHA-256 digests of valid tokens, in hexadecimal. */
  digests(): Promise<readonly string[]>
}

/**
 * Proves to a till that this is the gateway of its token, before the till shows the token (docs/integrate.md). The key
 * is the SHA-256 of the token, which both sides can compute. The till names the token by a mark that reveals nothing of
 * it. The port is part of the proof, so a program on another port cannot forward the question.
 */
export class GatewayTokenProver {
  readonly #tokens: KeptTokens
  readonly #clock: Clock
  #known: ReadonlyMap<string, Buffer> = new Map()
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(tokens: KeptTokens, clock: Clock) {
    this.#tokens = tokens
    this.#clock = clock
  }

  /** @returns null if nothing was asked, or if the token is not valid here */
  async of(request: IncomingMessage): Promise<string | null> {
    const [challenge] = headerValues(request, 'x-resit-challenge')
    const [mark] = headerValues(request, 'x-resit-token-mark')
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
