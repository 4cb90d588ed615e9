import { hash, timingSafeEqual } from 'node:crypto'
import { KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import type { Randomness } from '../../ports.ts'
import type { PinVerdict } from './pin-verifier.ts'
import { normalizedCode, oneTimeCode } from './pins.ts'

/** Only wrong tries are limited: the code cannot be guessed, and wrong tries must not keep the owner out. */
const mostWrongAMinute = 20

/**
 * Only the person who sees the gateway's output can make the first owner. Kept in memory: each start has a code of its
 * own.
 */
export class SetupCode {
  readonly #randomness: Randomness
  readonly #wrong = KeyedRateLimiter.perMinute(mostWrongAMinute)
  #code: string | null = null
  #tell: (code: string) => void = () => undefined

  constructor(randomness: Randomness) {
    this.#randomness = randomness
  }

  /** @param tell shows the code to the person who started the gateway; called again if the code is replaced */
  begin(tell: (code: string) => void): void {
    this.#tell = tell
    this.renew()
  }

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
    const code = oneTimeCode(this.#randomness)
    this.#code = code
    this.#tell(code)
  }
}

const digest = (code: string) => hash('sha256', normalizedCode(code), 'buffer')
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
