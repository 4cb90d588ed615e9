import { cash, cashRounding, leftInCash } from '../../../../shared/document/cash-rounding.ts'
import { type Decimal, decimalOf } from '../../../../shared/document/decimal.ts'
import { asAmount } from '../../../parts/amount-typed.ts'
import { settledTotals } from './check.ts'
import { isWhole } from './given-amounts.ts'
import { type Body, bodyOf, type DocumentFields, type Draft } from './values.ts'

export interface Rounded {
  /** As a till would send it, with its rounding. */
  readonly body: Body
  /** Whether the total is rounded for cash; null where there is nothing to choose. */
  readonly isTicked: boolean | null
}

/**
 * The document with its total rounded to five sen, if it is paid in cash. A till or an original that was not rounded
 * is not rounded here either, unless a person says so. @param isOffered whether the company rounds cash
 */
export function roundedBody(draft: Draft, saleGuid: string, isOffered: boolean): Rounded {
  const body = bodyOf(draft, saleGuid)
  const { fields, isRounded } = draft
  const { asGiven } = fields
  const wasRounded = asGiven?.ROUNDING_AMOUNT !== undefined
  if ((fields.CURRENCY_CODE || 'MYR') !== 'MYR' || !(isOffered || wasRounded)) return { body, isTicked: null }
  if (body['ROUNDING_AMOUNT'] !== undefined) return { body, isTicked: true }
  const total = settledTotals(body)?.totalPayable
  const rounding = total && cashRounding(leftInCash(total, paymentsOf(fields)))
  if (!rounding || (rounding.eq(0) && !(wasRounded && isWhole(fields)))) return { body, isTicked: null }
  const isTicked = isRounded ?? (asGiven ? wasRounded && !isWhole(fields) : isPaidInCash(fields))
  return { body: isTicked ? { ...body, ROUNDING_AMOUNT: rounding.toFixed(2) } : body, isTicked }
}

const isPaidInCash = ({ PAYMENTS }: DocumentFields): boolean => PAYMENTS.some(({ METHOD }) => METHOD === cash)

const paymentsOf = ({ PAYMENTS }: DocumentFields): readonly { method: string; amount: Decimal }[] =>
  PAYMENTS.map(({ METHOD, AMOUNT }) => ({ method: METHOD, amount: decimalOf(asAmount(AMOUNT) ?? '0') }))
