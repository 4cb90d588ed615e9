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
