import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { iteratePages, type OperatorAnswer } from '../../shared/api/operator-client.ts'
import { shopDay } from '../parts/moments.ts'
import { operator } from './api.ts'

export type Till = OperatorAnswer<'tills'>['items'][number]
type ClosedShift = OperatorAnswer<'closedShifts'>['items'][number]
export type ShiftDetail = OperatorAnswer<'showShift'>
export type AuthorityComparison = OperatorAnswer<'reconcile'>

/** The query key begins with `records`, because a sale changes the tills. */
const asked = { queryKey: ['records', 'tills'], queryFn: () => operator('tills') }

export const useTills = ({ enabled = true } = {}): UseQueryResult<readonly Till[]> =>
  useQuery({ ...asked, select: ({ items }) => items, enabled })

export const useCompaniesOfTills = (): UseQueryResult<OperatorAnswer<'tills'>['companies']> =>
  useQuery({ ...asked, select: ({ companies }) => companies })

/** How the company takes and refunds money; nothing until the gateway has answered. */
export const useMoneyRules = (company: string): Partial<OperatorAnswer<'tills'>['companies'][number]> =>
  useCompaniesOfTills().data?.find(({ code }) => code === company) ?? {}

export const placeNames = { COMPANY_CODE: 'company', OUTLET_NAME: 'outlet', TERMINAL_NAME: 'terminal' } as const
const isPlace = (field: string): field is keyof typeof placeNames => field in placeNames

/** The companies, the outlets, or the tills of this outlet, that there are; none for another field. */
export const placeNamesAt = (tills: readonly Till[], field: string, outletName: string): readonly string[] => [
  ...new Set(
    tills
      .filter(({ outlet }) => field !== 'TERMINAL_NAME' || outletName === '' || outlet === outletName)
      .flatMap((till) => (isPlace(field) ? till[placeNames[field]] : [])),
  ),
]

/** Shift codes that the till sold under and that were not closed since: the open shifts first, then the oldest. */
export const unclosedShiftCodes = ({ open, without_shift }: Till): readonly string[] =>
  [...open, ...without_shift.toReversed()].map(({ shift }) => shift)

/** Opens the shift if it is not open yet, because a sale alone begins a shift. */
export async function ensureOpenShift({ company, outlet, terminal }: Till, shift: string): Promise<ShiftDetail> {
  const { id } = await operator('openShift', { body: { company, outlet, terminal, shift } })
  return operator('showShift', { params: { id } })
}

export async function openAllShifts(): Promise<readonly ShiftDetail[]> {
  const { items } = await operator('tills')
  return Promise.all(items.flatMap((till) => unclosedShiftCodes(till).map((code) => ensureOpenShift(till, code))))
}

/** The shifts of all tills that were closed on this day of the shop, in their order. */
export async function shiftsClosedToday(): Promise<readonly ShiftDetail[]> {
  const isOfToday = ({ company, closed }: ClosedShift) =>
    closed !== null && shopDay(company, Date.parse(closed.at)) === shopDay(company)
  const found: ClosedShift[] = []
  const ask = ({ after: before }: { readonly after?: string }) => operator('closedShifts', { query: { before } })
  for await (const { items } of iteratePages(ask)) {
    found.push(...items.filter(isOfToday))
    if (!items.every(isOfToday)) break
  }
  return Promise.all(found.toReversed().map(({ id }) => operator('showShift', { params: { id } })))
}

export const useShift = (id: string): UseQueryResult<ShiftDetail> =>
  useQuery({ queryKey: ['records', 'shift', id], queryFn: () => operator('showShift', { params: { id } }) })

export const useClosedShifts = ({ company, outlet, terminal }: Till): UseQueryResult<readonly ClosedShift[]> =>
  useQuery({
    queryKey: ['records', 'closed', company, outlet, terminal],
    queryFn: async () => (await operator('closedShifts', { query: { company, outlet, terminal } })).items,
  })
