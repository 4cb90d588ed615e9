import { nullIfThrown } from '../../shared/domain/null-if-thrown.ts'
import { currentSession, type Session } from './session.ts'
import { sharedState } from './shared-state.ts'

const fields = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME'] as const

/** The till that this computer stands at. It belongs to the computer, not to the signed-in person. */
export type ThisTill = Readonly<Record<(typeof fields)[number], string>>

const place = 'resit.till'

function read(): ThisTill | null {
  const kept = nullIfThrown(() => JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<ThisTill> | null)
  return kept !== null && fields.every((field) => typeof kept[field] === 'string') ? (kept as ThisTill) : null
}

/** Null until a person has chosen the till. */
const bound = sharedState(read())
export const { now: thisTill, use: useThisTill } = bound

export function bindTill(next: ThisTill): void {
  localStorage.setItem(place, JSON.stringify(next))
  bound.become(next)
}

/** Without the company of practice, if there is another. */
export function withoutDemo<Company extends { readonly code: string }>(all: readonly Company[]): readonly Company[] {
  const own = all.filter(({ code }) => code !== 'DEMO')
  return own.length > 0 ? own : all
}

/** Malaysia's time zone, used until someone has signed in. */
const usual = 'Asia/Kuala_Lumpur'

/**
 * The time zone in which a screen shows times. The gateway counts days by the company's time zone, and the computer of
 * the screen may have another. @param company COMPANY_CODE; if left out, the company of this till
 */
export const timeZoneOnScreen = (company = thisTill()?.COMPANY_CODE): string =>
  companyTimeZone(currentSession()?.companies ?? [], company)

/** The zone of this company; if it is not in the list, of the first company. */
export const companyTimeZone = (companies: Session['companies'], company: string | undefined): string =>
  (companies.find(({ code }) => code === company) ?? companies[0])?.time_zone ?? usual
