import type { Tally } from '../../ports.ts'

/** In seconds: a till waits for milliseconds, and a cancellation for the authority. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Number.POSITIVE_INFINITY]

/** What was counted and timed since the start. Every answer comes by, so that it does no more than it must. */
export class Tallies implements Tally {
  readonly #families = new Map<string, Map<string, number>>()
  readonly #times = new Map<string, { readonly within: number[]; seconds: number }>()

  count(family: string, labels: string): void {
    const counts = this.counted(family)
    counts.set(labels, (counts.get(labels) ?? 0) + 1)
  }

  time(labels: string, ms: number): void {
    const times = this.#times.get(labels) ?? { within: bounds.map(() => 0), seconds: 0 }
    const at = bounds.findIndex((bound) => ms <= bound * 1000)
    times.within[at] = (times.within[at] ?? 0) + 1
    times.seconds += ms / 1000
    this.#times.set(labels, times)
  }

  counted(family: string): Map<string, number> {
    const counts = this.#families.get(family) ?? new Map<string, number>()
    this.#families.set(family, counts)
    return counts
  }

  *timed(): Generator<readonly [string, number]> {
    for (const [labels, { within, seconds }] of this.#times) {
      let sum = 0
      for (const [at, count] of within.entries())
        yield [
          `_bucket{${labels},le="${bounds[at] === Number.POSITIVE_INFINITY ? '+Inf' : bounds[at]}"}`,
          (sum += count),
        ]
      yield* [[`_sum{${labels}}`, seconds] as const, [`_count{${labels}}`, sum] as const]
    }
  }
}
