import type { Decimal } from '../../../../shared/document/decimal.ts'
import type { CheckedLine, CheckedTax, Sale } from '../../../../shared/document/sale.ts'
import type { Totals } from '../../../../shared/document/settle-totals.ts'
import { mergeAdjustments } from '../../../../shared/document/shown.ts'
import type { GatewayWords } from '../../../../shared/words/words.ts'
import { type CodeTextOf, type Html, html, money, price, row, timeIn, wrapRows } from './page.ts'
import type { PrintedRecord } from './printed.ts'

type Says = GatewayWords['slip']

export const itemTable = (lines: readonly CheckedLine[], says: Says, textOf: CodeTextOf): Html =>
  html`<table>${lines.map((line) => item(line, says, textOf))}</table>`

const cells = (name: string, amount: string): Html => html`<tr><th>${name}</th><td>${amount}</td></tr>`

function item(line: CheckedLine, says: Says, textOf: CodeTextOf): Html {
  // The unit C62 means “piece” and is left out.
  const unit = line.unitCode === 'C62' ? '' : ` ${textOf('unit', line.unitCode, 'name')}`
  return html`<tr class="item"><th colspan="2">${line.description}</th></tr>${[
    cells(`${line.quantity.toFixed()}${unit} × ${price(line.unitPrice)}`, money(line.subtotal)),
    ...adjustments(mergeAdjustments(line), says),
    cells(says.excluding_tax, money(line.totalExcludingTax)),
    ...line.taxes.map((tax) => cells(taxName(tax, says, textOf), money(tax.amount))),
  ]}`
}

/** A discount on a returned line is added, a charge taken off. */
const less = (amount: Decimal): string => (amount.lt(0) ? money(amount.abs()) : `−${money(amount)}`)

interface Adjusted {
  readonly discountAmount?: Decimal
  readonly discountReason?: string
  readonly chargeAmount?: Decimal
  readonly chargeReason?: string
}

function adjustments(adjusted: Adjusted, says: Says): readonly Html[] {
  const { discountAmount, discountReason, chargeAmount, chargeReason } = adjusted
  const because = (name: string, reason: string | undefined) => (reason === undefined ? name : `${name}: ${reason}`)
  return [
    ...(discountAmount ? [cells(because(says.discount, discountReason), less(discountAmount))] : []),
    ...(chargeAmount ? [cells(because(says.charge, chargeReason), money(chargeAmount))] : []),
  ]
}

function taxName(
  { taxType, rate, perUnitAmount, exemptionReason }: CheckedTax,
  says: Says,
  textOf: CodeTextOf,
): string {
  if (taxType === 'E') return `${says.exempt}: ${exemptionReason}`
  const name = textOf('tax_type', taxType, 'description')
  if (rate) return `${name} ${rate.toFixed()}%`
  return perUnitAmount ? `${name} ${price(perUnitAmount)}` : name
}

export function totalsTable({ sale, totals, lines }: PrintedRecord, says: Says, textOf: CodeTextOf): Html {
  const { prepaid, roundingAmount, currencyCode = 'MYR', exchangeRate } = sale
  return html`<table class="totals">${[
    ...adjustments(sale, says),
    cells(says.excluding_tax, money(totals.totalExcludingTax)),
    ...taxesByName(lines, says, textOf),
    cells(says.tax, money(totals.totalTax)),
    cells(says.including_tax, money(totals.totalIncludingTax)),
    ...(prepaid && !isPaidInAdvance(totals, sale) ? [cells(says.prepaid, `−${money(prepaid.amount)}`)] : []),
    ...(roundingAmount ? [cells(says.rounding, money(roundingAmount))] : []),
    html`<tr class="due"><th>${says.payable}</th><td>${currencyCode} ${money(totals.totalPayable)}</td></tr>`,
    ...(exchangeRate && currencyCode !== 'MYR' ? [cells(says.exchange_rate, exchangeRate.toFixed())] : []),
  ]}</table>`
}

function taxesByName(lines: readonly CheckedLine[], says: Says, textOf: CodeTextOf): readonly Html[] {
  const sums = new Map<string, Decimal>()
  for (const tax of lines.flatMap(({ taxes }) => taxes)) {
    const name = taxName(tax, says, textOf)
    sums.set(name, sums.get(name)?.plus(tax.amount) ?? tax.amount)
  }
  return [...sums].map(([name, amount]) => cells(name, money(amount)))
}

/** A prepayment of the whole amount is shown and not taken off, as in the document (contract 5). */
const isPaidInAdvance = ({ totalIncludingTax, totalPayable }: Totals, { prepaid, roundingAmount }: Sale): boolean =>
  prepaid !== undefined &&
  totalPayable.eq(totalIncludingTax.plus(roundingAmount ?? 0)) &&
  totalPayable.eq(prepaid.amount)

export function paymentRows({ sale, totals, timeZone }: PrintedRecord, says: Says, textOf: CodeTextOf): Html {
  const method = (code: string) => textOf('payment_method', code, 'payment_method')
  const { prepaid, billingPeriod } = sale
  return wrapRows(
    row(says.paid_by, sale.paymentMethod === undefined ? undefined : method(sale.paymentMethod)),
    ...(sale.payments ?? []).map((paid) => row(says.paid_by, `${method(paid.method)} ${money(paid.amount)}`)),
    row(
      says.prepaid,
      [
        prepaid && isPaidInAdvance(totals, sale) ? money(prepaid.amount) : undefined,
        prepaid?.paidAt === undefined ? undefined : timeIn(timeZone, prepaid.paidAt),
        prepaid?.reference,
      ]
        .filter(Boolean)
        .join(', '),
    ),
    row(says.payment_terms, sale.paymentTerms),
    row(says.payee_account, sale.payeeAccount),
    row(says.bill_reference, sale.billReference),
    row(
      says.billing_period,
      [billingPeriod?.from, billingPeriod?.to, billingPeriod?.frequency].filter(Boolean).join(' – '),
    ),
  )
}
