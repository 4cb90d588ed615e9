import type { EpochMs } from '../../../../shared/domain/record.ts'
import { allAt, attributeOf, type EInvoice, type Element, identifications, numberAt, textAt } from './einvoice.ts'
import { isIdNumber } from './formats.ts'
import { checkFields, fieldError } from './structure.ts'
import { generalTins, idTypes } from './taxpayers.ts'
import type { WireError } from './wire.ts'

const longestAgeMs = 72 * 3_600_000
const supplierPath = 'Invoice.AccountingSupplierParty.Party'
const buyerPath = 'Invoice.AccountingCustomerParty.Party'

/** Mandatory fields, their length and form, and the issue time (myinvois 6.2). */
export function checkCoreFields(document: EInvoice, now: EpochMs): readonly WireError[] {
  const { invoice, supplierElement, buyerElement } = document
  return [
    ...checkFields(invoice).filter(({ propertyPath }) => !isFiller(document, propertyPath ?? '')),
    ...checkReferences(document),
    ...checkIncoterms(invoice),
    ...checkVersion(document, now),
    ...checkIssueTime(document, now),
    ...checkActivity(supplierElement),
    ...checkParty(document, supplierElement, supplierPath),
    ...checkParty(document, buyerElement, buyerPath),
    ...allAt(invoice, 'Delivery', 'DeliveryParty').flatMap(checkRecipient),
    ...checkReported(document),
    ...checkExchangeRate(document),
    ...checkTaxSchemes(invoice, 'Invoice'),
    ...allAt(invoice, 'InvoiceLine').flatMap((line, at) => checkLine(line, `Invoice.InvoiceLine[${at}]`)),
  ]
}

const isPublic = ({ isConsolidated }: EInvoice, party: Element): boolean =>
  isConsolidated &&
  identifications(party).some(({ scheme, number }) => scheme === 'TIN' && number === generalTins.generalPublic)

/** The general public has neither telephone nor e-mail; no other party may say NA there (myinvois 6.6). */
function isFiller(document: EInvoice, path: string): boolean {
  const name = /\.Contact\.(Telephone|ElectronicMail)$/.exec(path)?.[1]
  const party = path.startsWith(supplierPath) ? document.supplierElement : document.buyerElement
  return name !== undefined && isPublic(document, party) && textAt(party, 'Contact', name) === 'NA'
}

function checkReferences({ invoice, typeCode }: EInvoice): readonly WireError[] {
  if (!/^[01][234]$/.test(typeCode)) return []
  const path = 'Invoice.BillingReference.InvoiceDocumentReference'
  const references = allAt(invoice, 'BillingReference', 'InvoiceDocumentReference')
  if (references.length === 0) return [fieldError(path, 'A note must refer to the document it is about')]
  return references.flatMap((reference) =>
    ['ID', 'UUID']
      .filter((name) => !textAt(reference, name))
      .map((name) => fieldError(`${path}.${name}`, `${name} is mandatory`)),
  )
}

/** Incoterms are the only reference without a type. */
const checkIncoterms = (invoice: Element): readonly WireError[] =>
  allAt(invoice, 'AdditionalDocumentReference')
    .filter((reference) => !('DocumentType' in reference) && (textAt(reference, 'ID') ?? '').length > 3)
    .map(() => fieldError('Invoice.AdditionalDocumentReference.ID', 'must be of at most 3 characters'))

const usualVersions = ['1.0', '1.1']
/** Versions for a programme that ends with 2027 (myinvois 13). */
const disclosureVersions = ['1.2', '1.3']
const disclosureEnd: EpochMs = Date.UTC(2027, 11, 31, 16)

function checkVersion({ invoice, version }: EInvoice, now: EpochMs): readonly WireError[] {
  const where = 'Invoice.InvoiceTypeCode.listVersionID'
  if (!usualVersions.includes(version) && !disclosureVersions.includes(version))
    return [fieldError(where, 'Versions 1.0 and 1.1 are supported, for voluntary disclosure 1.2 and 1.3')]
  if (disclosureVersions.includes(version) && now >= disclosureEnd)
    return [fieldError(where, `Version ${version} is not active any more`)]
  if (version === '1.0' || version === '1.2' || ('UBLExtensions' in invoice && 'Signature' in invoice)) return []
  return [fieldError('Invoice.Signature', `A document of version ${version} must be signed`)]
}

/** Worded as recorded (myinvois 2, E2); a time in the future has the same code. */
function checkIssueTime({ issuedAt }: EInvoice, now: EpochMs): readonly WireError[] {
  if (issuedAt === null || (issuedAt <= now && issuedAt >= now - longestAgeMs)) return []
  const message =
    issuedAt > now
      ? 'Document issuance date and time is in the future.'
      : 'Issuance date time value of the document is too old that cannot be submitted.'
  return [{ ...fieldError('Invoice.IssueDate AND Invoice.IssueTime', message, 'CF321'), target: 'DatetimeIssued' }]
}

function checkActivity(supplier: Element): readonly WireError[] {
  const [industry] = allAt(supplier, 'IndustryClassificationCode')
  const name = attributeOf(industry, 'name') ?? ''
  if (!industry || (name !== '' && name.length <= 300)) return []
  const message = 'The business activity is mandatory, 300 characters at most'
  return [fieldError(`${supplierPath}.IndustryClassificationCode.name`, message)]
}

const checkParty = (document: EInvoice, party: Element, where: string): readonly WireError[] => [
  ...checkNumbers(party, `${where}.PartyIdentification.ID`),
  ...checkAddress(party, isPublic(document, party), `${where}.PostalAddress`),
]

/** The receiver of goods: all fields are optional, but must be well-formed. */
const checkRecipient = (party: Element): readonly WireError[] => [
  ...checkPatterns(party, 'Invoice.Delivery.DeliveryParty.PartyIdentification.ID', true),
  ...checkPlace(party, false, 'Invoice.Delivery.DeliveryParty.PostalAddress'),
]

function checkNumbers(party: Element, where: string): readonly WireError[] {
  const numbers = identifications(party)
  const count = (wanted: readonly string[]) => numbers.filter(({ scheme }) => wanted.includes(scheme)).length
  return [
    ...(count(['TIN']) === 1 ? [] : [fieldError(where, 'One TIN is mandatory')]),
    ...(count(idTypes) === 1 ? [] : [fieldError(where, 'One of NRIC, PASSPORT, BRN, ARMY is mandatory')]),
    ...checkPatterns(party, where),
  ]
}

const checkPatterns = (party: Element, where: string, isOptional = false): readonly WireError[] =>
  identifications(party)
    .filter(({ scheme, number }) => !isIdNumber(scheme, number) && !(isOptional && number === ''))
    .map(({ scheme }) => fieldError(where, `The ${scheme || 'identification'} number is not valid`))

function checkAddress(party: Element, isOfPublic: boolean, where: string): readonly WireError[] {
  const [line] = allAt(party, 'PostalAddress', 'AddressLine', 'Line')
  const isMissing = !line || line['_'] === ''
  return [
    ...(isMissing ? [fieldError(`${where}.AddressLine.Line`, 'The first address line is mandatory')] : []),
    ...checkPlace(party, isOfPublic, where),
  ]
}

function checkPlace(party: Element, isOfPublic: boolean, where: string): readonly WireError[] {
  const errors: WireError[] = []
  if (allAt(party, 'PostalAddress', 'AddressLine', 'Line').length > 3)
    errors.push(fieldError(`${where}.AddressLine.Line`, 'There are three address lines at most'))
  const state = textAt(party, 'PostalAddress', 'CountrySubentityCode')
  const path = `${where}.CountrySubentityCode`
  if (state === '00') errors.push(fieldError(path, 'ItemCode 00 was not active when document issued'))
  if (textAt(party, 'PostalAddress', 'Country', 'IdentificationCode') !== 'MYS') return errors
  if (state === '17' && !isOfPublic)
    errors.push(fieldError(path, 'State code 17 is for consolidated e-Invoices and addresses outside Malaysia only'))
  if (!/^\d{0,5}$/.test(textAt(party, 'PostalAddress', 'PostalZone') ?? ''))
    errors.push(fieldError(`${where}.PostalZone`, 'A Malaysian postal code is of 5 digits at most'))
  return errors
}

/** Refusals that integrators report; the authority's exact words are not known (myinvois 6.3, 13). */
function checkReported(document: EInvoice): readonly WireError[] {
  const { invoice, typeCode, buyer, classifications } = document
  const errors: WireError[] = []
  if (!document.isSelfBilled && classifications.includes('004') && buyer.tin !== generalTins.generalPublic)
    errors.push(
      fieldError(
        'Invoice.InvoiceLine.Item.CommodityClassification.ItemClassificationCode',
        'Classification code 004 is for consolidated e-Invoices to the general public',
      ),
    )
  if (numberAt(invoice, 'LegalMonetaryTotal', 'PayableAmount') === 0)
    errors.push(fieldError('Invoice.LegalMonetaryTotal.PayableAmount', 'The payable amount must not be 0'))
  if (!typeCode.endsWith('1') && allAt(invoice, 'PrepaidPayment', 'PaidAmount').length > 0)
    errors.push(fieldError('Invoice.PrepaidPayment.PaidAmount', 'A note carries no prepayment'))
  return errors
}

function checkExchangeRate({ invoice, currency }: EInvoice): readonly WireError[] {
  if (currency === '' || currency === 'MYR') return []
  if ((textAt(invoice, 'TaxExchangeRate', 'CalculationRate') ?? '').length > 15)
    return [fieldError('Invoice.TaxExchangeRate.CalculationRate', 'The rate is of 15 characters at most')]
  return ['SourceCurrencyCode', 'TargetCurrencyCode', 'CalculationRate']
    .filter((name) => allAt(invoice, 'TaxExchangeRate', name).length === 0)
    .map((name) => fieldError(`Invoice.TaxExchangeRate.${name}`, `${name} is mandatory where the currency is not MYR`))
}

function checkLine(line: Element, where: string): readonly WireError[] {
  const codes = allAt(line, 'Item', 'CommodityClassification', 'ItemClassificationCode')
  const path = `${where}.Item.CommodityClassification.ItemClassificationCode`
  const ofList = (list: string) => codes.filter((code) => attributeOf(code, 'listID') === list)
  const isTooLong = ofList('PTC').some(({ _ }) => String(_).length > 12)
  return [
    ...(ofList('CLASS').length > 0 ? [] : [fieldError(path, 'A classification is mandatory')]),
    ...(isTooLong ? [fieldError(path, 'A product tariff code is of 12 characters at most')] : []),
    ...checkTaxSchemes(line, where),
    ...allAt(line, 'TaxTotal', 'TaxSubtotal').flatMap((subtotal) =>
      checkRate(subtotal, `${where}.TaxTotal.TaxSubtotal`),
    ),
  ]
}

function checkTaxSchemes(element: Element, where: string): readonly WireError[] {
  const schemes = allAt(element, 'TaxTotal', 'TaxSubtotal', 'TaxCategory', 'TaxScheme', 'ID')
  const isOfficial = (id: Element) =>
    attributeOf(id, 'schemeID') === 'UN/ECE 5153' && attributeOf(id, 'schemeAgencyID') === '6'
  if (schemes.every(isOfficial)) return []
  const path = `${where}.TaxTotal.TaxSubtotal.TaxCategory.TaxScheme.ID`
  return [fieldError(path, 'must be of scheme UN/ECE 5153, agency 6')]
}

/** A rate or an amount for each unit; an exemption has a reason instead (myinvois 6.2). */
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
