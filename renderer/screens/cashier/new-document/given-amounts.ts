import type { DocumentFields, Draft, LineFields, TaxFields, WholeAmounts } from './values.ts'

/** What the till gave of a line beside what it follows from, if the line came from a till. */
type GivenLine = LineFields & { readonly SUBTOTAL?: string; readonly TOTAL_EXCLUDING_TAX?: string }
type GivenTax = TaxFields & { readonly AMOUNT?: string }

/**
 * The lines and totals to send. An amount that the till gave is what the customer's receipt shows and stays (contract
 * 5). If a line is changed or left out, neither its own amounts nor those of the whole document follow any more.
 */
export function withoutStaleAmounts({ fields, isRounded }: Pick<Draft, 'fields' | 'isRounded'>): SentFields {
  const { LINES, asGiven, ...rest } = fields
  const lines = LINES.filter(({ isLeft }) => !isLeft).map(sentLine)
  return { ...rest, LINES: lines, ...(asGiven && isWhole(fields) && roundedAs(isRounded, asGiven)) }
}

type SentFields = Omit<DocumentFields, 'asGiven'> & WholeAmounts

/** Whether every line is in the document, and is as it was given. */
export const isWhole = ({ LINES }: Pick<DocumentFields, 'LINES'>): boolean =>
  LINES.every((line) => !line.isLeft && line.asGiven === amountsOf(line))

/** If a person chose otherwise than the till rounded, the amount to pay is another one than the till's. */
function roundedAs(isRounded: boolean | null, given: WholeAmounts): WholeAmounts {
  if (isRounded === null || isRounded === (given.ROUNDING_AMOUNT !== undefined)) return given
  const { ROUNDING_AMOUNT: _rounding, TOTALS, ...others } = given
  const { TOTAL_PAYABLE: _payable, ...totals } = TOTALS ?? {}
  return { ...others, TOTALS: totals }
}

function sentLine({ asGiven, sold: _sold, isLeft: _left, ...line }: GivenLine): LineFields {
  if (asGiven === amountsOf(line)) return line
  const { SUBTOTAL: _subtotal, TOTAL_EXCLUDING_TAX: _total, ...mended } = line
  return { ...mended, TAXES: line.TAXES.map(sentTax) }
}

/** Types of tax that have no rate (myinvois 8): not applicable, and exempt, which wants a reason. */
export const isRateless = (taxType: string): boolean => taxType === '06' || taxType === 'E'

/** A rate that was typed for another type of tax is no longer shown, and not sent. */
const sentTax = ({ AMOUNT: _amount, ...tax }: GivenTax): TaxFields =>
  isRateless(tax.TAX_TYPE) ? { ...tax, RATE: '' } : tax

/** What the amounts of a line follow from, as one text to compare. */
export function amountsOf(line: LineFields): string {
  const { CHARGE_AMOUNT = '' } = line as LineFields & { readonly CHARGE_AMOUNT?: string }
  const taxes = line.TAXES.map(({ AMOUNT: _amount, ...tax }: GivenTax) => tax)
  return JSON.stringify([line.QUANTITY, line.UNIT_PRICE, line.DISCOUNT_AMOUNT, CHARGE_AMOUNT, taxes])
}
