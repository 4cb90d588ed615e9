import type { Instant } from '../../../../../shared/domain/record.ts'
import type { WireError } from '../http/reply.ts'
import { generalTin } from '../people/taxpayers.ts'
import type { EInvoice } from './einvoice.ts'
import { all, attributeOf, type Element, numberAt, textAt } from './element.ts'
import { checkFields, fieldError, hasAttribute } from './field-check.ts'
import { invoiceFields, lineFields, referenceFields, taxTotalFields } from './fields.ts'
import { checkParties } from './party-check.ts'

const longestAgeMs = 72 * 3_600_000

/** Everything that must be there, short enough and well written, and the issue time (myinvois 6.2). */
export function checkCoreFields(document: EInvoice, now: Instant): readonly WireError[] {
  const { invoice, typeCode } = document
  const isNote = /^[01][234]$/.test(typeCode)
  return [
    ...checkFields(invoice, invoiceFields, 'Invoice'),
    ...(isNote ? checkFieldsOfNote(invoice) : []),
    ...checkVersion(document, now),
    ...checkIssueTime(document, now),
    ...checkParties(document),
    ...checkReported(document),
    ...checkExchangeRate(document),
    ...checkTaxes(invoice, 'Invoice'),
    ...all(invoice, 'InvoiceLine').flatMap((line, at) => checkLine(line, `Invoice.InvoiceLine[${at}]`)),
  ]
}

function checkFieldsOfNote(invoice: Element): readonly WireError[] {
  if (all(invoice, 'BillingReference', 'InvoiceDocumentReference').length > 0)
    return checkFields(invoice, referenceFields, 'Invoice')
  return [
    fieldError('Invoice.BillingReference.InvoiceDocumentReference', 'A note must refer to the document it is about'),
  ]
}

const usualVersions = ['1.0', '1.1']
/** Of the programme that ends with 2027 in Malaysia (myinvois 13). */
const disclosureVersions = ['1.2', '1.3']
const disclosureEnd: Instant = Date.UTC(2027, 11, 31, 16)

function checkVersion({ invoice, version }: EInvoice, now: Instant): readonly WireError[] {
  const where = 'Invoice.InvoiceTypeCode.listVersionID'
  if (!usualVersions.includes(version) && !disclosureVersions.includes(version))
    return [fieldError(where, 'Versions 1.0 and 1.1 are supported, for voluntary disclosure 1.2 and 1.3')]
  if (disclosureVersions.includes(version) && now >= disclosureEnd)
    return [fieldError(where, `Version ${version} is not active any more`)]
  if (version === '1.0' || version === '1.2' || ('UBLExtensions' in invoice && 'Signature' in invoice)) return []
  return [fieldError('Invoice.Signature', `A document of version ${version} must be signed`)]
}

/** The error as it was recorded (myinvois 2, E2); a time in the future is told by the same code. */
function checkIssueTime({ issuedAt }: EInvoice, now: Instant): readonly WireError[] {
  if (issuedAt === null) return []
  const path = 'Invoice.IssueDate AND Invoice.IssueTime'
  const error = (message: string): WireError => ({
    code: 'CF321',
    message,
    target: 'DatetimeIssued',
    propertyPath: path,
    details: null,
  })
  if (issuedAt > now) return [error('Document issuance date and time is in the future.')]
  if (issuedAt >= now - longestAgeMs) return []
  return [error('Issuance date time value of the document is too old that cannot be submitted.')]
}

/** What integrations report as refused; in which words nobody has written down (myinvois 6.3, 13). */
function checkReported(document: EInvoice): readonly WireError[] {
  const { invoice, typeCode, isSelfBilled, buyer, classifications } = document
  const isNote = !typeCode.endsWith('1')
  const errors: WireError[] = []
  if (!isSelfBilled && classifications.includes('004') && buyer.tin !== generalTin.generalPublic)
    errors.push(
      fieldError(
        'Invoice.InvoiceLine.Item.CommodityClassification.ItemClassificationCode',
        'Classification code 004 is for consolidated e-Invoices to the general public',
      ),
    )
  if (numberAt(invoice, 'LegalMonetaryTotal', 'PayableAmount') === 0)
    errors.push(fieldError('Invoice.LegalMonetaryTotal.PayableAmount', 'The payable amount must not be 0'))
  if (isNote && all(invoice, 'PrepaidPayment', 'PaidAmount').length > 0)
    errors.push(fieldError('Invoice.PrepaidPayment.PaidAmount', 'A note carries no prepayment'))
  return errors
}

const mostRateCharacters = 15

function checkExchangeRate({ invoice, currency }: EInvoice): readonly WireError[] {
  if (currency === '' || currency === 'MYR') return []
  const missing = ['SourceCurrencyCode', 'TargetCurrencyCode', 'CalculationRate'].filter(
    (name) => all(invoice, 'TaxExchangeRate', name).length === 0,
  )
  const rate = textAt(invoice, 'TaxExchangeRate', 'CalculationRate') ?? ''
  if (rate.length > mostRateCharacters)
    return [fieldError('Invoice.TaxExchangeRate.CalculationRate', 'The rate is of 15 characters at most')]
  return missing.map((name) =>
    fieldError(`Invoice.TaxExchangeRate.${name}`, `${name} is mandatory where the currency is not MYR`),
  )
}

function checkLine(line: Element, where: string): readonly WireError[] {
  const codes = all(line, 'Item', 'CommodityClassification', 'ItemClassificationCode')
  const path = `${where}.Item.CommodityClassification.ItemClassificationCode`
  const isTooLong = codes.some((code) => hasAttribute(code, 'listID', 'PTC') && String(code['_']).length > 12)
  return [
    ...checkFields(line, lineFields, where),
    ...(codes.some((code) => hasAttribute(code, 'listID', 'CLASS'))
      ? []
      : [fieldError(path, 'A classification is mandatory')]),
    ...(isTooLong ? [fieldError(path, 'A product tariff code is of 12 characters at most')] : []),
    ...checkTaxes(line, where),
    ...all(line, 'TaxTotal', 'TaxSubtotal').flatMap((subtotal) => checkRate(subtotal, `${where}.TaxTotal.TaxSubtotal`)),
  ]
}

function checkTaxes(element: Element, where: string): readonly WireError[] {
  const totals = all(element, 'TaxTotal')
  if (totals.length === 0) return [fieldError(`${where}.TaxTotal`, 'TaxTotal is mandatory')]
  const schemes = totals.flatMap((total) => all(total, 'TaxSubtotal', 'TaxCategory', 'TaxScheme', 'ID'))
  const isOfficial = (id: Element) =>
    attributeOf(id, 'schemeID') === 'UN/ECE 5153' && attributeOf(id, 'schemeAgencyID') === '6'
  return [
    ...totals.flatMap((total) => checkFields(total, taxTotalFields, `${where}.TaxTotal`)),
    ...(schemes.every(isOfficial)
      ? []
      : [
          fieldError(
            `${where}.TaxTotal.TaxSubtotal.TaxCategory.TaxScheme.ID`,
            'must be of scheme UN/ECE 5153, agency 6',
          ),
        ]),
  ]
}

/** A rate, or an amount for each unit; an exemption is explained instead (myinvois 6.2). */
function checkRate(subtotal: Element, where: string): readonly WireError[] {
  const type = textAt(subtotal, 'TaxCategory', 'ID')
  if (type === 'E') {
    const reason = textAt(subtotal, 'TaxCategory', 'TaxExemptionReason')
    return reason && 'TaxableAmount' in subtotal
      ? []
      : [fieldError(`${where}.TaxCategory.TaxExemptionReason`, 'An exemption needs its reason and the amount exempted')]
  }
  const hasRate = 'Percent' in subtotal || ('PerUnitAmount' in subtotal && 'BaseUnitMeasure' in subtotal)
  return hasRate || type === '06' ? [] : [fieldError(`${where}.Percent`, 'A tax needs a rate or an amount per unit')]
}
