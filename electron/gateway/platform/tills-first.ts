/** A shop that sells without a pause sends all the same. */
const mostMs = 50

/** Tills that wait for an answer: whoever works behind the sales lets them go first, for a moment. */
export class TillsFirst {
  #answering = 0
  readonly #waiting = new Set<() => void>()

  /** A till waits. @returns to be called once it has its answer */
  begin(): () => void {
    this.#answering += 1
    return () => {
      this.#answering -= 1
      if (this.#answering === 0) for (const goOn of this.#waiting) goOn()
    }
  }

  /** Resolves when no till waits for an answer, and after 50 milliseconds in any case. */
  async free(): Promise<void> {
    if (this.#answering === 0) return
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
