import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'

export type Till = OperatorAnswer<'tills'>['items'][number]
type TillShift = OperatorAnswer<'openShift'>
export type ShownShift = OperatorAnswer<'showShift'>
export type Reconciliation = OperatorAnswer<'reconcile'>

/** Under the key of records: what is sold changes them. */
const asked = { queryKey: ['records', 'tills'], queryFn: () => operator('tills') }

export const useTills = ({ enabled = true } = {}): UseQueryResult<readonly Till[]> =>
  useQuery({ ...asked, select: ({ items }) => items, enabled })

/** What a till may belong to. */
export const useCompaniesOfTills = (): UseQueryResult<OperatorAnswer<'tills'>['companies']> =>
  useQuery({ ...asked, select: ({ companies }) => companies })

/** Whether a company rounds what is paid in cash to five sen; not before the gateway has said so. */
export function useRoundsCash(company: string): boolean {
  const companies = useCompaniesOfTills().data
  return companies?.find(({ code }) => code === company)?.rounds_cash ?? false
}

/** Under which codes a till has sold since its last shift was closed: the one that is open, then the others. */
export const sellingShifts = ({ open, uncovered }: Till): readonly string[] => {
  const oldestFirst = uncovered.toSorted((one, other) => one.newest_at.localeCompare(other.newest_at))
  return [...(open ? [open.shift] : []), ...oldestFirst.map(({ shift }) => shift)]
}

/** The shift as it stands. What a till has sold begins it: it is opened now if it was not opened before. */
export async function openedShift({ company, outlet, terminal, open }: Till, shift: string): Promise<ShownShift> {
  const isOpen = open?.shift === shift
  const { id } = isOpen ? open : await operator('openShift', { body: { company, outlet, terminal, shift } })
  return operator('showShift', { params: { id } })
}

export const useShift = (id: string): UseQueryResult<ShownShift> =>
  useQuery({ queryKey: ['records', 'shift', id], queryFn: () => operator('showShift', { params: { id } }) })

export const useClosedShifts = (till: Till): UseQueryResult<readonly TillShift[]> =>
  useQuery({
    queryKey: ['records', 'closed', till.company, till.outlet, till.terminal],
    queryFn: async () => {
      const query = { company: till.company, outlet: till.outlet, terminal: till.terminal }
      return (await operator('closedShifts', { query })).items
    },
  })

export type ListedShift = OperatorAnswer<'listShifts'>['items'][number]

/** Shifts to pick from, the newest first. */
export const useShifts = (): UseQueryResult<readonly ListedShift[]> =>
  useQuery({ queryKey: ['records', 'shifts'], queryFn: async () => (await operator('listShifts')).items })
