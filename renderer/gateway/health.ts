import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'
import { useIsLive } from './live.ts'

export type Health = OperatorAnswer<'health'>
export type Queue = OperatorAnswer<'queue'>

/** Between two looks while live news do not come. */
const lookMs = 5_000

/** How the gateway stands. Live news make it be asked again; without them it is asked every few seconds. */
export function useHealth(): UseQueryResult<Health> {
  const isLive = useIsLive()
  return useQuery({
    queryKey: ['health'],
    queryFn: () => operator('health'),
    refetchInterval: isLive ? 15_000 : lookMs,
  })
}

export function useQueue(): UseQueryResult<Queue> {
  return useQuery({
    queryKey: ['queue'],
    queryFn: () => operator('queue'),
    // That the authority stopped answering is news that nobody tells.
    refetchInterval: lookMs,
  })
}

export type Sending = OperatorAnswer<'sending'>

/** Whether somebody paused sending; asked again with the queue, which a pause changes. */
export const useSending = (): UseQueryResult<Sending> =>
  useQuery({ queryKey: ['queue', 'sending'], queryFn: () => operator('sending') })

/** What the gateway says of itself to whoever stands before it, signed in or not. */
export const useOpening = (): UseQueryResult<OperatorAnswer<'setup'>> =>
  useQuery({ queryKey: ['opening'], queryFn: () => operator('setup'), staleTime: 60_000 })
