import type { OutboxDeps } from './deps.ts'

/** A till waits for the writes of one slice, and not for all. */
const atOnce = 8

/**
 * A few at a time, after the tills; also the rest if one fails. @returns the results, in order @throws the first error,
 * after all had their turn
 */
export async function mapInSlices<Item, Result>(
  { salePriority }: Pick<OutboxDeps, 'salePriority'>,
  items: readonly Item[],
  task: (item: Item, at: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const failed: PromiseRejectedResult[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    await salePriority?.free()
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

/** Limits how many run at once; the others wait in order. */
export class Semaphore {
  #free: number
  #waiting: { readonly go: () => void; readonly moved: () => void }[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** @param moved called each time another one ends: a moving queue is no standstill */
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
