import { bareLoop } from './bare-loop.ts'
import { type Paid, paid } from './paid.ts'
import type { Served } from './served.ts'

const rounds = 3
const seconds = 2

export interface Intake {
  readonly connections: number
  readonly perSecond: number
  readonly p99Ms: number
  /** Of all threads, for each submission. */
  readonly cpuUs: number
  /** Compared with the bare insert loop, with the loop without bodies, and with the same app without a store. */
  readonly toBare: number
  readonly toBareRecord: number
  readonly toStoreless: number
  /** Compared with Express, zod and one durable insert. For processor time, less is better. */
  readonly toVendor: number
  readonly cpuToVendor: number
}

export interface Contestants {
  readonly gateway: Served
  readonly storeless: Served
  readonly vendor: Served
}

interface Round {
  readonly bare: number
  readonly bareRecord: number
  readonly without: Paid
  readonly vendors: Paid
  readonly kept: Paid
}

/**
 * Submissions a second at this many connections. All baselines run in the same round, because the speed of a disk
 * changes.
 */
export async function intake({ gateway, storeless, vendor }: Contestants, connections: number): Promise<Intake> {
  const submit = (served: Served, run: string) => paid(served, { connections, seconds, run: `${connections}-${run}` })
  // The first requests are not measured, because code is still being compiled.
  for (const served of [storeless, vendor, gateway]) await submit(served, 'warm')
  const results: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bare = bareLoop(1, 'whole')
    const bareRecord = bareLoop(1, 'record')
    const without = await submit(storeless, String(round))
    const vendors = await submit(vendor, String(round))
    const kept = await submit(gateway, String(round))
    results.push({ bare, bareRecord, without, vendors, kept })
  }
  const typical = (figure: (round: Round) => number) => median(results.map(figure))
  return {
    connections,
    perSecond: typical(({ kept }) => kept.perSecond),
    p99Ms: typical(({ kept }) => kept.p99Ms),
    cpuUs: typical(({ kept }) => kept.cpuUs),
    toBare: typical(({ kept, bare }) => kept.perSecond / bare),
    toBareRecord: typical(({ kept, bareRecord }) => kept.perSecond / bareRecord),
    toStoreless: typical(({ kept, without }) => kept.perSecond / without.perSecond),
    toVendor: typical(({ kept, vendors }) => kept.perSecond / vendors.perSecond),
    cpuToVendor: typical(({ kept, vendors }) => kept.cpuUs / vendors.cpuUs),
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
