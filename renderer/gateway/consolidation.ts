import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/catalogue/operator-client.ts'
import { operator } from './api.ts'

export type Standing = OperatorAnswer<'consolidation'>
export type Preview = OperatorAnswer<'previewConsolidation'>
export type Run = Standing['runs'][number]
export type RunDetail = OperatorAnswer<'showConsolidation'>
export type ConsolidationSettings = OperatorAnswer<'consolidationSettings'>

/** A run goes on by itself and tells nobody: whoever watches it looks. */
const goingOnMs = 500
const restingMs = 5_000

/** What waits at a company and the runs there were; looked at more often while one goes on. */
export const useConsolidation = (company: string): UseQueryResult<Standing> =>
  useQuery({
    queryKey: ['consolidation', company],
    queryFn: () => operator('consolidation', { query: { company } }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnfinished) ? goingOnMs : restingMs),
  })

/** One run with its documents; looked at until every document has the authority's last word. */
export const useConsolidationRun = (id: string): UseQueryResult<RunDetail> =>
  useQuery({
    queryKey: ['consolidation-run', id],
    queryFn: () => operator('showConsolidation', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? restingMs : goingOnMs),
  })

export const useConsolidationSettings = (company: string): UseQueryResult<ConsolidationSettings> =>
  useQuery({
    queryKey: ['consolidation-settings', company],
    queryFn: () => operator('consolidationSettings', { query: { company } }),
    // Asked anew for every form, and never below one that is being filled in.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const isUnfinished = ({ finished_at }: Run): boolean => finished_at === null
const isSettled = (run: RunDetail): boolean => !isUnfinished(run) && run.in_progress === 0
