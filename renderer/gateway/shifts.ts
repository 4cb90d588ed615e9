import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'

export type Till = OperatorAnswer<'tills'>['items'][number]
type ClosedShift = OperatorAnswer<'closedShifts'>['items'][number]
export type ShiftDetail = OperatorAnswer<'showShift'>
export type AuthorityComparison = OperatorAnswer<'reconcile'>

/** The query key begins with `records`, because a sale changes the tills. */
const asked = { queryKey: ['records', 'tills'], queryFn: () => operator('tills') }

export const useTills = ({ enabled = true } = {}): UseQueryResult<readonly Till[]> =>
  useQuery({ ...asked, select: ({ items }) => items, enabled })

/** Companies that a till can belong to. */
export const useCompaniesOfTills = (): UseQueryResult<OperatorAnswer<'tills'>['companies']> =>
  useQuery({ ...asked, select: ({ companies }) => companies })

/** Whether the company rounds cash to five sen; false until the gateway has answered. */
export function useRoundsCash(company: string): boolean {
  const companies = useCompaniesOfTills().data
  return companies?.find(({ code }) => code === company)?.rounds_cash ?? false
}

/**
 * Shift codes that the till sold under since its last close: first the open shift, then the others, the oldest first.
 */
export const unclosedShiftCodes = ({ open, without_shift }: Till): readonly string[] => {
  const oldestFirst = without_shift.toSorted((one, other) => one.newest_at.localeCompare(other.newest_at))
  return [...(open ? [open.shift] : []), ...oldestFirst.map(({ shift }) => shift)]
}

/** Opens the shift if it is not open yet, because a sale alone begins a shift. */
export async function ensureOpenShift({ company, outlet, terminal, open }: Till, shift: string): Promise<ShiftDetail> {
  const isOpen = open?.shift === shift
  const { id } = isOpen ? open : await operator('openShift', { body: { company, outlet, terminal, shift } })
  return operator('showShift', { params: { id } })
}

/** The first shift of each till that sells. A till's next shift can be opened after this one is closed. */
export async function openFirstShifts(): Promise<readonly ShiftDetail[]> {
  const { items } = await operator('tills')
  return Promise.all(
    items.flatMap((till) =>
      unclosedShiftCodes(till)
        .slice(0, 1)
        .map((code) => ensureOpenShift(till, code)),
    ),
  )
}

export const useShift = (id: string): UseQueryResult<ShiftDetail> =>
  useQuery({ queryKey: ['records', 'shift', id], queryFn: () => operator('showShift', { params: { id } }) })

export const useClosedShifts = ({ company, outlet, terminal }: Till): UseQueryResult<readonly ClosedShift[]> =>
  useQuery({
    queryKey: ['records', 'closed', company, outlet, terminal],
    queryFn: async () => (await operator('closedShifts', { query: { company, outlet, terminal } })).items,
  })

export type ListedShift = OperatorAnswer<'listShifts'>['items'][number]

export const useShifts = (): UseQueryResult<readonly ListedShift[]> =>
  useQuery({ queryKey: ['records', 'shifts'], queryFn: async () => (await operator('listShifts')).items })
