import type { Totals } from '../../../../../shared/document/arithmetic.ts'
import type { Sale } from '../../../../../shared/document/sale.ts'
import type { Family, Instant, Kind } from '../../../../../shared/domain/record.ts'
import type { DocumentSource } from '../../port.ts'
import { type Aggregate, aggregate, leaf, money, number, optional } from './element.ts'
import { allowancesAndCharges, invoiceLine } from './line.ts'
import { customerParty, deliveryParty, generalPublic, supplierParty } from './party.ts'
import { documentTax } from './tax.ts'

const documentTypes = {
  sale: { invoice: '01', credit_note: '02', debit_note: '03', refund_note: '04' },
  self_billed: { invoice: '11', credit_note: '12', debit_note: '13', refund_note: '14' },
} as const satisfies Record<Family, Record<Kind, string>>

export type DocumentVersion = '1.0' | '1.1'

/**
 * The sale as the authority's document: UBL 2.1 in JSON, all eight types under the root Invoice, elements in the
 * official order (myinvois 6.1). Who sells and who buys is never swapped: in a self-billed document the company is
 * the buyer and issues it all the same (6.5).
 */
export function ublDocument(source: DocumentSource, version: DocumentVersion): Readonly<Record<string, unknown>> {
  return {
    _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    Invoice: [invoice(source, version)],
  }
}

function invoice(source: DocumentSource, version: DocumentVersion): Aggregate {
  const { identity, sale, company, isForGeneralPublic } = source
  const currency = sale.currencyCode ?? 'MYR'
  const type = documentTypes[identity.family][identity.kind]
  return aggregate({
    ID: leaf(identity.documentNumber),
    IssueDate: leaf(dateOf(source.issueTime)),
    IssueTime: leaf(timeOf(source.issueTime)),
    InvoiceTypeCode: leaf(type, { listVersionID: version }),
    DocumentCurrencyCode: leaf(currency),
    TaxCurrencyCode: leaf(currency),
    InvoicePeriod: invoicePeriod(sale),
    BillingReference: billingReferences(source),
    AdditionalDocumentReference: customsReferences(sale),
    AccountingSupplierParty: [supplierParty(sale.supplier ?? company, sale.customs?.authorisationNumber)],
    AccountingCustomerParty: [customerParty(buyerOf(source))],
    Delivery: sale.shipping && [deliveryParty(sale.shipping)],
    PaymentMeans: paymentMeans(sale),
    PaymentTerms: sale.paymentTerms === undefined ? undefined : [{ Note: leaf(sale.paymentTerms) }],
    PrepaidPayment: prepaidPayment(sale, currency),
    AllowanceCharge: allowancesAndCharges(sale, currency),
    TaxExchangeRate: exchangeRate(sale),
    TaxTotal: [documentTax(sale.lines, currency)],
    LegalMonetaryTotal: [monetaryTotal(sale, sale.settledTotals, currency)],
    InvoiceLine: sale.lines.map((line, at) => invoiceLine(line, at, { currency, isForGeneralPublic })),
  })
}

function buyerOf({ identity, sale, company, isForGeneralPublic }: DocumentSource) {
  if (identity.family === 'self_billed') return company
  return isForGeneralPublic ? generalPublic : (sale.buyer ?? generalPublic)
}

const dateOf = (instant: Instant) => new Date(instant).toISOString().slice(0, 10)
const timeOf = (instant: Instant) => `${new Date(instant).toISOString().slice(11, 19)}Z`

function invoicePeriod({ billingPeriod }: Sale): readonly Aggregate[] | undefined {
  const { from, to, frequency } = billingPeriod ?? {}
  const period = aggregate({ StartDate: optional(from), EndDate: optional(to), Description: optional(frequency) })
  return Object.keys(period).length > 0 ? [period] : undefined
}

function billingReferences({ originals, sale }: DocumentSource): readonly Aggregate[] {
  const references: Aggregate[] = originals.map(({ documentNumber, uuid }) => ({
    InvoiceDocumentReference: [{ ID: leaf(documentNumber), UUID: leaf(uuid) }],
  }))
  if (sale.billReference === undefined) return references
  return [...references, { AdditionalDocumentReference: [{ ID: leaf(sale.billReference) }] }]
}

/** Import and export references (myinvois 6.2). */
function customsReferences({ customs }: Sale): readonly Aggregate[] | undefined {
  if (!customs) return undefined
  const { form19 = [], form2 = [], fta, incoterms } = customs
  return [
    ...form19.map((id) => ({ ID: leaf(id), DocumentType: leaf('CustomsImportForm') })),
    ...(fta === undefined
      ? []
      : [{ ID: leaf('FTA'), DocumentType: leaf('FreeTradeAgreement'), DocumentDescription: leaf(fta) }]),
    ...form2.map((id) => ({ ID: leaf(id), DocumentType: leaf('K2') })),
    ...(incoterms === undefined ? [] : [{ ID: leaf(incoterms) }]),
  ]
}

/** Of a split payment the largest part names the means (contract 5). */
function paymentMeans({ paymentMethod, payments = [], payeeAccount }: Sale): readonly Aggregate[] | undefined {
  const [largest] = payments.toSorted((one, other) => other.amount.cmp(one.amount))
  const method = paymentMethod ?? largest?.method
  if (method === undefined && payeeAccount === undefined) return undefined
  return [
    aggregate({
      PaymentMeansCode: optional(method),
      PayeeFinancialAccount: payeeAccount === undefined ? undefined : [{ ID: leaf(payeeAccount) }],
    }),
  ]
}

function prepaidPayment({ prepaid }: Sale, currency: string): readonly Aggregate[] | undefined {
  if (!prepaid) return undefined
  const { amount, paidAt, reference } = prepaid
  return [
    aggregate({
      ID: optional(reference),
      PaidAmount: money(amount, currency),
      PaidDate: paidAt === undefined ? undefined : leaf(dateOf(paidAt)),
      PaidTime: paidAt === undefined ? undefined : leaf(timeOf(paidAt)),
    }),
  ]
}

function exchangeRate({ currencyCode, exchangeRate: rate }: Sale): readonly Aggregate[] | undefined {
  if (!rate || currencyCode === undefined || currencyCode === 'MYR') return undefined
  return [{ SourceCurrencyCode: leaf(currencyCode), TargetCurrencyCode: leaf('MYR'), CalculationRate: number(rate) }]
}

const monetaryTotal = (sale: Sale, totals: Totals, currency: string): Aggregate =>
  aggregate({
    LineExtensionAmount: money(
      totals.totalExcludingTax.plus(sale.discountAmount ?? 0).minus(sale.chargeAmount ?? 0),
      currency,
    ),
    TaxExclusiveAmount: money(totals.totalExcludingTax, currency),
    TaxInclusiveAmount: money(totals.totalIncludingTax, currency),
    AllowanceTotalAmount: sale.discountAmount && money(sale.discountAmount, currency),
    ChargeTotalAmount: sale.chargeAmount && money(sale.chargeAmount, currency),
    PayableRoundingAmount: sale.roundingAmount && money(sale.roundingAmount, currency),
    PayableAmount: money(totals.totalPayable, currency),
  })
