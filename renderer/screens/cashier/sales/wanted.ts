import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Scope } from '../../../../shared/api/scopes.ts'
import { type Concern, concerns } from '../../../../shared/domain/shift.ts'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import { needsPerson, type RecordsWanted } from '../../../gateway/records.ts'
import { useSession } from '../../../gateway/session.ts'
import { thisTill, useThisTill } from '../../../gateway/this-till.ts'
import { dayBefore, today } from '../../../parts/moments.ts'

export const searchFields = ['text', 'status', 'days', 'from', 'to', 'tills', 'outlet', 'terminal'] as const

/** Which documents are on the list, as it stands in the address; `days` is `today`, `yesterday`, `all` or absent, `tills` is `all` or absent. */
export type SalesSearch = Readonly<Partial<Record<(typeof searchFields)[number], string>>>

/** What people choose from, in the order of a document's life. */
export const choices = [
  'needs_person',
  'unsent',
  'unconsolidated',
  'in_doubt',
  'InProgress',
  'Valid',
  'Invalid',
  'Cancelled',
  'Voided',
] as const satisfies readonly (Status | 'needs_person' | Concern)[]
export type Choice = (typeof choices)[number]

/** Of what kind is asked for: a document is of one of them, beside that it may need a person. */
function kindWanted(status: string | undefined): RecordsWanted {
  if (status === 'needs_person') return needsPerson
  // What is in doubt is told apart from what is being checked.
  if (status === 'InProgress') return { status, concern: 'unanswered' }
  const concern = concerns.find((each) => each === status)
  return concern ? { concern } : statuses.some((known) => known === status) && status ? { status } : {}
}

const placeFields = ['text', 'from', 'to', 'outlet', 'terminal'] as const

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

/** Everything that is kept here. */
export const everySale = { days: 'all', tills: 'all' } as const satisfies SalesSearch

/** What is listed until a person chooses: today's, and a cashier's own till's. A search goes through everything. */
export function withUsual(search: SalesSearch, scopes: readonly Scope[], till = thisTill()): SalesSearch {
  const { text, days, from, to, tills, outlet } = search
  const isAtOneTill = till !== null && !scopes.includes('void') && (tills ?? outlet ?? text) === undefined
  return {
    ...search,
    ...((days ?? from ?? to ?? text) === undefined && { days: 'today' }),
    ...(isAtOneTill && { outlet: till.OUTLET_NAME, terminal: till.TERMINAL_NAME }),
  }
}

const useChosen = (): SalesSearch => useSearch({ from: '/sales' })

export const useSalesSearch = (): SalesSearch => withUsual(useChosen(), useSession().scopes, useThisTill())

type Change = Readonly<Partial<Record<keyof SalesSearch, string | undefined>>>

/** @returns changes what is on the list; what is empty or undefined is not in the address */
export function useChange(): (change: Change) => void {
  const go = useNavigate()
  const search = useChosen()
  return (change) => {
    const all = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== '')
    void go({ to: '/sales', search: Object.fromEntries(all), replace: true })
  }
}
