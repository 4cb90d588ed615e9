import { withSen } from '../../../../shared/document/figures.ts'
import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { lineOf, numbersToText, partyOf } from './correction.ts'
import { type DocumentFields, type LineFields, type PartySide, type WholeAmounts } from './values.ts'

type ShownSale = NonNullable<RecordDetail['sale']>
type ShownLine = ShownSale['LINES'][number]

/**
 * The fields of a note on this sale. Amounts are those of the customer's receipt, so that a full note gives back what
 * was paid.
 */
export const noteFieldsOf = (
  sale: ShownSale,
  { BUYER, SUPPLIER }: Readonly<Record<PartySide, unknown>>,
): Pick<DocumentFields, PartySide | 'LINES' | 'asGiven'> => ({
  BUYER: partyOf(BUYER),
  SUPPLIER: partyOf(SUPPLIER),
  LINES: sale.LINES.map(lineAgain),
  asGiven: wholeAgain(sale),
})

const amounts = ['DISCOUNT_AMOUNT', 'CHARGE_AMOUNT', 'SUBTOTAL', 'TOTAL_EXCLUDING_TAX'] as const

/** A line of the original, to be ticked and changed. */
function lineAgain({ DISCOUNT_REASON: _less, CHARGE_REASON: _more, ...line }: ShownLine): LineFields {
  const sent = numbersToText({
    ...line,
    ...Object.fromEntries(amounts.map((name) => [name, asSold(line[name])])),
    TAXES: line.TAXES.map((tax) => ({ ...tax, AMOUNT: asSold(tax.AMOUNT) })),
    UNIT_PRICE: withSen(line.UNIT_PRICE),
  })
  return { ...lineOf(sent as LineFields), sold: line.QUANTITY }
}

/** The amounts of a returned line are shown as negative, but are sent as positive (contract 5). */
const asSold = (amount: string | null): string => amount?.replace(/^-/, '') ?? ''

function wholeAgain(sale: ShownSale): WholeAmounts {
  const { ROUNDING_AMOUNT, ROUNDING_DIFFERENCE, DISCOUNT_AMOUNT, DISCOUNT_REASON, CHARGE_AMOUNT, CHARGE_REASON } = sale
  const taxedAgain = hundredthsOf(ROUNDING_DIFFERENCE ?? '0.00') !== 0n && !bearsItsDifference(sale)
  return {
    ...(ROUNDING_AMOUNT !== null && { ROUNDING_AMOUNT }),
    ...(taxedAgain && { TAX_ROUNDING: 'document', TOTALS: { TOTAL_TAX: sale.TOTALS.TOTAL_TAX } }),
    ...(numbersToText({ DISCOUNT_AMOUNT, DISCOUNT_REASON, CHARGE_AMOUNT, CHARGE_REASON }) as WholeAmounts),
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
