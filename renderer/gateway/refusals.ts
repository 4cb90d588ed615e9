import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'
import { useIsLive } from './live.ts'
import { useMay } from './session.ts'
import { useThisTill } from './this-till.ts'

export type Refusal = OperatorAnswer<'listRefusals'>['items'][number]

const none: readonly Refusal[] = []
const lookMs = 5_000

/** Refused sales of the person who is signed in and of this till, the newest first. */
export function useRefusals(): readonly Refusal[] {
  const isLive = useIsLive()
  const till = useThisTill()
  const { data } = useQuery({
    queryKey: ['refusals', till],
    queryFn: () =>
      operator('listRefusals', {
        query: till ? { company: till.COMPANY_CODE, outlet: till.OUTLET_NAME, terminal: till.TERMINAL_NAME } : {},
      }),
    enabled: useMay('submit'),
    refetchInterval: isLive ? false : lookMs,
  })
  return data?.items ?? none
}
