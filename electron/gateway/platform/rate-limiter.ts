import { RateLimiter, TokenBucket } from 'limiter'

/** Both limiters of the library; they count on the steady clock. */
interface Limiter {
  removeTokens(count: number): Promise<number>
  tryRemoveTokens(count: number): boolean
  getWaitTime(count: number): number
}

interface KeyedLimiter {
  readonly limiter: Limiter
  waiting: number
}

export interface RateLimit {
  /** How many may go at once after a rest. */
  readonly atOnce: number
  readonly more: number
  readonly spanMs: number
}

const fewestSwept = 1_000

/** Counts for each key by itself. A key whose limiter is full again is forgotten. */
export class KeyedRateLimiter {
  readonly #make: () => Limiter
  readonly #most: number
  readonly #lines = new Map<string, KeyedLimiter>()
  #sweepAt = fewestSwept

  private constructor(make: () => Limiter, most: number) {
    this.#make = make
    this.#most = most
  }

  static perMinute(count: number): KeyedRateLimiter {
    return new KeyedRateLimiter(() => new RateLimiter({ tokensPerInterval: count, interval: 'minute' }), count)
  }

  /** In any span of time, at most `atOnce + more` calls pass. */
  static bucket({ atOnce, more, spanMs }: RateLimit): KeyedRateLimiter {
    const make = () => {
      const bucket = new TokenBucket({ bucketSize: atOnce, tokensPerInterval: more, interval: spanMs })
      bucket.content = atOnce
      return bucket
    }
    return new KeyedRateLimiter(make, atOnce)
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#lines.size
  }

  /** @returns 0 and counts it; else how many milliseconds to wait */
  take(key: string): number {
    const { limiter } = this.#lineOf(key)
    return limiter.tryRemoveTokens(1) ? 0 : Math.max(1, limiter.getWaitTime(1))
  }

  async wait(key: string): Promise<void> {
    const line = this.#lineOf(key)
    line.waiting += 1
    await line.limiter.removeTokens(1)
    line.waiting -= 1
  }

  #lineOf(key: string): KeyedLimiter {
    const known = this.#lines.get(key)
    if (known) return known
    if (this.#lines.size >= this.#sweepAt) this.#forgetIdle()
    const line = { limiter: this.#make(), waiting: 0 }
    this.#lines.set(key, line)
    return line
  }

  #forgetIdle(): void {
    for (const [key, { limiter, waiting }] of this.#lines)
      if (waiting === 0 && limiter.getWaitTime(this.#most) === 0) this.#lines.delete(key)
    // Twice what is left: many busy keys are not walked for every new one.
    this.#sweepAt = Math.max(fewestSwept, 2 * this.#lines.size)
  }
}
