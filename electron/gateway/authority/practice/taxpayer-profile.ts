import type { EInvoice } from './einvoice.ts'
import type { NamedParty } from './ledger.ts'
import type { Finding } from './steps.ts'
import { generalTins, isGeneralTin, isInactiveTin } from './taxpayers.ts'

/** Step 05: supplier and buyer are known taxpayers, or allowed general ones. */
export const findWrongProfiles = (document: EInvoice, known: readonly NamedParty[]): readonly Finding[] => [
  ...findWrongParty(document, 'Supplier', known),
  ...findWrongParty(document, 'Customer', known),
]

type Role = 'Supplier' | 'Customer'

function findWrongParty(document: EInvoice, role: Role, known: readonly NamedParty[]): readonly Finding[] {
  const party = role === 'Supplier' ? document.supplier : document.buyer
  const isOther = (role === 'Supplier') === document.isSelfBilled
  if (isOther && isGeneralTin(party.tin)) return findWrongGeneral(document, role, party)
  const taxpayer = known.find(({ tin }) => tin === party.tin)
  if (!taxpayer) return [tinInvalid(role)]
  if (role === 'Customer' && isInactiveTin(party.tin))
    return [{ ...tinInvalid(role), error: 'Buyer TIN is inactive', errorMs: 'TIN pembeli tidak aktif' }]
  // Zeros stand for an individual's number that is not given (myinvois 6.7).
  const isSame = taxpayer.idType === party.idType && taxpayer.idNumber === party.idNumber
  if (isSame || party.idNumber === '000000000000') return []
  const who = role === 'Supplier' ? 'supplier' : 'buyer'
  return [finding(role, 'Id', 'ERR400', `The ${who} TIN and identification number do not match`)]
}

/** The general public has an identity card number, or in a consolidated document none (myinvois 4). */
function findWrongGeneral({ classifications }: EInvoice, role: Role, party: NamedParty): readonly Finding[] {
  if (party.tin === (role === 'Supplier' ? generalTins.foreignBuyer : generalTins.foreignSupplier))
    return [tinInvalid(role)]
  if (party.tin !== generalTins.generalPublic) return []
  if (party.idNumber === 'NA') {
    if (classifications.every((code) => code === '004')) return []
    const error = 'Where General TIN (010) and ID Type BRN/NRIC = NA, applicable for Classification Code 004 only'
    return [finding(role, 'Tin', 'ERR236', error)]
  }
  if (party.idType === 'NRIC' || party.idType === 'ARMY') return []
  const error = "Buyer's details cannot be general TIN (010) for issuance of individual e-Invoice"
  return [finding(role, 'Tin', 'ERR237', error)]
}

const finding = (role: Role, property: 'Tin' | 'Id', errorCode: string, error: string): Finding => ({
  propertyName: `${role}${property}`,
  propertyPath: `document.Invoice.Accounting${role}Party.Party.PartyIdentification.ID`,
  errorCode,
  error,
})

/** The buyer's error is recorded word for word (myinvois 2, E8). */
const tinInvalid = (role: Role): Finding =>
  role === 'Supplier'
    ? finding(role, 'Tin', 'ERR405', 'Supplier TIN is invalid')
    : {
        ...finding(
          role,
          'Tin',
          'ERR406',
          'Buyer TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
        ),
        errorMs: 'TIN pembeli tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
      }
