import { timingSafeEqual } from 'node:crypto'
import { isWaitingForConsolidation } from '../../../../shared/domain/decide-consolidation.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'

/** Makes the address of the page where the buyer of a receipt can ask for an e-invoice; null for any other record. */
export type BuyerLink = (record: RecordState) => string | null

/** 132 bits: nobody guesses one. */
const signLength = 22

/** @param sign a digest that only this installation can make */
const signOf = (saleGuid: string, sign: (text: string) => string): string =>
  sign(`buyer-page ${saleGuid}`).slice(0, signLength)

/**
 * The link says which receipt it is and that this installation made it, and nothing of what was bought or by whom.
 * @param url where the page is seen from outside, without a slash at its end
 */
export const buyerLinkAt =
  (url: string, sign: (text: string) => string): BuyerLink =>
  (record) =>
    isWaitingForConsolidation(record) && record.family === 'sale' && record.kind === 'invoice'
      ? `${url}/r/${record.saleGuid}.${signOf(record.saleGuid, sign)}`
      : null

/** @param ticket the last part of the link @returns the SALE_GUID; null where this installation did not make it */
export function saleGuidOfTicket(ticket: string, sign: (text: string) => string): string | null {
  const [saleGuid = '', given = ''] = ticket.split('.', 2)
  const right = Buffer.from(signOf(saleGuid, sign))
  const shown = Buffer.from(given)
  return shown.length === right.length && timingSafeEqual(shown, right) && ticket === `${saleGuid}.${given}`
    ? saleGuid
    : null
}
