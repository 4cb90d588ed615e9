import { currentSession, type Session } from './session.ts'
import { thisTill } from './this-till.ts'

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
