import { setTimeout as pause } from 'node:timers/promises'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { type Judgement, judge } from '../faults/oracle.ts'
import { commandBeside } from '../support/command-line.ts'
import type { Answers } from './answers.ts'
import type { Chain } from './chain.ts'
import type { GatewayOutlet } from './gateway-outlet.ts'

/**
 * The run fails after this time without progress. An outlet that often found no head office looks again within a
 * quarter of an hour.
 */
const restPatienceMs = 16 * 60_000

/** @returns what is unfinished when the time is over; null for nothing */
export async function comeToRest({ offices }: Chain, outlets: readonly GatewayOutlet[]): Promise<string | null> {
  let fewest = Number.POSITIVE_INFINITY
  let deadline = performance.now() + restPatienceMs
  for (let quiet = 0; quiet < 3; ) {
    await pause(500)
    const below = (await Promise.all(outlets.map((outlet) => outlet.left()))).reduce((sum, left) => sum + left, 0)
    const told = await offices.ask(0)('/operator/v1/queue')
    const lanes = told?.status === 200 ? (told.body['lanes'] as readonly { readonly count: number }[]) : null
    const left = lanes && lanes.reduce((sum, { count }) => sum + count, below)
    quiet = left === 0 ? quiet + 1 : 0
    if (left !== null && left < fewest) [fewest, deadline] = [left, performance.now() + restPatienceMs]
    if (performance.now() > deadline)
      return `still to do: ${below} at outlets, ${JSON.stringify(told?.body ?? 'no answer')}`
  }
  return null
}

/** @returns the findings of `resit verify` at one of the processes */
export async function verify({ offices }: Chain): Promise<readonly string[]> {
  const [dataDir = ''] = offices.dataDirs
  const { stdout, stderr } = await commandBeside(dataDir, ['verify', '--json'])
  if (!stdout) return [`verify: ${stderr}`]
  const { sound, findings } = JSON.parse(stdout) as { readonly sound: boolean; readonly findings: readonly unknown[] }
  return sound ? [] : [`verify: ${JSON.stringify(findings)}`]
}

/** Compares the database, once no process uses it, with the authority's ledger and the answers that outlets got. */
export async function compare({ cluster, practice }: Chain, answers: Answers): Promise<Judgement> {
  await practice.validateDue()
  const store = await openPostgresStore(cluster.url)
  try {
    return await judge({
      store,
      documents: practice.ledger.documents(),
      saleGuids: answers.kept,
      cancelledOnPortal: new Set(),
      told: answers,
    })
  } finally {
    await store.upkeep.close()
  }
}
