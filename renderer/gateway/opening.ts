import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'

/** What the gateway says of itself to whoever stands before it, signed in or not. */
export const useOpening = (): UseQueryResult<OperatorAnswer<'setup'>> =>
  useQuery({ queryKey: ['opening'], queryFn: () => operator('setup'), staleTime: 60_000 })
