import { decimalOf } from '../../../../shared/document/decimal.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import { parseAmount } from '../../../parts/amounts.ts'
import { priceText } from '../../../parts/figures.tsx'
import type { Say } from '../../../words/language.ts'
import type { DocumentFields, Draft, LineFields, TaxFields, WholeAmounts } from './values.ts'

/** A line that came from a till may have amounts of its own. */
type GivenLine = LineFields & { readonly SUBTOTAL?: string; readonly TOTAL_EXCLUDING_TAX?: string }
type GivenTax = TaxFields & { readonly AMOUNT?: string }

/**
 * The lines and totals to send. Amounts that a till gave stay, because they are on the customer's receipt (contract 5).
 * If a line is changed or left out, its own amounts and those of the document are dropped.
 */
export function buildSentFields({ LINES, asGiven, ...rest }: DocumentFields): SentFields {
  // Enter after the last line begins another one. If nothing was typed in it, it is not sent.
  const isBlankEnd = ({ DESCRIPTION, UNIT_PRICE }: LineFields, at: number) =>
    at > 0 && at === LINES.length - 1 && DESCRIPTION + UNIT_PRICE === ''
  const lines = LINES.filter((line, at) => !line.isLeft && !isBlankEnd(line, at)).map(sentLine)
  const areUnchanged = LINES.every((line) => !line.isLeft && line.asGiven === lineInputsKey(line))
  return { ...rest, LINES: lines, ...(areUnchanged && asGiven) }
}

type SentFields = Omit<DocumentFields, 'asGiven'> & WholeAmounts

function sentLine({ asGiven, sold: _sold, isLeft: _left, ...line }: GivenLine): LineFields {
  if (asGiven === lineInputsKey(line)) return line
  const { SUBTOTAL: _subtotal, TOTAL_EXCLUDING_TAX: _total, ...mended } = line
  return { ...mended, TAXES: line.TAXES.map(sentTax) }
}

/** A line of the original as it was left, ticked. Other lines stay as they are. */
export function asSold(line: LineFields): LineFields {
  if (line.sold === undefined || line.asGiven === undefined) return line
  const [QUANTITY = '', UNIT_PRICE = '', DISCOUNT_AMOUNT = ''] = JSON.parse(line.asGiven) as readonly string[]
  return { ...line, QUANTITY, UNIT_PRICE, DISCOUNT_AMOUNT, isLeft: false }
}

export const isMany = (quantity: string | undefined): boolean => /^(?!1$)\d+$/.test(quantity ?? '')

/** A line of the original as a tick begins it: one piece, because mostly one comes back. A discount is of all pieces. */
export function onePieceOf(line: LineFields): LineFields {
  const whole = asSold(line)
  const { DISCOUNT_AMOUNT, QUANTITY, CHARGE_AMOUNT = '' } = whole as LineFields & { readonly CHARGE_AMOUNT?: string }
  return DISCOUNT_AMOUNT + CHARGE_AMOUNT === '' && isMany(QUANTITY) ? { ...whole, QUANTITY: '1' } : whole
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

/** What would be given back beyond the sale, by its field: a piece at a higher price, or more pieces than are left. */
export function faultsBeyondSale(
  { kind, fields: { LINES, CURRENCY_CODE } }: Pick<Draft, 'kind' | 'fields'>,
  say: Say<'at_most_price' | 'at_most_left'>,
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [at, line] of LINES.entries()) {
    const original = givesBack({ kind }) && !line.isLeft && originalOf(line, LINES)
    if (!original) continue
    const { QUANTITY: quantity, UNIT_PRICE } = asSold(original)
    if (isOver(line.UNIT_PRICE, UNIT_PRICE))
      faults[`LINES.${at}.UNIT_PRICE`] = say('at_most_price', { price: priceText(UNIT_PRICE, CURRENCY_CODE) })
    if (isOver(line.QUANTITY, quantity)) faults[`LINES.${at}.QUANTITY`] = say('at_most_left', { quantity })
  }
  return faults
}

/** A line that a person adds may name an item of the sale, too. */
const originalOf = (line: LineFields, lines: readonly LineFields[]): LineFields | undefined =>
  line.sold === undefined
    ? lines.find(({ sold, DESCRIPTION }) => sold !== undefined && DESCRIPTION === line.DESCRIPTION.trim())
    : line

const isOver = (typed: string, most: string): boolean => amountOf(typed).gt(amountOf(most))

/** A returned item of the sale has a negative quantity. */
const amountOf = (text: string) => decimalOf(parseAmount(text) ?? '0').abs()
