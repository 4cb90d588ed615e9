export type PathRules = readonly (readonly [RegExp, string])[]

/**
 * The end of a path in the authority's document (UBL, myinvois 6.2), and the field of the form. The first match counts.
 */
export const ofParty: PathRules = [
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

export const ofLine: PathRules = [
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

export const ofDocument: PathRules = [
  [/DocumentCurrencyCode|TaxCurrencyCode/, 'CURRENCY_CODE'],
  [/TaxExchangeRate/, 'EXCHANGE_RATE'],
  [/PaymentMeans/, 'PAYMENTS.0.METHOD'],
  [/BillingReference/, 'ORIGINALS.0.SALE_GUID'],
  [/Invoice\.ID$/, 'DOCUMENT_NUMBER'],
]
