import type { Intake } from './intake.ts'

/**
 * The most that a submission may cost: its processor time compared with Express, zod and one durable insert in the same
 * run, so that other load meets both. Machines still differ by a third: if an unchanged tree is over it too, measure
 * the two trees in turns. If you make a submission cheaper, write the new figure here.
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
