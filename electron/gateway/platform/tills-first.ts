import type { Clock } from '../ports.ts'

/** A shop that sells without a pause sends all the same. */
const mostMs = 50
/** So long after a sale another one is expected. */
const sellingMs = 1_000
/** While a shop sells, work behind the sales has a third of the time, or more where its pieces are long. */
const restsToWork = 2
const mostRestMs = 100

/** Tills that wait for an answer: background work lets them go first, for a moment. */
export class TillsFirst {
  readonly #steadyMs: () => number
  #answering = 0
  #answeredMs = Number.NEGATIVE_INFINITY
  #wentOnMs = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  constructor({ steadyMs }: Pick<Clock, 'steadyMs'>) {
    this.#steadyMs = steadyMs
  }

  /** A till waits. @returns to be called once it has its answer */
  begin(): () => void {
    this.#answering += 1
    return () => {
      this.#answering -= 1
      this.#answeredMs = this.#steadyMs()
      if (this.#answering === 0) for (const goOn of this.#waiting) goOn()
    }
  }

  /**
   * Asked before each piece of work. Resolves when no till waits for an answer, and after 50 milliseconds in any case.
   * While a shop sells, first comes a rest of twice what the last piece took, 100 milliseconds at most: on a slow computer
   * a sale then finds the processor free more often than not.
   */
  async free(): Promise<void> {
    const restMs = this.#restMs(this.#steadyMs())
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    if (this.#answering > 0) await this.#answered()
    this.#wentOnMs = this.#steadyMs()
  }

  #restMs(now: number): number {
    const workedMs = now - this.#wentOnMs
    // What was that long ago was no work: it waited for the authority, or there was nothing to do.
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
