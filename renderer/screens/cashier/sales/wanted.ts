import { useNavigate, useSearch } from '@tanstack/react-router'
import { addDays } from '../../../../shared/domain/calendar.ts'
import { type Concern, concerns } from '../../../../shared/domain/shift.ts'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import { needsPersonFilter, type RecordFilters } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { useThisTill } from '../../../gateway/this-till.ts'
import { today } from '../../../parts/moments.ts'

const placeFields = ['text', 'from', 'to', 'outlet', 'terminal', 'person'] as const
export const searchFields = [...placeFields, 'status', 'days', 'tills', 'select'] as const

/**
 * The filters of the sales list, as they stand in the address. `days`: `today`, `yesterday`, `all` or absent. `tills`:
 * `all` or absent. `select`: `many`, or absent where a click opens a sale.
 */
export type SalesSearch = Readonly<Partial<Record<(typeof searchFields)[number], string>>>

/** The choices of status, in the order of a document's life. */
export const statusChoices = [
  'needs_person',
  'unsent',
  'unconsolidated',
  'in_doubt',
  'InProgress',
  'Valid',
  'consolidated',
  'Invalid',
  'Cancelled',
  'Voided',
] as const satisfies readonly (Status | 'needs_person' | 'consolidated' | Concern)[]
export type StatusChoice = (typeof statusChoices)[number]

/** The filter for a chosen status. `needs_person` is none of the statuses, so a document can be in both. */
function kindWanted(status: string | undefined): RecordFilters {
  if (status === 'needs_person') return needsPersonFilter
  // Documents in doubt have a choice of their own.
  if (status === 'InProgress') return { status, concern: 'unanswered' }
  // A consolidated document repeats its receipts, so it is not counted as one more valid sale.
  if (status === 'Valid') return { status, consolidated: 'without' }
  if (status === 'consolidated') return { status: 'Valid', consolidated: 'only' }
  const concern = concerns.find((each) => each === status)
  return concern ? { concern } : statuses.some((known) => known === status) && status ? { status } : {}
}

export function filtersWithoutStatus(search: SalesSearch): RecordFilters {
  const { days } = search
  // Other names in an address would be refused by the gateway.
  const place = Object.fromEntries(
    placeFields.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
  const day = days === 'today' ? today() : days === 'yesterday' ? addDays(today(), -1) : undefined
  return { ...place, ...(day !== undefined && { from: day, to: day }) }
}

export const filtersOf = (search: SalesSearch): RecordFilters => ({
  ...filtersWithoutStatus(search),
  ...kindWanted(search.status),
})

export const everySale = { days: 'all', tills: 'all' } as const satisfies SalesSearch

const useChosen = (): SalesSearch => useSearch({ from: '/sales' })

/**
 * The filters. Until a person chooses: today, and for a cashier this computer's till. A search goes through everything.
 */
export function useSalesSearch(): SalesSearch {
  const search = useChosen()
  const till = useThisTill()
  const seesAll = useMay('void')
  const { text, days, from, to, tills, outlet } = search
  const isAtOneTill = till !== null && !seesAll && (tills ?? outlet ?? text) === undefined
  return {
    ...search,
    ...((days ?? from ?? to ?? text) === undefined && { days: 'today' }),
    ...(isAtOneTill && { outlet: till.OUTLET_NAME, terminal: till.TERMINAL_NAME }),
  }
}

/** Whether a supervisor selects rows, to act on many together. */
export function useIsSelecting(): boolean {
  const { select } = useChosen()
  return useMay('void') && select !== undefined
}

type Change = Readonly<Partial<Record<keyof SalesSearch, string | undefined>>>

/** @returns changes the filters. Empty ones are removed from the address */
export function useSetFilters(): (change: Change) => void {
  const go = useNavigate()
  const search = useChosen()
  return (change) => {
    const all = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== '')
    void go({ to: '/sales', search: Object.fromEntries(all), replace: true })
  }
}
