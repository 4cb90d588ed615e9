import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'

export type Sending = OperatorAnswer<'sending'>

/** Whether somebody paused sending; asked again with the queue, which a pause changes. */
export const useSending = (): UseQueryResult<Sending> =>
  useQuery({ queryKey: ['queue', 'sending'], queryFn: () => operator('sending') })
