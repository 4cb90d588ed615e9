import { type CheckedSale, joinCustomsForms } from '../../../../../shared/document/check.ts'
import { type Decimal, sum } from '../../../../../shared/document/decimal.ts'
import type { Sale, SettledAdjustment } from '../../../../../shared/document/sale.ts'
import type { Totals } from '../../../../../shared/document/settle-totals.ts'
import type { EpochMs, Family, Kind } from '../../../../../shared/domain/record.ts'
import type { DocumentSource } from '../../port.ts'
import {
  type AggregateJson,
  aggregate,
  attributes,
  type ElementJson,
  leaf,
  leafIfAny,
  listIfAny,
  listOf,
  listOfOne,
  numberLeaf,
  type WriteMoney,
} from './element.ts'
import { type Adjustments, allowancesAndCharges, invoiceLine } from './line.ts'
import { customerParty, delivery, supplierParty, unnamedBuyer } from './party.ts'
import { documentTax, taxWriters } from './tax.ts'

const documentTypes = {
  sale: { invoice: '01', credit_note: '02', debit_note: '03', refund_note: '04' },
  self_billed: { invoice: '11', credit_note: '12', debit_note: '13', refund_note: '14' },
} as const satisfies Record<Family, Record<Kind, string>>

export type DocumentVersion = '1.0' | '1.1'

/** For voluntary disclosure, with the same structure and signature (myinvois 13). */
const disclosureVersions = { '1.0': '1.2', '1.1': '1.3' } as const satisfies Record<DocumentVersion, string>

declare const unsigned: unique symbol

/** A document without a signature: minified, well-formed, its one Invoice the last member of the root. */
export type UnsignedDocument = string & { readonly [unsigned]: true }

/**
 * UBL 2.1 in JSON: all eight types under the root Invoice, elements in the official order (myinvois 6.1). In a
 * self-billed document the company is the buyer and still the issuer (6.5).
 */
export const ublDocument = (source: DocumentSource, version: DocumentVersion): UnsignedDocument =>
  `${namespaces},"Invoice":${invoice(source, version)}}` as UnsignedDocument

const namespaces = JSON.stringify({
  _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}).slice(0, -1)

function invoice(source: DocumentSource, version: DocumentVersion): ElementJson {
  const { identity, sale, company, isForGeneralPublic } = source
  const currency = sale.currencyCode ?? 'MYR'
  const amounts = taxWriters(sale)
  const { money } = amounts
  const type = documentTypes[identity.family][identity.kind]
  return listOfOne({
    ID: leaf(identity.documentNumber),
    IssueDate: leaf(dateOf(source.issueTime)),
    IssueTime: leaf(timeOf(source.issueTime)),
    InvoiceTypeCode: leaf(
      type,
      attributes({ listVersionID: sale.voluntaryDisclosure ? disclosureVersions[version] : version }),
    ),
    DocumentCurrencyCode: leaf(currency),
    // Taxes are due in ringgit, in every currency of the sale (myinvois 13).
    TaxCurrencyCode: leaf('MYR'),
    InvoicePeriod: invoicePeriod(sale),
    BillingReference: listIfAny(billingReferences(source)),
    AdditionalDocumentReference: listIfAny(customsReferences(sale)),
    AccountingSupplierParty: supplierParty(sale.supplier ?? company, sale.customs?.authorisationNumber),
    AccountingCustomerParty: customerParty(buyerOf(source)),
    Delivery: sale.shipping && delivery(sale.shipping, identity.documentNumber, money),
    PaymentMeans: paymentMeans(sale),
    PaymentTerms: sale.paymentTerms === undefined ? undefined : listOfOne({ Note: leaf(sale.paymentTerms) }),
    PrepaidPayment: prepaidPayment(sale, money),
    AllowanceCharge: allowancesAndCharges(ofDocument(sale), money),
    TaxExchangeRate: exchangeRate(sale),
    TaxTotal: documentTax(sale, amounts),
    LegalMonetaryTotal: monetaryTotal(sale, sale.settledTotals, money),
    InvoiceLine: listOf(sale.lines.map((line) => invoiceLine(line, { money: amounts, isForGeneralPublic }))),
  })
}

function buyerOf({ identity, sale, company, isForGeneralPublic }: DocumentSource) {
  if (identity.family === 'self_billed') return company
  return isForGeneralPublic ? unnamedBuyer : (sale.buyer ?? unnamedBuyer)
}

const dateOf = (instant: EpochMs) => new Date(instant).toISOString().slice(0, 10)
const timeOf = (instant: EpochMs) => `${new Date(instant).toISOString().slice(11, 19)}Z`

function invoicePeriod({ billingPeriod }: Sale): ElementJson | undefined {
  const { from, to, frequency } = billingPeriod ?? {}
  if (from === undefined && to === undefined && frequency === undefined) return undefined
  return listOfOne({ StartDate: leafIfAny(from), EndDate: leafIfAny(to), Description: leafIfAny(frequency) })
}

function billingReferences({ originals, sale }: DocumentSource): readonly AggregateJson[] {
  const documents = originals.map(({ documentNumber, uuid }) =>
    aggregate({ ID: leaf(documentNumber), UUID: leaf(uuid) }),
  )
  const { billReference } = sale
  return [
    // All of them in one reference (myinvois 13).
    ...(documents.length === 0 ? [] : [aggregate({ InvoiceDocumentReference: listOf(documents) })]),
    ...(billReference === undefined
      ? []
      : [aggregate({ AdditionalDocumentReference: listOfOne({ ID: leaf(billReference) }) })]),
  ]
}

function customsReferences({ customs }: Sale): readonly AggregateJson[] {
  const { form19 = [], form2 = [], fta, incoterms } = customs ?? {}
  return [
    ...forms(form19, 'CustomsImportForm'),
    ...(fta === undefined
      ? []
      : [aggregate({ ID: leaf('FTA'), DocumentType: leaf('FreeTradeAgreement'), DocumentDescription: leaf(fta) })]),
    ...forms(form2, 'K2'),
    ...(incoterms === undefined ? [] : [aggregate({ ID: leaf(incoterms) })]),
  ]
}

/** Several forms are one entry, with commas between them (myinvois 13). */
const forms = (ids: readonly string[], type: string): readonly AggregateJson[] =>
  ids.length === 0 ? [] : [aggregate({ ID: leaf(joinCustomsForms(ids)), DocumentType: leaf(type) })]

/** The largest part of a split payment gives the code (contract 5). */
function paymentMeans({ paymentMethod, payments = [], payeeAccount }: Sale): ElementJson | undefined {
  const [largest] = payments.toSorted((part, next) => next.amount.cmp(part.amount))
  const method = paymentMethod ?? largest?.method
  if (method === undefined && payeeAccount === undefined) return undefined
  return listOfOne({
    PaymentMeansCode: leafIfAny(method),
    PayeeFinancialAccount: payeeAccount === undefined ? undefined : listOfOne({ ID: leaf(payeeAccount) }),
  })
}

function prepaidPayment({ prepaid }: Sale, money: WriteMoney): ElementJson | undefined {
  if (!prepaid) return undefined
  const { amount, paidAt, reference } = prepaid
  return listOfOne({
    ID: leafIfAny(reference),
    PaidAmount: money(amount),
    PaidDate: paidAt === undefined ? undefined : leaf(dateOf(paidAt)),
    PaidTime: paidAt === undefined ? undefined : leaf(timeOf(paidAt)),
  })
}

function exchangeRate({ currencyCode, exchangeRate: rate }: Sale): ElementJson | undefined {
  if (!rate || currencyCode === undefined || currencyCode === 'MYR') return undefined
  return listOfOne({
    SourceCurrencyCode: leaf(currencyCode),
    TargetCurrencyCode: leaf('MYR'),
    CalculationRate: numberLeaf(rate),
  })
}

const ofDocument = ({ discountAmount, discountReason, chargeAmount, chargeReason }: Sale): Adjustments => ({
  discounts: adjustmentOf(discountAmount, discountReason),
  charges: adjustmentOf(chargeAmount, chargeReason),
})

const adjustmentOf = (amount: Decimal | undefined, reason: string | undefined): readonly SettledAdjustment[] =>
  amount ? [{ amount, ...(reason !== undefined && { reason }) }] : []

const monetaryTotal = (sale: CheckedSale, totals: Totals, money: WriteMoney): ElementJson =>
  listOfOne({
    LineExtensionAmount: money(sum(sale.lines.map(({ totalExcludingTax }) => totalExcludingTax))),
    TaxExclusiveAmount: money(totals.totalExcludingTax),
    TaxInclusiveAmount: money(totals.totalIncludingTax),
    AllowanceTotalAmount: sale.discountAmount && money(sale.discountAmount),
    ChargeTotalAmount: sale.chargeAmount && money(sale.chargeAmount),
    PayableRoundingAmount: sale.roundingAmount && money(sale.roundingAmount),
    PayableAmount: money(totals.totalPayable),
  })
