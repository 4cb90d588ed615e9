import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { cashCode, cashRoundingOf, leftInCash } from '../../../../shared/document/cash-rounding.ts'
import { type Decimal, decimalOf, sum } from '../../../../shared/document/decimal.ts'
import { toDomainNames } from '../../../../shared/document/fields.ts'
import { type Sale, saleSchemas } from '../../../../shared/document/sale.ts'
import type { Totals } from '../../../../shared/document/settle-totals.ts'
import { parseAmount } from '../../../parts/amounts.ts'
import { type Body, bodyOf, type DocumentFields, type Draft, emptyPayment } from './values.ts'

const amounts = saleSchemas.sale.invoice
  .pick({
    LINES: true,
    PRICES_INCLUDE_TAX: true,
    TAX_ROUNDING: true,
    DISCOUNT_AMOUNT: true,
    CHARGE_AMOUNT: true,
    DISCOUNTS: true,
    CHARGES: true,
    PREPAID: true,
    ROUNDING_AMOUNT: true,
    TOTALS: true,
  })
  .strip()

/** The totals, once every line has its amounts. Other fields may still be missing. */
function settledTotals(body: unknown): (Totals & Pick<Sale, 'roundingAmount'>) | null {
  const parsed = amounts.safeParse(body)
  if (!parsed.success) return null
  const sale = toDomainNames(parsed.data) as Sale
  return { ...settleAmounts(sale, []).totals, ...(sale.roundingAmount && { roundingAmount: sale.roundingAmount }) }
}

/** The totals as the gateway will compute them; null while an amount is missing. */
export function totalsOf(body: unknown) {
  const totals = settledTotals(body)
  return (
    totals && {
      excludingTax: totals.totalExcludingTax.toFixed(2),
      tax: totals.totalTax.toFixed(2),
      rounding: totals.roundingAmount?.toFixed(2) ?? null,
      payable: totals.totalPayable.toFixed(2),
    }
  )
}

export type DocumentTotals = ReturnType<typeof totalsOf>

/** @returns the body. If one payment has no amount, it gets what the others leave of the total */
export function withRemainingPayment(body: Body, fields: DocumentFields): Body {
  const payments = (body['PAYMENTS'] ?? []) as readonly Partial<typeof emptyPayment>[]
  const payable = settledTotals(body)?.totalPayable
  const [open, other] = payments.filter(({ METHOD, AMOUNT }) => METHOD !== undefined && AMOUNT === undefined)
  if (!payable || !open || other) return body
  const AMOUNT = payable.minus(sum(paymentsOf(fields).map(({ amount }) => amount))).toFixed(2)
  return { ...body, PAYMENTS: payments.map((each) => (each === open ? { ...each, AMOUNT } : each)) }
}

/**
 * The document with its total rounded to five sen, if it is paid in cash. A correction is rounded as the till did it.
 * @param isOffered whether the company rounds cash @returns the body as a till would send it, and whether it is paid in
 * cash; null if there is nothing to choose
 */
export function bodyWithCashRounding(
  draft: Draft,
  saleGuid: string,
  isOffered = false,
): { readonly body: Body; readonly isTicked: boolean | null } {
  const { fields, corrects } = draft
  const given = bodyOf(draft, saleGuid)
  const wasRounded = fields.asGiven?.ROUNDING_AMOUNT !== undefined
  if ((fields.CURRENCY_CODE || 'MYR') !== 'MYR' || !(isOffered || wasRounded)) return { body: given, isTicked: null }
  const { ROUNDING_AMOUNT: amount, ...body } = given
  const isCash = corrects ? wasRounded : isPaidInCash(fields)
  const isTicked = corrects ? null : isCash
  const total = settledTotals(body)?.totalPayable
  const rounding = total && cashRoundingOf(leftInCash(total, paymentsOf(fields)))
  if (isCash && amount !== undefined) return { body: given, isTicked }
  return {
    body: isCash && rounding?.eq(0) === false ? { ...body, ROUNDING_AMOUNT: rounding.toFixed(2) } : body,
    isTicked,
  }
}

/** The payments, once a person says whether all that is left is paid in cash. */
export function withCash({ PAYMENTS }: DocumentFields, isCash: boolean): DocumentFields['PAYMENTS'] {
  const others = PAYMENTS.filter(({ METHOD, AMOUNT }) => METHOD !== cashCode && !(isCash && AMOUNT === ''))
  const all = isCash ? [...others, { ...emptyPayment, METHOD: cashCode }] : others
  return all.length === 0 ? [emptyPayment] : all
}

const isPaidInCash = ({ PAYMENTS }: DocumentFields): boolean => PAYMENTS.some(({ METHOD }) => METHOD === cashCode)

const paymentsOf = ({ PAYMENTS }: DocumentFields): readonly { method: string; amount: Decimal }[] =>
  PAYMENTS.map(({ METHOD, AMOUNT }) => ({ method: METHOD, amount: decimalOf(parseAmount(AMOUNT) ?? '0') }))
