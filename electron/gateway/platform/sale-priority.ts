import type { Clock } from '../ports.ts'

/** After this time background work goes on, even if sales never stop. */
const mostMs = 50
/** Within this time after a sale, another is expected. */
const sellingMs = 1_000
/** While a shop sells, background work gets a third of the time. */
const restsToWork = 2
const mostRestMs = 100

/** Background work waits a moment while a till waits for its answer. */
export class SalePriority {
  readonly #steadyMs: () => number
  #answering = 0
  #answeredMs = Number.NEGATIVE_INFINITY
  #wentOnMs = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  constructor({ steadyMs }: Pick<Clock, 'steadyMs'>) {
    this.#steadyMs = steadyMs
  }

  /** @returns to be called once the till has its answer */
  begin(): () => void {
    this.#answering += 1
    return () => {
      this.#answering -= 1
      this.#answeredMs = this.#steadyMs()
      if (this.#answering === 0) for (const goOn of this.#waiting) goOn()
    }
  }

  /**
   * Asked before each piece of work. Resolves once no till waits, or after 50 milliseconds. While a shop sells, it
   * first rests twice as long as the last piece took, at most 100 milliseconds: on a slow computer a sale then often
   * finds the processor free.
   */
  async free(): Promise<void> {
    const restMs = this.#restMs(this.#steadyMs())
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    if (this.#answering > 0) await this.#answered()
    this.#wentOnMs = this.#steadyMs()
  }

  #restMs(now: number): number {
    const workedMs = now - this.#wentOnMs
    // A longer time was no work: the worker was waiting.
    if (now - this.#answeredMs > sellingMs || workedMs > sellingMs) return 0
    return Math.min(restsToWork * workedMs, mostRestMs)
  }

  async #answered(): Promise<void> {
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        this.#waiting.delete(goOn)
        resolve()
      }
      const timer = setTimeout(goOn, mostMs)
      this.#waiting.add(goOn)
    })
  }
}
