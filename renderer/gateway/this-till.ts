import { currentSession, type Session } from './session.ts'
import { shown } from './shown.ts'

const fields = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME'] as const

/**
 * The till that this computer stands at. Of the computer, and of no person who uses it.
 */
export type ThisTill = Readonly<Record<(typeof fields)[number], string>>

const place = 'resit.till'
/** How often another till was chosen here. */
const bound = shown(0)

function read(text: string | null): ThisTill | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<ThisTill> | null
    return kept !== null && fields.every((field) => typeof kept[field] === 'string') ? (kept as ThisTill) : null
  } catch {
    return null
  }
}

let text: string | null = null
let till: ThisTill | null = null

/** Null until a person said which it is. */
export function thisTill(): ThisTill | null {
  const now = localStorage.getItem(place)
  if (now !== text) [text, till] = [now, read(now)]
  return till
}

export function bindTill(next: ThisTill): void {
  localStorage.setItem(place, JSON.stringify(next))
  bound.become(bound.now() + 1)
}

export function useThisTill(): ThisTill | null {
  bound.use()
  return thisTill()
}

/** Where Resit is used, and what a screen shows before anyone has signed in. */
const usual = 'Asia/Kuala_Lumpur'

/**
 * By whose clock a screen shows times. The gateway counts days by the company's clock, and the computer that a screen is
 * open on may be set to another.
 * @param company COMPANY_CODE; the company of this till if it is left out
 */
export const timeZoneOf = (company = thisTill()?.COMPANY_CODE): string =>
  zoneAmong(currentSession()?.companies ?? [], company)

/** The zone of a company, else of the first there is. */
export const zoneAmong = (companies: Session['companies'], company: string | undefined): string =>
  (companies.find(({ code }) => code === company) ?? companies[0])?.time_zone ?? usual
