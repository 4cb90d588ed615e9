import { workOf } from '../../shared/domain/status.ts'
import { type Explored, movesFrom } from './explore.ts'
import { keyOf } from './key.ts'
import type { Law } from './law.ts'
import type { Setting, World } from './world.ts'

/** Steps without faults, the most urgent first. All other steps are faults, or acts of people. */
const healthy = [
  /^restart$/,
  /^the sleeper dies$/,
  /^void is too late$/,
  /^void \d writes$/,
  /^store the outcome$/,
  /^cancel stores/,
  /^hear the answer$/,
  /^cancel arrives$/,
  /^cancel arrives, its answer is lost$/,
  /^arrives: (accepted|repeated)$/,
  /^the answer gets lost$/,
  /^found valid$/,
  /^found invalid$/,
  /^claim$/,
  /^send$/,
  /^too late to send$/,
  /^give up waiting$/,
  /^originals of \d ready$/,
  /^poll \d/,
  /^after look-ups/,
  /^look up \d: (?!other)/,
  /^build/,
  /^look whether/,
  /^ask to cancel/,
  /^cancel goes out$/,
  /^cancel gives up waiting$/,
  /^time passes$/,
] as const

export interface Rest {
  /** Phases of records in worlds that never come to rest. */
  readonly restless: readonly string[]
  /** The longest way to rest, in moves. */
  readonly longest: number
  /** The worlds in which nothing is left to do. */
  readonly atRest: readonly World[]
}

/**
 * From every reachable world the gateway works on, with a network and an authority that answer. Then it must reach a
 * state in which nothing is left to do, or a person must decide (4.4, 27).
 */
export function comesToRest(law: Law, setting: Setting, { worlds, indexOf }: Explored): Rest {
  const movesLeft = new Map<number, number>()
  const atRest: World[] = []
  for (const start of worlds.keys()) {
    const way: number[] = []
    let here = start
    while (!movesLeft.has(here)) {
      // Marked as endless first: a path that comes back here before a better one is known is a circle.
      movesLeft.set(here, Number.POSITIVE_INFINITY)
      way.push(here)
      const world = worldAt(worlds, here)
      const next = nextMove(law, world, setting)
      if (next) here = indexOf.get(next) ?? -1
      else if (isAtRest(world, setting)) {
        atRest.push(world)
        movesLeft.set(here, 0)
        way.pop()
      }
    }
    let left = movesLeft.get(here) ?? Number.POSITIVE_INFINITY
    for (const at of way.toReversed()) {
      left += 1
      movesLeft.set(at, left)
    }
  }
  const restless = [...movesLeft].filter(([, left]) => left === Number.POSITIVE_INFINITY)
  const phasesAt = (at: number) => worldAt(worlds, at).records.map(({ phase }) => phase)
  return {
    restless: [...new Set(restless.map(([at]) => phasesAt(at).join(' ')))],
    longest: movesLeft.values().reduce((longest, left) => Math.max(longest, left), 0),
    atRest,
  }
}

function worldAt(worlds: readonly World[], at: number): World {
  const world = worlds[at]
  if (!world) throw new Error('a healthy move leads to a world that was not explored')
  return world
}

const ranks = new Map<string, number>()

/** @returns -1 if it has none */
function rankOf(name: string): number {
  const known = ranks.get(name)
  if (known !== undefined) return known
  const rank = healthy.findIndex((pattern) => pattern.test(name))
  ranks.set(name, rank)
  return rank
}

/** @returns the key of the next world; null if nothing changes any more */
function nextMove(law: Law, world: World, setting: Setting): string | null {
  let best = world
  let bestRank: number = healthy.length
  for (const { name, to } of movesFrom(law, world, setting)) {
    const rank = to === world ? -1 : rankOf(name)
    if (rank < 0 || rank >= bestRank) continue
    best = to
    bestRank = rank
  }
  const key = keyOf(best)
  return key === keyOf(world) ? null : key
}

/** Nothing is left to do, a person must decide, or there are more attempts than the model follows. */
const isAtRest = ({ records, attempts }: World, setting: Setting): boolean =>
  records.every((record) => {
    const work = workOf(record)
    return work === null || record.phase === 'conflict' || (work === 'send' && attempts.length >= setting.attempts)
  })
