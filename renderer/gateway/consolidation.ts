import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'
import { useQueue } from './health.ts'
import { refetchEvery } from './refetch.ts'
import { useSeesAllOutlets, useSession } from './session.ts'

export type ConsolidationState = OperatorAnswer<'consolidation'>
export type Preview = OperatorAnswer<'previewConsolidation'>
export type RunSummary = ConsolidationState['runs'][number]
export type RunDetail = OperatorAnswer<'showConsolidation'>

/** A run sends no news of its progress, so a screen that shows it asks again this often. */
const goingOnMs = 500
const restingMs = 5_000

/** What waits for consolidation at a company, and the runs so far. Asked more often while a run goes on. */
export const useConsolidation = (company: string): UseQueryResult<ConsolidationState> => useQuery(stateOf(company))

const stateOf = (company: string) =>
  queryOptions({
    queryKey: ['consolidation', company],
    queryFn: () => operator('consolidation', { query: { company } }),
    refetchInterval: refetchEvery(({ runs }) => (runs.some(isUnfinished) ? goingOnMs : restingMs)),
  })

/**
 * Consolidated documents that MyInvois refused, of all companies. Their receipts wait again, so if none waits nothing
 * is asked.
 */
export function useRefusedConsolidated(): ConsolidationState['refused'] {
  const seesAll = useSeesAllOutlets()
  const queue = useQueue().data
  const areWaiting = seesAll && (queue?.unconsolidated ?? 0) > 0
  const companies = useSession().companies.filter(() => areWaiting)
  return useQueries({ queries: companies.map(({ code }) => stateOf(code)) }).flatMap(({ data }) => data?.refused ?? [])
}

/** How many documents need a person; undefined until the gateway has answered. */
export function useNeedsPersonCount(): number | undefined {
  const refused = useRefusedConsolidated().length
  const needy = useQueue().data?.needs_person
  return needy === undefined ? undefined : needy + refused
}

/** One run with its documents. Asked again until MyInvois has decided about every document. */
export const useConsolidationRun = (id: string): UseQueryResult<RunDetail> =>
  useQuery({
    queryKey: ['consolidation-run', id],
    queryFn: () => operator('showConsolidation', { params: { id } }),
    refetchInterval: refetchEvery((run) => (isSettled(run) ? restingMs : goingOnMs)),
  })

export const isUnfinished = ({ finished_at }: RunSummary): boolean => finished_at === null
const isSettled = (run: RunDetail): boolean => !isUnfinished(run) && run.in_progress === 0
