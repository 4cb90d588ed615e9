import type { DocumentFields, Draft, LineFields, TaxFields, WholeAmounts } from './values.ts'

/** A line that came from a till may have amounts of its own. */
type GivenLine = LineFields & { readonly SUBTOTAL?: string; readonly TOTAL_EXCLUDING_TAX?: string }
type GivenTax = TaxFields & { readonly AMOUNT?: string }

/**
 * The lines and totals to send. Amounts that a till gave stay, because they are on the customer's receipt (contract 5).
 * If a line is changed or left out, its own amounts and those of the document are dropped.
 */
export function buildSentFields({ fields, isRounded }: Pick<Draft, 'fields' | 'isRounded'>): SentFields {
  const { LINES, asGiven, ...rest } = fields
  // Enter after the last line begins another one. If nothing was typed in it, it is not sent.
  const isBlankEnd = ({ DESCRIPTION, UNIT_PRICE }: LineFields, at: number) =>
    at > 0 && at === LINES.length - 1 && DESCRIPTION + UNIT_PRICE === ''
  const lines = LINES.filter((line, at) => !line.isLeft && !isBlankEnd(line, at)).map(sentLine)
  return { ...rest, LINES: lines, ...(asGiven && areLinesUnchanged(fields) && roundedAs(isRounded, asGiven)) }
}

type SentFields = Omit<DocumentFields, 'asGiven'> & WholeAmounts

/** Whether every line is included and unchanged. */
export const areLinesUnchanged = ({ LINES }: Pick<DocumentFields, 'LINES'>): boolean =>
  LINES.every((line) => !line.isLeft && line.asGiven === lineInputsKey(line))

/** If a person chooses another rounding than the till, the till's amount to pay is dropped. */
function roundedAs(isRounded: boolean | null, given: WholeAmounts): WholeAmounts {
  if (isRounded === null || isRounded === (given.ROUNDING_AMOUNT !== undefined)) return given
  const { ROUNDING_AMOUNT: _rounding, TOTALS, ...others } = given
  const { TOTAL_PAYABLE: _payable, ...totals } = TOTALS ?? {}
  return { ...others, TOTALS: totals }
}

function sentLine({ asGiven, sold: _sold, isLeft: _left, ...line }: GivenLine): LineFields {
  if (asGiven === lineInputsKey(line)) return line
  const { SUBTOTAL: _subtotal, TOTAL_EXCLUDING_TAX: _total, ...mended } = line
  return { ...mended, TAXES: line.TAXES.map(sentTax) }
}

/** Tax types without a rate (myinvois 8): not applicable, and exempt. Exempt needs a reason. */
export const isRateless = (taxType: string): boolean => taxType === '06' || taxType === 'E'

/** A rate typed for an earlier tax type is hidden now, and must not be sent. */
const sentTax = ({ AMOUNT: _amount, ...tax }: GivenTax): TaxFields =>
  isRateless(tax.TAX_TYPE) ? { ...tax, RATE: '' } : tax

/** The inputs of a line's amounts as one text, to compare. */
export function lineInputsKey(line: LineFields): string {
  const { CHARGE_AMOUNT = '' } = line as LineFields & { readonly CHARGE_AMOUNT?: string }
  const taxes = line.TAXES.map(({ AMOUNT: _amount, ...tax }: GivenTax) => tax)
  return JSON.stringify([line.QUANTITY, line.UNIT_PRICE, line.DISCOUNT_AMOUNT, CHARGE_AMOUNT, taxes])
}
