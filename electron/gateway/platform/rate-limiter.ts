import { RateLimiter, TokenBucket } from 'limiter'

/** What a limiter of the library is asked; it counts on the steady clock. */
interface Limiter {
  removeTokens(count: number): Promise<number>
  tryRemoveTokens(count: number): boolean
  getWaitTime(count: number): number
}

interface Line {
  readonly limiter: Limiter
  waiting: number
}

export interface Burst {
  /** How many may go at once after a rest. */
  readonly atOnce: number
  /** How many more may go in each span. */
  readonly more: number
  /** Milliseconds. */
  readonly spanMs: number
}

const fewestSwept = 1_000

/**
 * How often something may happen, for each key by itself. A key whose limiter would let everything through again is as
 * good as new, so it is forgotten.
 */
export class KeyedRateLimiter {
  readonly #make: () => Limiter
  readonly #most: number
  readonly #lines = new Map<string, Line>()
  #sweepAt = fewestSwept

  private constructor(make: () => Limiter, most: number) {
    this.#make = make
    this.#most = most
  }

  /** So many in a minute may go at any time; the next one is refused. */
  static perMinute(count: number): KeyedRateLimiter {
    return new KeyedRateLimiter(() => new RateLimiter({ tokensPerInterval: count, interval: 'minute' }), count)
  }

  /** A bucket: in no span, wherever it begins, do more than `atOnce + more` go. */
  static bucket({ atOnce, more, spanMs }: Burst): KeyedRateLimiter {
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

  /** @returns 0 where it may happen, which is then counted; else how many milliseconds to wait */
  take(key: string): number {
    const { limiter } = this.#lineOf(key)
    return limiter.tryRemoveTokens(1) ? 0 : Math.max(1, limiter.getWaitTime(1))
  }

  /** Waits until it may happen, in turn. */
  async wait(key: string): Promise<void> {
    const line = this.#lineOf(key)
    line.waiting += 1
    await line.limiter.removeTokens(1)
    line.waiting -= 1
  }

  #lineOf(key: string): Line {
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
    // Twice what is left, so that many busy keys are not gone through at every new one.
    this.#sweepAt = Math.max(fewestSwept, 2 * this.#lines.size)
  }
}
