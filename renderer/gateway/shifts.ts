import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'

export type ListedShift = OperatorAnswer<'listShifts'>['items'][number]

/** Shifts to pick from, the newest first. */
export const useShifts = (): UseQueryResult<readonly ListedShift[]> =>
  useQuery({ queryKey: ['records', 'shifts'], queryFn: async () => (await operator('listShifts')).items })
