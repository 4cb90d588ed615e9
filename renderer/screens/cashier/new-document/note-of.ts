import { withSen } from '../../../../shared/document/figures.ts'
import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { partyOf } from './correction.ts'
import { lineInputsKey } from './given-amounts.ts'
import {
  type DocumentFields,
  emptyLine,
  emptyParty,
  type LineFields,
  type PartyFields,
  type WholeAmounts,
} from './values.ts'

type ShownSale = NonNullable<RecordDetail['sale']>
type ShownLine = ShownSale['LINES'][number]

/**
 * The fields of a note on this sale. Amounts are those of the customer's receipt, so that a full note gives back what
 * was paid.
 */
export const noteFieldsOf = (sale: ShownSale): Pick<DocumentFields, 'BUYER' | 'SUPPLIER' | 'LINES' | 'asGiven'> => ({
  BUYER: partyAgain(sale.BUYER),
  SUPPLIER: partyAgain(sale.SUPPLIER),
  LINES: sale.LINES.map(lineAgain),
  asGiven: wholeAgain(sale),
})

/** The gateway masks a person's number. A masked number cannot be sent, so it is left empty. */
function partyAgain(shown: ShownSale['BUYER']): PartyFields {
  const { ID_NUMBER, ...party } = partyOf(shown)
  return { ...party, ID_NUMBER: ID_NUMBER.startsWith('…') ? emptyParty.ID_NUMBER : ID_NUMBER }
}

/** A line of the original, to be ticked and changed. */
function lineAgain(line: ShownLine): LineFields {
  const given = {
    ...emptyLine,
    DESCRIPTION: line.DESCRIPTION,
    CLASSIFICATION_CODES: line.CLASSIFICATION_CODES,
    QUANTITY: line.QUANTITY,
    UNIT_CODE: line.UNIT_CODE,
    UNIT_PRICE: withSen(line.UNIT_PRICE),
    DISCOUNT_AMOUNT: asSold(line.DISCOUNT_AMOUNT),
    CHARGE_AMOUNT: asSold(line.CHARGE_AMOUNT),
    SUBTOTAL: asSold(line.SUBTOTAL),
    TOTAL_EXCLUDING_TAX: asSold(line.TOTAL_EXCLUDING_TAX),
    TAXES: line.TAXES.map(({ TAX_TYPE, RATE, AMOUNT, EXEMPTION_REASON }) => ({
      TAX_TYPE,
      RATE: RATE ?? '',
      AMOUNT: asSold(AMOUNT),
      EXEMPTION_REASON: EXEMPTION_REASON ?? '',
    })),
    sold: line.QUANTITY,
  }
  return { ...given, asGiven: lineInputsKey(given) }
}

/** The amounts of a returned line are shown as negative, but are sent as positive (contract 5). */
const asSold = (amount: string | null): string => amount?.replace(/^-/, '') ?? ''

function wholeAgain(sale: ShownSale): WholeAmounts {
  const { ROUNDING_AMOUNT, ROUNDING_DIFFERENCE, DISCOUNT_AMOUNT, DISCOUNT_REASON, CHARGE_AMOUNT, CHARGE_REASON } = sale
  const taxedAgain = hundredthsOf(ROUNDING_DIFFERENCE ?? '0.00') !== 0n && !bearsItsDifference(sale)
  return {
    ...(ROUNDING_AMOUNT !== null && { ROUNDING_AMOUNT }),
    ...(taxedAgain && { TAX_ROUNDING: 'document', TOTALS: { TOTAL_TAX: sale.TOTALS.TOTAL_TAX } }),
    DISCOUNT_AMOUNT: DISCOUNT_AMOUNT ?? '',
    DISCOUNT_REASON: DISCOUNT_REASON ?? '',
    CHARGE_AMOUNT: CHARGE_AMOUNT ?? '',
    CHARGE_REASON: CHARGE_REASON ?? '',
  }
}

/**
 * With prices including tax, the rounding of the tax changes the net amount: the lines add up to what was paid without
 * it.
 */
function bearsItsDifference({ LINES, TOTALS, DISCOUNT_AMOUNT, CHARGE_AMOUNT }: ShownSale): boolean {
  const ofLines = LINES.reduce((sum, line) => sum + hundredthsOf(line.TOTAL_EXCLUDING_TAX), 0n)
  const net = ofLines - hundredthsOf(DISCOUNT_AMOUNT ?? '0.00') + hundredthsOf(CHARGE_AMOUNT ?? '0.00')
  return net !== hundredthsOf(TOTALS.TOTAL_EXCLUDING_TAX)
}
