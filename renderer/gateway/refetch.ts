import type { Query } from '@tanstack/react-query'
import { GatewayProblem } from '../../shared/api/call.ts'

/** For a form: an answer during typing would replace what the person typed. The next form asks again. */
export const askedOnce = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const

const againAfterMs = 5_000

/** The rule for every query. A query that failed because the gateway was away is asked again after five seconds. */
export const refetchWhileAway = ({ state: { data, error } }: Pick<Query, 'state'>): number | false =>
  data === undefined && error !== null && !(error instanceof GatewayProblem) && againAfterMs

/** The same, and an answer decides after how long it is asked for again. @param everyMs false: not again */
export const refetchEvery =
  <Answer>(everyMs: (answer: Answer) => number | false) =>
  (query: Pick<Query<Answer>, 'state'>): number | false =>
    query.state.data === undefined ? refetchWhileAway(query) : everyMs(query.state.data)
