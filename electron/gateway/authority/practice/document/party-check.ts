import type { WireError } from '../http/reply.ts'
import { generalTin } from '../people/taxpayers.ts'
import { type EInvoice, identifications } from './einvoice.ts'
import { all, attributeOf, type Element, textAt } from './element.ts'
import { checkFields, fieldError } from './field-check.ts'
import { partyFields, supplierFields } from './fields.ts'
import { formatFault, isNumberOf } from './formats.ts'

const schemes = { number: ['NRIC', 'PASSPORT', 'BRN', 'ARMY'], taxes: ['SST', 'TTX'] } as const

/** Supplier and buyer: who they are, where they are, how to reach them (myinvois 6.2). */
export function checkParties(document: EInvoice): readonly WireError[] {
  const supplier = 'Invoice.AccountingSupplierParty.Party'
  return [
    ...checkParty(document, document.supplierElement, supplier),
    ...checkFields(document.supplierElement, supplierFields, supplier),
    ...checkActivity(document.supplierElement, supplier),
    ...checkParty(document, document.buyerElement, 'Invoice.AccountingCustomerParty.Party'),
  ]
}

function checkParty(document: EInvoice, party: Element, where: string): readonly WireError[] {
  const isPublic =
    document.isConsolidated &&
    identifications(party).some(({ scheme, number }) => scheme === 'TIN' && number === generalTin.generalPublic)
  const errors = [
    ...checkFields(party, partyFields, where),
    ...checkNumbers(party, `${where}.PartyIdentification.ID`),
    ...checkAddress(party, isPublic, `${where}.PostalAddress`),
  ]
  // The general public has neither telephone nor e-mail; nobody else may say NA there (myinvois 6.6).
  const isFiller = ({ propertyPath }: WireError) =>
    (propertyPath?.endsWith('Telephone') && textAt(party, 'Contact', 'Telephone') === 'NA') ||
    (propertyPath?.endsWith('ElectronicMail') && textAt(party, 'Contact', 'ElectronicMail') === 'NA')
  return isPublic ? errors.filter((error) => !isFiller(error)) : errors
}

function checkActivity(supplier: Element, where: string): readonly WireError[] {
  const [industry] = all(supplier, 'IndustryClassificationCode')
  const name = industry && attributeOf(industry, 'name')
  if (!industry || (name !== undefined && name !== '' && name.length <= 300)) return []
  return [
    fieldError(
      `${where}.IndustryClassificationCode.name`,
      'The business activity is mandatory, 300 characters at most',
    ),
  ]
}

function checkNumbers(party: Element, where: string): readonly WireError[] {
  const numbers = identifications(party)
  const errors: WireError[] = []
  const count = (wanted: readonly string[]) => numbers.filter(({ scheme }) => wanted.includes(scheme)).length
  if (count(['TIN']) !== 1) errors.push(fieldError(where, 'One TIN is mandatory'))
  if (count(schemes.number) !== 1) errors.push(fieldError(where, 'One of NRIC, PASSPORT, BRN, ARMY is mandatory'))
  for (const { scheme, number } of numbers) {
    if (number === 'NA' && scheme !== 'TIN') continue
    const format = scheme === 'SST' ? 'sst' : scheme === 'TTX' ? 'ttx' : null
    if (!isNumberOf(scheme, number) || (format && formatFault(format, number)))
      errors.push(fieldError(where, `The ${scheme === '' ? 'identification' : scheme} number is not valid`))
  }
  return errors
}

const malaysia = 'MYS'

function checkAddress(party: Element, isPublic: boolean, where: string): readonly WireError[] {
  const errors: WireError[] = []
  const lines = all(party, 'PostalAddress', 'AddressLine', 'Line')
  if (!lines[0] || lines[0]['_'] === '')
    errors.push(fieldError(`${where}.AddressLine.Line`, 'The first address line is mandatory'))
  if (lines.length > 3) errors.push(fieldError(`${where}.AddressLine.Line`, 'There are three address lines at most'))
  const state = textAt(party, 'PostalAddress', 'CountrySubentityCode')
  const path = `${where}.CountrySubentityCode`
  if (state === '00') errors.push(fieldError(path, 'ItemCode 00 was not active when document issued'))
  if (textAt(party, 'PostalAddress', 'Country', 'IdentificationCode') !== malaysia) return errors
  if (state === '17' && !isPublic)
    errors.push(fieldError(path, 'State code 17 is for consolidated e-Invoices and addresses outside Malaysia only'))
  const zone = textAt(party, 'PostalAddress', 'PostalZone') ?? ''
  if (!/^\d{0,5}$/.test(zone))
    errors.push(fieldError(`${where}.PostalZone`, 'A Malaysian postal code is of 5 digits at most'))
  return errors
}
