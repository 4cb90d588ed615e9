import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/catalogue/operator-client.ts'
import { operator } from './api.ts'

export type Till = OperatorAnswer<'tills'>['items'][number]
export type TillShift = OperatorAnswer<'openShift'>
export type ShownShift = OperatorAnswer<'showShift'>
export type Figures = OperatorAnswer<'figures'>
export type Reconciliation = OperatorAnswer<'reconcile'>

/** Under the key of records: what is sold changes them. */
export const useTills = (): UseQueryResult<readonly Till[]> =>
  useQuery({ queryKey: ['records', 'tills'], queryFn: async () => (await operator('tills')).items })

export const useShift = (id: string): UseQueryResult<ShownShift> =>
  useQuery({ queryKey: ['records', 'shift', id], queryFn: () => operator('showShift', { params: { id } }) })

export const useClosedShifts = (till: Till): UseQueryResult<readonly TillShift[]> =>
  useQuery({
    queryKey: ['records', 'closed', till.COMPANY_CODE, till.OUTLET_NAME, till.TERMINAL_NAME],
    queryFn: async () => {
      const query = { company: till.COMPANY_CODE, outlet: till.OUTLET_NAME, terminal: till.TERMINAL_NAME }
      return (await operator('closedShifts', { query })).items
    },
  })
