import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'

export type Health = OperatorAnswer<'health'>
export type Queue = OperatorAnswer<'queue'>

/** Asked by the clock: no change of a record tells that the gateway or the authority stopped answering. */
export const lookMs = 5_000

export const useHealth = (): UseQueryResult<Health> =>
  useQuery({ queryKey: ['health'], queryFn: () => operator('health'), refetchInterval: lookMs })

export const useQueue = (): UseQueryResult<Queue> =>
  useQuery({ queryKey: ['queue'], queryFn: () => operator('queue'), refetchInterval: lookMs })

/**
 * Where copies and backups go. It looks at every drive of the computer, so it is asked again only before the first backup.
 * @param isWatched true where a drive may be plugged in meanwhile
 */
export const useBackupPlan = (isWatched = false): UseQueryResult<OperatorAnswer<'backupPlan'>> =>
  useQuery({
    queryKey: ['backup-plan'],
    queryFn: () => operator('backupPlan'),
    refetchInterval: ({ state: { data } }) => (data === undefined || isWatched || data.backups.length === 0) && lookMs,
  })

export type Sending = OperatorAnswer<'sending'>

/** Whether a person paused sending. Its query key begins with `queue`, because a pause changes the queue. */
export const useSending = (): UseQueryResult<Sending> =>
  useQuery({ queryKey: ['queue', 'sending'], queryFn: () => operator('sending') })

/** Whether a person paused sending, for one company or for all. */
export const useIsPaused = (): boolean =>
  useHealth().data?.alerts.some(({ code }) => code === 'sending_paused') ?? false

/**
 * What the gateway tells every screen, also before the sign-in. It is asked again by itself until it has answered, and
 * in practice also later, because a fault may be rehearsed at any time.
 */
export const useGatewayInfo = (): UseQueryResult<OperatorAnswer<'setup'>> =>
  useQuery({
    queryKey: ['opening'],
    queryFn: () => operator('setup'),
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.authority === 'practice') && lookMs,
  })
