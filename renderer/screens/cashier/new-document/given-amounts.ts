import type { DocumentFields, LineFields, TaxFields } from './values.ts'

/** What the till gave of a line beside what it follows from, where the line came from a till. */
type GivenLine = LineFields & { readonly SUBTOTAL?: string; readonly TOTAL_EXCLUDING_TAX?: string }
type GivenTax = TaxFields & { readonly AMOUNT?: string }

/**
 * The lines and totals to send. An amount that the till gave is what the customer's receipt shows and stays (contract
 * 5); of a line that was mended it no longer follows, and neither do the totals.
 */
export function withoutStaleAmounts(fields: DocumentFields): DocumentFields {
  const { LINES, ...rest } = fields
  const lines = LINES.map(sentLine)
  const isMended = LINES.some((line) => line.asGiven !== undefined && line.asGiven !== amountsOf(line))
  const wasGiven = LINES.every(({ asGiven }) => asGiven !== undefined)
  const { TOTALS, ...others } = rest as typeof rest & { readonly TOTALS?: unknown }
  return { ...others, LINES: lines, ...(TOTALS !== undefined && !isMended && wasGiven && { TOTALS }) }
}

function sentLine({ asGiven, sold: _sold, isLeft: _left, ...line }: GivenLine): LineFields {
  if (asGiven === undefined || asGiven === amountsOf(line)) return line
  const { SUBTOTAL: _subtotal, TOTAL_EXCLUDING_TAX: _total, ...mended } = line
  return { ...mended, TAXES: line.TAXES.map(({ AMOUNT: _amount, ...tax }: GivenTax) => tax) }
}

/** What the amounts of a line follow from, as one text to compare. */
export function amountsOf(line: LineFields): string {
  const { CHARGE_AMOUNT = '' } = line as LineFields & { readonly CHARGE_AMOUNT?: string }
  const taxes = line.TAXES.map(({ AMOUNT: _amount, ...tax }: GivenTax) => tax)
  return JSON.stringify([line.QUANTITY, line.UNIT_PRICE, line.DISCOUNT_AMOUNT, CHARGE_AMOUNT, taxes])
}
