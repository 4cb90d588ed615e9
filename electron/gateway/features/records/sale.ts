import type { z } from 'zod'
import type { recordDetailSchema } from '../../../../shared/api/operator/record-detail.ts'
import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import type { Decimal } from '../../../../shared/document/decimal.ts'
import type { Party } from '../../../../shared/document/party.ts'
import type { CheckedLine, Sale } from '../../../../shared/document/sale.ts'
import type { Totals } from '../../../../shared/document/settle-totals.ts'
import { mergeAdjustments } from '../../../../shared/document/shown.ts'

type Shown = NonNullable<z.output<typeof recordDetailSchema>['sale']>

export function saleShown(sale: Sale): Shown {
  // Checked when it was accepted: today's rules are not applied to it.
  const { soldLines, totals, roundingDifference } = settleAmounts(sale, [])
  return {
    BUYER: sale.buyer ? partyShown(sale.buyer) : null,
    SUPPLIER: sale.supplier ? partyShown(sale.supplier) : null,
    LINES: soldLines.map(lineShown),
    ...adjustments(sale),
    ROUNDING_AMOUNT: money(sale.roundingAmount),
    ROUNDING_DIFFERENCE: money(roundingDifference ?? undefined),
    TOTALS: totalsToWire(totals),
    EXCHANGE_RATE: sale.exchangeRate?.toFixed() ?? null,
    PREPAID: money(sale.prepaid?.amount),
    PAYMENT_METHODS: sale.payments?.map(({ method }) => method) ?? (sale.paymentMethod ? [sale.paymentMethod] : []),
  }
}

export const totalsToWire = (totals: Totals) => ({
  TOTAL_EXCLUDING_TAX: totals.totalExcludingTax.toFixed(2),
  TOTAL_TAX: totals.totalTax.toFixed(2),
  TOTAL_INCLUDING_TAX: totals.totalIncludingTax.toFixed(2),
  TOTAL_PAYABLE: totals.totalPayable.toFixed(2),
})

const money = (amount: Decimal | undefined): string | null => amount?.toFixed(2) ?? null

const adjustments = (adjusted: Pick<Sale, 'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason'>) => ({
  DISCOUNT_AMOUNT: money(adjusted.discountAmount),
  DISCOUNT_REASON: adjusted.discountReason ?? null,
  CHARGE_AMOUNT: money(adjusted.chargeAmount),
  CHARGE_REASON: adjusted.chargeReason ?? null,
})

const lineShown = (line: CheckedLine): Shown['LINES'][number] => ({
  DESCRIPTION: line.description,
  CLASSIFICATION_CODES: [...line.classificationCodes],
  QUANTITY: line.quantity.toFixed(),
  UNIT_CODE: line.unitCode,
  UNIT_PRICE: line.unitPrice.toFixed(),
  ...adjustments(mergeAdjustments(line)),
  SUBTOTAL: line.subtotal.toFixed(2),
  TOTAL_EXCLUDING_TAX: line.totalExcludingTax.toFixed(2),
  TAXES: line.taxes.map((tax) => ({
    TAX_TYPE: tax.taxType,
    RATE: tax.rate?.toFixed() ?? null,
    AMOUNT: tax.amount.toFixed(2),
    EXEMPTION_REASON: tax.exemptionReason ?? null,
  })),
})

/** A company's number is public; a person's is not, and passers-by can see the screen. */
const partyShown = (party: Party) => ({
  ...partyFields(party),
  ID_NUMBER: party.idType === 'BRN' ? party.idNumber : `…${party.idNumber.slice(-4)}`,
})

/** A party as the form has it. */
export const partyFields = ({ name, tin, idType, idNumber, phone, email, sstNumber, address }: Party) => ({
  NAME: name,
  TIN: tin,
  ID_TYPE: idType,
  ID_NUMBER: idNumber,
  PHONE: phone,
  EMAIL: email ?? null,
  SST_NUMBER: sstNumber ?? null,
  ADDRESS: {
    LINES: [...address.lines],
    CITY: address.city,
    POSTCODE: address.postcode ?? null,
    STATE_CODE: address.stateCode,
    COUNTRY_CODE: address.countryCode,
  },
})
