interface Waiting {
  readonly go: () => void
  readonly moved: () => void
}

/** Lets so many do something at once; whoever comes later waits for a turn, in order. */
export class Semaphore {
  #free: number
  #waiting: Waiting[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** @param moved called whenever somebody before one is done: a queue that moves is no standstill */
  async take<Result>(task: () => Promise<Result>, moved = () => {}): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push({ go, moved }))
    try {
      return await task()
    } finally {
      const [next, ...others] = this.#waiting
      this.#waiting = others
      if (next) next.go()
      else this.#free += 1
      for (const { moved: tell } of others) tell()
    }
  }
}
