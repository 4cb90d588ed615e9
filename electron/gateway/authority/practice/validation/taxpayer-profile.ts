import type { EInvoice } from '../document/einvoice.ts'
import type { NamedParty } from '../ledger/document.ts'
import { generalTin, isGeneralTin, type PracticeTaxpayer } from '../people/taxpayers.ts'
import { isInactive } from '../people/test-range.ts'
import type { ValidationError } from './steps.ts'

/** What a party may give instead of a number (myinvois 6.7, 9). */
const noNumber = 'NA'
const numberUnknown = '000000000000'

/** Step 05: supplier and buyer are taxpayers, or stand for a kind of party that may stand there. */
export function findWrongProfiles(document: EInvoice, known: readonly PracticeTaxpayer[]): readonly ValidationError[] {
  return [...findWrongSupplier(document, known), ...findWrongBuyer(document, known)]
}

const finding = (
  role: 'Supplier' | 'Customer',
  property: 'Tin' | 'Id',
  what: Pick<ValidationError, 'errorCode' | 'error'>,
) => ({
  propertyName: `${role}${property}`,
  propertyPath: `document.Invoice.Accounting${role}Party.Party.PartyIdentification.ID`,
  ...what,
})

/** The one error of this step that is on record word for word (myinvois 2, E8). */
const buyerTinInvalid: ValidationError = {
  ...finding('Customer', 'Tin', {
    errorCode: 'ERR406',
    error: 'Buyer TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
  }),
  errorMs: 'TIN pembeli tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
}

const doesNotMatch = (role: 'Supplier' | 'Customer') =>
  finding(role, 'Id', {
    errorCode: 'ERR400',
    error: `The ${role === 'Supplier' ? 'supplier' : 'buyer'} TIN and identification number do not match`,
  })

function findWrongSupplier(document: EInvoice, known: readonly PracticeTaxpayer[]): readonly ValidationError[] {
  const { supplier, isSelfBilled } = document
  if (isSelfBilled && isGeneralTin(supplier.tin)) return findWrongGeneralSupplier(document)
  const taxpayer = known.find(({ tin }) => tin === supplier.tin)
  if (!taxpayer) return [finding('Supplier', 'Tin', { errorCode: 'ERR405', error: 'Supplier TIN is invalid' })]
  return hasNumberOf(taxpayer, supplier) ? [] : [doesNotMatch('Supplier')]
}

function findWrongBuyer(document: EInvoice, known: readonly PracticeTaxpayer[]): readonly ValidationError[] {
  const { buyer, isSelfBilled } = document
  if (!isSelfBilled && isGeneralTin(buyer.tin)) return findWrongGeneralBuyer(document)
  const taxpayer = known.find(({ tin }) => tin === buyer.tin)
  if (!taxpayer) return [buyerTinInvalid]
  if (isInactive(buyer.tin))
    return [{ ...buyerTinInvalid, error: 'Buyer TIN is inactive', errorMs: 'TIN pembeli tidak aktif' }]
  return hasNumberOf(taxpayer, buyer) ? [] : [doesNotMatch('Customer')]
}

function findWrongGeneralBuyer({ buyer, classifications }: EInvoice): readonly ValidationError[] {
  if (buyer.tin === generalTin.foreignSupplier) return [buyerTinInvalid]
  return buyer.tin === generalTin.generalPublic ? findWrongPublic('Customer', buyer, classifications) : []
}

function findWrongGeneralSupplier({ supplier, classifications }: EInvoice): readonly ValidationError[] {
  if (supplier.tin === generalTin.foreignBuyer)
    return [finding('Supplier', 'Tin', { errorCode: 'ERR405', error: 'Supplier TIN is invalid' })]
  return supplier.tin === generalTin.generalPublic ? findWrongPublic('Supplier', supplier, classifications) : []
}

/** With the general public's TIN goes an identity card, or nothing at all in a consolidated document (myinvois 4). */
function findWrongPublic(
  role: 'Supplier' | 'Customer',
  { idType, idNumber }: NamedParty,
  classifications: readonly string[],
): readonly ValidationError[] {
  if (idNumber === noNumber)
    return classifications.every((code) => code === '004')
      ? []
      : [
          finding(role, 'Tin', {
            errorCode: 'ERR236',
            error: 'Where General TIN (010) and ID Type BRN/NRIC = NA, applicable for Classification Code 004 only',
          }),
        ]
  if (idType === 'NRIC' || idType === 'ARMY') return []
  const error = "Buyer's details cannot be general TIN (010) for issuance of individual e-Invoice"
  return [finding(role, 'Tin', { errorCode: 'ERR237', error })]
}

/** An individual who gives only the TIN is identified by zeros (myinvois 6.7). */
const hasNumberOf = (taxpayer: PracticeTaxpayer, { idType, idNumber }: NamedParty): boolean =>
  idNumber === numberUnknown || (taxpayer.idType === idType && taxpayer.idNumber === idNumber)
