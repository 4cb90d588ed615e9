import { hash, timingSafeEqual } from 'node:crypto'
import type { PinVerdict, SetupCodes } from '../access.ts'
import { Allowance } from '../allowance.ts'
import type { Randomness } from '../ports.ts'

/** Without letters and digits that are taken for one another. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10
/** Wrong ones that are looked at. The right one always is: nobody guesses one of 32^10, and nobody keeps the owner out. */
const mostWrongAMinute = 20

/**
 * The set-up code of a gateway without an owner: only who can read what the gateway prints where it was started may
 * make the first one. In memory only; each start has its own.
 */
export class SetupCode implements SetupCodes {
  readonly #randomness: Randomness
  readonly #wrong = Allowance.perMinute(mostWrongAMinute)
  #code: string | null = null
  #tell: (code: string) => void = () => undefined

  constructor(randomness: Randomness) {
    this.#randomness = randomness
  }

  /** @param tell shows the code to whoever started the gateway; again where a new one takes its place */
  begin(tell: (code: string) => void): void {
    this.#tell = tell
    this.renew()
  }

  /** Null where none is needed. */
  get current(): string | null {
    return this.#code
  }

  redeem(code: string): PinVerdict {
    if (this.#code !== null && isSame(code, this.#code)) {
      this.drop()
      return { kind: 'right' }
    }
    const waitMs = this.#wrong.take('code')
    return waitMs > 0 ? { kind: 'paused', waitMs } : { kind: 'wrong' }
  }

  drop(): void {
    this.#code = null
  }

  renew(): void {
    const bytes = Buffer.from(this.#randomness.secret(32), 'base64url')
    const picked = [...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length])
    const code = `${picked.slice(0, length / 2).join('')}-${picked.slice(length / 2).join('')}`
    this.#code = code
    this.#tell(code)
  }
}

/** As people type it: in any case, with or without the hyphen. */
const digest = (code: string) => hash('sha256', code.toUpperCase().replace(/[\s-]/g, ''), 'buffer')
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
