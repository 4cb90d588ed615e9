import { setTimeout as pause } from 'node:timers/promises'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import { type Chance, chanceOf } from '../faults/chance.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { PostgresCluster } from '../support/postgres-cluster.ts'
import type { Answers } from './answers.ts'
import type { Offices } from './offices.ts'

export interface Befallen {
  readonly offices: Offices
  readonly cluster: PostgresCluster
  readonly practice: Practice
  readonly line: FaultProxy
  readonly answers: Answers
}

interface Mishap {
  readonly name: string
  /** Whether short runs include it. */
  readonly isBrief: boolean
  readonly befall: (on: Befallen, chance: Chance) => Promise<void>
}

/** Longer than the server keeps the lock of a silent sender. */
const pastSilenceMs = 20_000

/** Failures of processes, database and authority, alone or together. */
const mishaps: readonly Mishap[] = [
  {
    name: 'process killed',
    isBrief: true,
    befall: ({ offices }, chance) => offices.kill(chance.upTo(3), chance.upTo(3_000)),
  },
  {
    name: 'process stood still',
    isBrief: true,
    befall: ({ offices }, chance) => offices.standStill(chance.upTo(3), 500 + chance.upTo(3_000)),
  },
  {
    name: 'process stood still until others took over',
    isBrief: false,
    befall: ({ offices }, chance) => offices.standStill(chance.upTo(3), pastSilenceMs + chance.upTo(5_000)),
  },
  {
    name: 'two processes killed at once',
    isBrief: false,
    async befall({ offices }, chance) {
      const one = chance.upTo(3)
      await Promise.all([offices.kill(one, chance.upTo(2_000)), offices.kill(one + 1, chance.upTo(5_000))])
    },
  },
  {
    name: 'database ended and started again',
    isBrief: true,
    async befall({ cluster }, chance) {
      await cluster.crash()
      await pause(chance.upTo(3_000))
      await cluster.startAgain()
    },
  },
  {
    name: 'database away for longer than anybody waits',
    isBrief: false,
    async befall({ cluster }) {
      await cluster.crash()
      await pause(25_000)
      await cluster.startAgain()
    },
  },
  {
    name: 'database stood still',
    isBrief: false,
    async befall({ cluster }, chance) {
      await standStill(cluster, 'primary', 1_000 + chance.upTo(20_000))
    },
  },
  {
    name: 'replicas stood still',
    isBrief: false,
    async befall({ cluster }, chance) {
      await standStill(cluster, 'replicas', 1_000 + chance.upTo(8_000))
    },
  },
  { name: 'fail-over', isBrief: true, befall: ({ cluster }) => failOver(cluster) },
  {
    name: 'fail-over from a database that stood still',
    isBrief: false,
    async befall({ cluster }, chance) {
      cluster.freeze('primary')
      await pause(chance.upTo(4_000))
      await failOver(cluster)
    },
  },
  {
    name: 'fail-over while a process is killed',
    isBrief: true,
    async befall({ cluster, offices }, chance) {
      await Promise.all([offices.kill(chance.upTo(3), chance.upTo(2_000)), failOver(cluster)])
    },
  },
  {
    name: 'fail-over while a process stands still',
    isBrief: false,
    async befall({ cluster, offices }, chance) {
      await Promise.all([offices.standStill(chance.upTo(3), 3_000 + chance.upTo(30_000)), failOver(cluster)])
    },
  },
  {
    name: 'authority away',
    isBrief: false,
    async befall({ practice }, chance) {
      await practice.faults.set({ kind: 'away', how: chance.isIn(0.5) ? 'dropped' : 'refused' })
      await pause(1_000 + chance.upTo(4_000))
      await practice.faults.clear('away')
    },
  },
]

/** Freezes servers for some time: connections stay open and nothing answers. */
async function standStill(cluster: PostgresCluster, whom: 'primary' | 'replicas', forMs: number): Promise<void> {
  const goOn = cluster.freeze(whom)
  await pause(forMs)
  goOn()
}

async function failOver(cluster: PostgresCluster): Promise<void> {
  await cluster.failOver()
  await cluster.completeAgain()
}

export interface Befell {
  readonly name: string
  /** The longest time in which no outlet's sale was accepted, in milliseconds. */
  readonly gapMs: number
}

/**
 * Causes every failure once, then again in another order, until the time is over. @param isBrief only failures that end
 * soon
 */
export async function befall(
  on: Befallen,
  { seed, isBrief, say }: { readonly seed: number; readonly isBrief: boolean; readonly say: (line: string) => void },
  isOver: () => boolean,
): Promise<readonly Befell[]> {
  const chance = chanceOf(seed + 1)
  const befell: Befell[] = []
  const chosen = mishaps.filter((mishap) => mishap.isBrief || !isBrief)
  for (let round = 0; round === 0 || !isOver(); round += 1) {
    const order = chosen.map((mishap) => ({ mishap, place: chance.fraction() })).toSorted((a, b) => a.place - b.place)
    for (const { mishap } of order) {
      if (round > 0 && isOver()) break
      on.answers.takeLongestGap()
      await mishap.befall(on, chance)
      await on.offices.rest()
      await pause(isBrief ? 500 : 1_000 + chance.upTo(4_000))
      const gapMs = isOver() ? 0 : on.answers.takeLongestGap()
      befell.push({ name: mishap.name, gapMs })
      say(`${mishap.name}; no sale was taken for ${(gapMs / 1_000).toFixed(1)} s at most`)
    }
  }
  return befell
}
