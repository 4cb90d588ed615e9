import type { OutboxDeps } from './deps.ts'

/** The writes of so many become durable together. A till that sells meanwhile waits for these, and not for a whole batch. */
const atOnce = 8

/**
 * Does the same for each of many, a few at a time and behind the tills, also if one of them fails.
 * @returns what came of each, in their order
 * @throws what the first that failed has thrown, once every other had its turn
 */
export async function inSlices<Item, Result>(
  { tillsFirst }: Pick<OutboxDeps, 'tillsFirst'>,
  items: readonly Item[],
  task: (item: Item, at: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const failed: PromiseRejectedResult[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    await tillsFirst?.free()
    const slice = items.slice(start, start + atOnce)
    for (const end of await Promise.allSettled(slice.map((item, at) => task(item, start + at)))) {
      if (end.status === 'fulfilled') results.push(end.value)
      else failed.push(end)
    }
  }
  const [first] = failed
  if (first) throw first.reason
  return results
}

interface Waiting {
  readonly go: () => void
  readonly moved: () => void
}

/** Lets so many do something at once; later ones wait for a turn, in order. */
export class Semaphore {
  #free: number
  #waiting: Waiting[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** @param moved called each time one in front is done: a queue that moves is no standstill */
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
