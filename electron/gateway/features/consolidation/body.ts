import { generalPublicOnWire } from '../../../../shared/document/party.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { type Amounts, addUp, type Sen, type TaxShare } from '../../../../shared/domain/consolidation-amounts.ts'
import { firstAndLastDay } from '../../../../shared/domain/consolidation-period.ts'
import type { PlannedDocument, PlannedLine } from '../../../../shared/domain/consolidation-plan.ts'
import type { EpochMs, Identity } from '../../../../shared/domain/record.ts'

/** `C202610-` for a month, `C20261031-` for a day: the number comes after. */
export const saleCodePrefixOf = (period: string): string => `C${period.replaceAll('-', '')}-`
export const saleCodeAt = (period: string, number: number): string =>
  `${saleCodePrefixOf(period)}${String(number).padStart(3, '0')}`

export function bodyOf(document: PlannedDocument, identity: Identity, making: BodyOptions): object {
  const { group, lines, amounts } = document
  return {
    COMPANY_CODE: identity.companyCode,
    OUTLET_NAME: identity.outletName,
    TERMINAL_NAME: identity.terminalName,
    SHIFT_CODE: identity.shiftCode,
    SALE_CODE: identity.saleCode,
    SALE_GUID: identity.saleGuid,
    ISSUED_AT: new Date(making.at).toISOString(),
    CURRENCY_CODE: group.currencyCode,
    ...(group.exchangeRate !== null && { EXCHANGE_RATE: group.exchangeRate }),
    CONSOLIDATE: true,
    ...(making.isDisclosed && { VOLUNTARY_DISCLOSURE: true }),
    ...(group.family === 'self_billed' && { SUPPLIER: seller }),
    BILLING_PERIOD: billingPeriod(document, making),
    LINES: lines.map(lineOf),
    ...adjustments(amounts),
    TOTALS: totalsOf(amounts),
  }
}

/** The seller in a consolidated self-billed document (myinvois 6.6). */
const seller = { ...generalPublicOnWire, MSIC_CODE: '00000', BUSINESS_ACTIVITY: 'NA' }

export interface BodyOptions {
  readonly at: EpochMs
  readonly timeZone: string
  readonly lastDay: string
  readonly isDisclosed?: boolean
}

/** The period. If the month is not over, it ends with the day of the last sale. */
function billingPeriod({ group, lastSoldAt }: PlannedDocument, { timeZone, lastDay }: BodyOptions) {
  const { from, to } = firstAndLastDay(group.period)
  const end = lastDay < to ? dayOf(lastSoldAt, timeZone) : to
  return { FROM: from, TO: end, FREQUENCY: group.period.length > 7 ? 'Daily' : 'Monthly' }
}

const lineOf = (line: PlannedLine) => (line.isReturned ? returnedLine(line) : soldLine(line))

/** The mirror of a line sold (contract 5). */
const returnedLine = ({ excludingTax, taxes, ...line }: PlannedLine) => ({
  ...soldLine({
    ...line,
    excludingTax: -excludingTax,
    taxes: taxes.map((tax) => ({ ...tax, quantity: -tax.quantity, taxable: -tax.taxable, amount: -tax.amount })),
  }),
  QUANTITY: '-1',
})

const soldLine = ({ description, excludingTax, taxes }: PlannedLine) => ({
  DESCRIPTION: description,
  CLASSIFICATION_CODES: ['004'],
  QUANTITY: '1',
  UNIT_CODE: 'C62',
  UNIT_PRICE: formatSen(excludingTax),
  SUBTOTAL: formatSen(excludingTax),
  TOTAL_EXCLUDING_TAX: formatSen(excludingTax),
  TAXES: taxes.map((tax) => ({
    ...taxOf(tax),
    ...(tax.taxable !== excludingTax && { TAXABLE_AMOUNT: formatSen(tax.taxable) }),
  })),
})

const taxOf = ({ taxType, rate, perUnitAmount, unitCode, exemptionReason, quantity, amount }: TaxShare) => ({
  TAX_TYPE: taxType,
  ...(rate !== null && { RATE: rate }),
  ...(perUnitAmount !== null && {
    PER_UNIT_AMOUNT: perUnitAmount,
    QUANTITY: decimal(quantity, 5),
    ...(unitCode !== null && { UNIT_CODE: unitCode }),
  }),
  AMOUNT: formatSen(amount),
  ...(exemptionReason !== null && { EXEMPTION_REASON: exemptionReason }),
})

const adjustments = ({ discount, charge, rounding }: Amounts) => ({
  ...(discount !== 0n && { DISCOUNT_AMOUNT: formatSen(discount), DISCOUNT_REASON: 'Discounts on whole receipts' }),
  ...(charge !== 0n && { CHARGE_AMOUNT: formatSen(charge), CHARGE_REASON: 'Charges on whole receipts' }),
  ...(rounding !== 0n && { ROUNDING_AMOUNT: formatSen(rounding) }),
})

function totalsOf(amounts: Amounts) {
  const { excludingTax, tax, includingTax, payable } = addUp(amounts)
  return {
    TOTAL_EXCLUDING_TAX: formatSen(excludingTax),
    TOTAL_TAX: formatSen(tax),
    TOTAL_INCLUDING_TAX: formatSen(includingTax),
    TOTAL_PAYABLE: formatSen(payable),
  }
}

export const formatSen = (sen: Sen): string => decimal(sen, 2)

function decimal(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
