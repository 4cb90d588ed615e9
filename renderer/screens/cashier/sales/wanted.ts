import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import type { RecordsWanted } from '../../../gateway/records.ts'
import { dayBefore, today } from '../../../parts/moments.ts'

export const searchFields = ['text', 'status', 'days', 'from', 'to', 'outlet', 'terminal', 'least', 'most'] as const

/** Which documents are on the list, as it stands in the address; `days` is `today`, `yesterday` or absent. */
export type SalesSearch = Readonly<Partial<Record<(typeof searchFields)[number], string>>>

/** What people choose from, in the order of a document's life. */
export const choices = [
  'attention',
  'to_send',
  'to_consolidate',
  'in_doubt',
  'InProgress',
  'Valid',
  'Invalid',
  'Cancelled',
  'Voided',
] as const satisfies readonly (Status | 'attention' | 'to_send' | 'to_consolidate' | 'in_doubt')[]
export type Choice = (typeof choices)[number]

export const concernOf = {
  attention: 'attention',
  to_send: 'unsent',
  to_consolidate: 'unconsolidated',
  in_doubt: 'in_doubt',
} as const

/** Of what kind is asked for. */
function kindWanted(status: string | undefined): RecordsWanted {
  const concern = Object.entries(concernOf).find(([choice]) => choice === status)?.[1]
  if (concern !== undefined) return { concern }
  return statuses.some((known) => known === status) && status !== undefined ? { status } : {}
}

const placeFields = ['text', 'from', 'to', 'outlet', 'terminal', 'least', 'most'] as const

/** Of any kind. */
export function placeWanted(search: SalesSearch): RecordsWanted {
  const { days } = search
  // An address may say what no list knows, and the gateway would refuse it.
  const place = Object.fromEntries(
    placeFields.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
  const day = days === 'today' ? today() : days === 'yesterday' ? dayBefore(today()) : undefined
  return { ...place, ...(day !== undefined && { from: day, to: day }) }
}

export const wantedBy = (search: SalesSearch): RecordsWanted => ({
  ...placeWanted(search),
  ...kindWanted(search.status),
})

/** How many filters stand beside the words and the kind. */
export const filterCount = ({ outlet, terminal, least, most }: SalesSearch): number =>
  [outlet, terminal, least ?? most].filter((filter) => filter !== undefined).length

export const useSalesSearch = (): SalesSearch => useSearch({ from: '/sales' })

type Change = Readonly<Partial<Record<keyof SalesSearch, string | undefined>>>

/** @returns changes what is on the list; what is empty or undefined is not in the address */
export function useChange(): (change: Change) => void {
  const go = useNavigate()
  const search = useSalesSearch()
  return (change) => {
    const all = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== '')
    void go({ to: '/sales', search: Object.fromEntries(all), replace: true })
  }
}
