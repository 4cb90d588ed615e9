import { timingSafeEqual } from 'node:crypto'
import { generalTins } from '../../../../shared/document/party.ts'
import { isReceipt, isWaitingForConsolidation } from '../../../../shared/domain/consolidation-rules.ts'
import { type ConversionFacts, conversionDenial } from '../../../../shared/domain/person-acts.ts'
import type { EpochMs, RecordState } from '../../../../shared/domain/record.ts'
import type { TypedFields } from './page.ts'

export type ConversionStatus = 'open' | 'converted' | 'cancelled' | 'consolidated' | 'over' | 'refunded' | 'not_here'

export function conversionStatusOf(record: RecordState, surroundings: ConversionFacts): ConversionStatus {
  if (record.phase === 'voided' || record.phase === 'cancelled') return 'cancelled'
  if (!isReceipt(record)) return 'converted'
  switch (conversionDenial(record, surroundings)) {
    case null:
      return 'open'
    case 'conversion_denied_consolidated':
      return 'consolidated'
    case 'conversion_denied_period':
      return 'over'
    case 'conversion_denied_refunded':
      return 'refunded'
    default:
      return 'not_here'
  }
}

/** The buyer reads these two from the paper; the total as people write one: `RM 1,234.5`. */
export const isHolder = ({ saleCode, totalPayable }: RecordState, code: string, total: string): boolean =>
  code.trim() === saleCode && plainAmount(total) === totalPayable

function plainAmount(text: string): string | null {
  const read = /^(?:RM|MYR)?0*(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[\s,]/g, '').toUpperCase())
  return read ? `${read[1]}.${(read[2] ?? '').padEnd(2, '0')}` : null
}

/**
 * A buyer as the wire names one, from the fields of the page. Without a tax number a foreign buyer has the general one
 * (myinvois 6.7); a company gets none here, and its TIN stays empty.
 */
export function buildWireBuyer(typed: TypedFields) {
  const of = (name: string) => (typed[name] ?? '').trim()
  const [type, country] = [of('id_type'), of('country') || 'MYS']
  const isHere = country === 'MYS'
  return {
    NAME: of('name'),
    TIN: of('tin').toUpperCase() || generalTinOf(type, isHere),
    ID_TYPE: type,
    ID_NUMBER: of('id_number'),
    SST_NUMBER: 'NA',
    PHONE: of('phone'),
    ...(of('email') !== '' && { EMAIL: of('email') }),
    ADDRESS: {
      // The schema takes 150 characters a line.
      LINES: (of('address').match(/.{1,150}/gu) ?? ['']).slice(0, 3),
      CITY: of('city'),
      ...(of('postcode') !== '' && { POSTCODE: of('postcode') }),
      STATE_CODE: isHere ? of('state') : stateAbroad,
      COUNTRY_CODE: country,
    },
  }
}

const stateAbroad = '17'

function generalTinOf(idType: string, isHere: boolean): string {
  if (idType === 'NRIC' || idType === 'ARMY') return generalTins.generalPublic
  return idType === 'PASSPORT' || !isHere ? generalTins.foreignBuyer : ''
}

/** Makes the address of the page where the buyer of a receipt can ask for an e-invoice; null for any other record. */
export type BuyerLinkMaker = (record: RecordState) => string | null

/** 132 bits: it cannot be guessed. */
const signLength = 22

const signOf = (saleGuid: string, sign: (text: string) => string): string =>
  sign(`buyer-page ${saleGuid}`).slice(0, signLength)

/** @param url where the page is seen from outside, without a slash at its end */
export const createBuyerLinkMaker =
  (url: string, sign: (text: string) => string): BuyerLinkMaker =>
  (record) =>
    isWaitingForConsolidation(record) && record.family === 'sale' && record.kind === 'invoice'
      ? `${url}/r/${record.saleGuid}.${signOf(record.saleGuid, sign)}`
      : null

/** @returns the SALE_GUID; null if this installation did not make the link */
export function saleGuidOfTicket(ticket: string, sign: (text: string) => string): string | null {
  const [saleGuid = '', given = ''] = ticket.split('.', 2)
  return isSame(signOf(saleGuid, sign), given) && ticket === `${saleGuid}.${given}` ? saleGuid : null
}

const privateForMs = 7 * 24 * 3_600_000

/** The last part of the buyer's private link. It ends after seven days. */
export function privateTicket(saleGuid: string, now: EpochMs, sign: (text: string) => string): string {
  const named = `${saleGuid}.${(now + privateForMs).toString(36)}`
  return `${named}.${signOf(named, sign)}`
}

/** @returns null if this installation did not make it, or its time is over */
export function saleGuidOfPrivateTicket(ticket: string, now: EpochMs, sign: (text: string) => string): string | null {
  const [saleGuid = '', end = '', given = ''] = ticket.split('.')
  return isSame(signOf(`${saleGuid}.${end}`, sign), given) && now < Number.parseInt(end, 36) ? saleGuid : null
}

function isSame(text: string, given: string): boolean {
  const [right, shown] = [Buffer.from(text), Buffer.from(given)]
  return shown.length === right.length && timingSafeEqual(shown, right)
}
