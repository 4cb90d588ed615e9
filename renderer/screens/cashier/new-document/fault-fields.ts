import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import type { Family } from '../../../../shared/domain/record.ts'

/** A fault of the authority, with the field that mends it; null if the form has no such field. */
export interface AuthorityFault {
  readonly message: string
  readonly code: string
  readonly at: string | null
}

type Rules = readonly (readonly [RegExp, string])[]

/**
 * The end of a path in the authority's document (UBL, myinvois 6.2), and the field of the form. The first match counts.
 */
const ofParty: Rules = [
  [/PartyIdentification|TIN/, 'TIN'],
  [/RegistrationName|PartyLegalEntity/, 'NAME'],
  [/Telephone/, 'PHONE'],
  [/ElectronicMail/, 'EMAIL'],
  [/CityName/, 'ADDRESS.CITY'],
  [/PostalZone/, 'ADDRESS.POSTCODE'],
  [/CountrySubentityCode/, 'ADDRESS.STATE_CODE'],
  [/Country/, 'ADDRESS.COUNTRY_CODE'],
  [/PostalAddress|AddressLine/, 'ADDRESS.LINES.0'],
  [/IndustryClassificationCode/, 'MSIC_CODE'],
]

const ofLine: Rules = [
  [/ItemClassificationCode|CommodityClassification/, 'CLASSIFICATION_CODES.0'],
  [/unitCode/, 'UNIT_CODE'],
  [/InvoicedQuantity/, 'QUANTITY'],
  [/AllowanceCharge/, 'DISCOUNT_AMOUNT'],
  [/TaxExemptionReason/, 'TAXES.0.EXEMPTION_REASON'],
  [/Percent|TaxAmount/, 'TAXES.0.RATE'],
  [/Tax/, 'TAXES.0.TAX_TYPE'],
  [/Price|LineExtensionAmount/, 'UNIT_PRICE'],
  [/Description|Item/, 'DESCRIPTION'],
]

const ofDocument: Rules = [
  [/DocumentCurrencyCode|TaxCurrencyCode/, 'CURRENCY_CODE'],
  [/TaxExchangeRate/, 'EXCHANGE_RATE'],
  [/PaymentMeans/, 'PAYMENTS.0.METHOD'],
  [/BillingReference/, 'ORIGINALS.0.SALE_GUID'],
  [/Invoice\.ID$/, 'DOCUMENT_NUMBER'],
]

/** @returns each fault in the authority's words, with its field if the form has one */
export const faultsAtFields = (errors: WireRecord['ERRORS'], family: Family): readonly AuthorityFault[] =>
  errors.map(({ CODE, MESSAGE, FIELD }) => ({ code: CODE, message: MESSAGE, at: fieldOf(FIELD, family) }))

/**
 * In a sale the form holds the buyer, in a self-billed document the supplier. The other side is the company's profile.
 */
function fieldOf(path: string, family: Family): string | null {
  if (/Accounting(Customer|Supplier)Party/.test(path)) {
    const [other, side] = family === 'sale' ? ['Customer', 'BUYER'] : ['Supplier', 'SUPPLIER']
    const [, within] = path.split(`Accounting${other}Party`)
    if (within === undefined) return null
    const at = fitting(ofParty, within)
    return at === null ? null : `${side}.${at}`
  }
  const line = /InvoiceLine\[(\d+)\]/.exec(path)?.[1]
  if (line === undefined) return fitting(ofDocument, path)
  const at = fitting(ofLine, path)
  return at === null ? null : `LINES.${line}.${at}`
}

const fitting = (rules: Rules, path: string): string | null => rules.find(([form]) => form.test(path))?.[1] ?? null
