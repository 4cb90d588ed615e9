import type { Intake } from './intake.ts'

/**
 * What a submission may cost: processor time to that of Express, zod and one durable insert, measured in the same run,
 * so that whatever else the machine does meets both. Machines differ by a third all the same: where an unchanged tree is
 * over it too, measure the two trees in turns. Whoever makes it cheaper writes the new figure here.
 */
export const budget = [
  { connections: 1, cpuToVendor: 2.2 },
  { connections: 8, cpuToVendor: 1.05 },
  { connections: 32, cpuToVendor: 0.83 },
] as const

/** A change may not cost more than a tenth. */
const tolerance = 1.1

export const budgeted = (connections: number): number | undefined =>
  budget.find((each) => each.connections === connections)?.cpuToVendor

/** @returns a sentence for each number of connections at which a submission costs too much */
export const overBudget = (results: readonly Pick<Intake, 'connections' | 'cpuToVendor'>[]): readonly string[] =>
  results.flatMap(({ connections, cpuToVendor }) => {
    const most = (budgeted(connections) ?? Number.POSITIVE_INFINITY) * tolerance
    return cpuToVendor <= most
      ? []
      : [
          `OVER BUDGET at ${connections} connections: a submission costs ${cpuToVendor.toFixed(2)} of the vendor’s, at most ${most.toFixed(2)} is allowed (test/bench/budget.ts)`,
        ]
  })
