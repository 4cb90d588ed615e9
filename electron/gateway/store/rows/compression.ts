import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Common text of documents and bodies, the dictionary for packing. Frozen: what was packed with one text can be
 * read only with exactly that text. Another text needs another number. The commonest stands last, where it costs the
 * fewest bits.
 */
const documents = `
"InvoicePeriod":[{"StartDate":[{"_":"2026-11-01"}],"EndDate":[{"_":"2026-11-30"}],"Description":[{"_":"Monthly"}]}],
"BillingReference":[{"InvoiceDocumentReference":[{"ID":[{"_":""}],"UUID":[{"_":""}]}]}],
"AdditionalDocumentReference":[{"ID":[{"_":""}],"DocumentType":[{"_":"CustomsImportForm"}]}],
"Delivery":[{"DeliveryParty":[{"PaymentMeans":[{"PaymentMeansCode":[{"_":"01"}],"PayeeFinancialAccount":[{"ID":[{"_":""}]}]}],
"PaymentTerms":[{"Note":[{"_":""}]}],"PrepaidPayment":[{"ID":[{"_":""}],"PaidAmount":[{"_":0,"currencyID":"MYR"}],
"PaidDate":[{"_":""}],"PaidTime":[{"_":""}]}],
"AllowanceCharge":[{"ChargeIndicator":[{"_":false}],"AllowanceChargeReason":[{"_":"Discount"}],
"MultiplierFactorNumeric":[{"_":0.1}],"Amount":[{"_":0,"currencyID":"MYR"}]},{"ChargeIndicator":[{"_":true}],
"TaxExchangeRate":[{"SourceCurrencyCode":[{"_":"USD"}],"TargetCurrencyCode":[{"_":"MYR"}],"CalculationRate":[{"_":4}]}],
"AllowanceTotalAmount":[{"_":0,"currencyID":"MYR"}],"ChargeTotalAmount":[{"_":0,"currencyID":"MYR"}],
"PayableRoundingAmount":[{"_":0.01,"currencyID":"MYR"}],"TaxExemptionReason":[{"_":""}],"BaseUnitMeasure":[{"_":1,
"unitCode":"C62"}],"PerUnitAmount":[{"_":0,"currencyID":"MYR"}],"OriginCountry":[{"IdentificationCode":[{"_":"MYS"}]}],
{"_D":"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
"_A":"urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
"_B":"urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2","Invoice":[{"ID":[{"_":"
"}],"IssueDate":[{"_":"2026-"}],"IssueTime":[{"_":"04:00:00Z"}],"InvoiceTypeCode":[{"_":"01","listVersionID":"1.1"}],
"DocumentCurrencyCode":[{"_":"MYR"}],"TaxCurrencyCode":[{"_":"MYR"}],
"AccountingSupplierParty":[{"Party":[{"IndustryClassificationCode":[{"_":"47111","name":"
"}],"PartyIdentification":[{"ID":[{"_":"C2","schemeID":"TIN"}]},{"ID":[{"_":"20","schemeID":"BRN"}]},
{"ID":[{"_":"W10-","schemeID":"SST"}]},{"ID":[{"_":"NA","schemeID":"TTX"}]}],
"PostalAddress":[{"CityName":[{"_":"Kuala Lumpur"}],"PostalZone":[{"_":"50"}],"CountrySubentityCode":[{"_":"14"}],
"AddressLine":[{"Line":[{"_":"Lot , Jalan "}]}],
"Country":[{"IdentificationCode":[{"_":"MYS","listID":"ISO3166-1","listAgencyID":"6"}]}]}],
"PartyLegalEntity":[{"RegistrationName":[{"_":" Sdn. Bhd."}]}],
"Contact":[{"Telephone":[{"_":"+603"}],"ElectronicMail":[{"_":"NA"}]}]}]}],
"AccountingCustomerParty":[{"Party":[{"PostalAddress":[{"CityName":[{"_":"
"}],"PostalZone":[{"_":"40000"}],"CountrySubentityCode":[{"_":"10"}],"AddressLine":[{"Line":[{"_":"
"}]},{"Line":[{"_":"NA"}]}],
"Country":[{"IdentificationCode":[{"_":"MYS","listID":"ISO3166-1","listAgencyID":"6"}]}]}],
"PartyLegalEntity":[{"RegistrationName":[{"_":"General Public"}]}],
"PartyIdentification":[{"ID":[{"_":"EI00000000010","schemeID":"TIN"}]},{"ID":[{"_":"NA","schemeID":"NRIC"}]},
{"ID":[{"_":"","schemeID":"BRN"}]},{"ID":[{"_":"NA","schemeID":"SST"}]},{"ID":[{"_":"NA","schemeID":"TTX"}]}],
"Contact":[{"Telephone":[{"_":"+601"}]}]}]}],
"UBLExtensions":[{"UBLExtension":[{"ExtensionURI":[{"_":"urn:oasis:names:specification:ubl:dsig:enveloped:xades"}],
"ExtensionContent":[{"UBLDocumentSignatures":[{"SignatureInformation":[{"ID":[{"_":"urn:oasis:names:specification:ubl:signature:1"}],
"ReferencedSignatureID":[{"_":"urn:oasis:names:specification:ubl:signature:Invoice"}],"Signature":[{"Id":"signature",
"Object":[{"QualifyingProperties":[{"Target":"signature","SignedProperties":[{"Id":"id-xades-signed-props",
"SignedSignatureProperties":[{"SigningTime":[{"_":"2026-
Z"}],"SigningCertificate":[{"Cert":[{"CertDigest":[{"DigestMethod":[{"_":"","Algorithm":"http://www.w3.org/2001/04/xmlenc#sha256"}],
"DigestValue":[{"_":"
="}]}],"IssuerSerial":[{"X509IssuerName":[{"_":"CN=
, O=, C=MY"}],"X509SerialNumber":[{"_":"
"}]}]}]}]}]}]}]}],"KeyInfo":[{"X509Data":[{"X509Certificate":[{"_":"MII
="}],"X509SubjectName":[{"_":"CN=
"}],"X509IssuerSerial":[{"X509IssuerName":[{"_":"CN=
"}],"X509SerialNumber":[{"_":"
"}]}]}]}],"SignatureValue":[{"_":"
=="}],"SignedInfo":[{"SignatureMethod":[{"_":"","Algorithm":"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"}],
"Reference":[{"Type":"http://uri.etsi.org/01903/v1.3.2#SignedProperties","URI":"#id-xades-signed-props",
"DigestMethod":[{"_":"","Algorithm":"http://www.w3.org/2001/04/xmlenc#sha256"}],"DigestValue":[{"_":"
="}]},{"Type":"","URI":"","DigestMethod":[{"_":"","Algorithm":"http://www.w3.org/2001/04/xmlenc#sha256"}],"DigestValue":[{"_":"
="}]}]}]}]}]}]}]}]}],"Signature":[{"ID":[{"_":"urn:oasis:names:specification:ubl:signature:Invoice"}],
"SignatureMethod":[{"_":"urn:oasis:names:specification:ubl:dsig:enveloped:xades"}]}]}]}
"TaxTotal":[{"TaxAmount":[{"_":0,"currencyID":"MYR"}],"TaxSubtotal":[{"TaxableAmount":[{"_":0,"currencyID":"MYR"}],
"TaxAmount":[{"_":0,"currencyID":"MYR"}],"TaxCategory":[{"ID":[{"_":"06"}],"TaxScheme":[{"ID":[{"_":"OTH",
"schemeID":"UN/ECE 5153","schemeAgencyID":"6"}]}]}]}]}],
"LegalMonetaryTotal":[{"LineExtensionAmount":[{"_":0,"currencyID":"MYR"}],"TaxExclusiveAmount":[{"_":0,
"currencyID":"MYR"}],"TaxInclusiveAmount":[{"_":0,"currencyID":"MYR"}],"PayableAmount":[{"_":0,"currencyID":"MYR"}]}],
"InvoiceLine":[{"ID":[{"_":"1"}],"InvoicedQuantity":[{"_":1,"unitCode":"C62"}],"LineExtensionAmount":[{"_":0,
"currencyID":"MYR"}],"TaxTotal":[{"TaxAmount":[{"_":0,"currencyID":"MYR"}],"TaxSubtotal":[{"TaxableAmount":[{"_":0,
"currencyID":"MYR"}],"TaxAmount":[{"_":0,"currencyID":"MYR"}],"Percent":[{"_":6}],"TaxCategory":[{"ID":[{"_":"02"}],
"TaxScheme":[{"ID":[{"_":"OTH","schemeID":"UN/ECE 5153","schemeAgencyID":"6"}]}]}]}]}],
"Item":[{"CommodityClassification":[{"ItemClassificationCode":[{"_":"022","listID":"CLASS"}]}],"Description":[{"_":"
"}]}],"Price":[{"PriceAmount":[{"_":0,"currencyID":"MYR"}]}],"ItemPriceExtension":[{"Amount":[{"_":0,
"currencyID":"MYR"}]}]},{"ID":[{"_":"2"}],
`

const bodies = `
"ORIGINALS":[{"SALE_GUID":"","DOCUMENT_NUMBER":"","AUTHORITY_UUID":"NA"}],"SUPPLIER":{"MSIC_CODE":"","BUSINESS_ACTIVITY":"",
"PREPAID":{"AMOUNT":,"PAID_AT":"","REFERENCE":"","BILLING_PERIOD":{"FROM":"","TO":"","FREQUENCY":"","EXTRA":{"
"PAYMENTS":[{"METHOD":"01","AMOUNT":"CURRENCY_CODE":"MYR","EXCHANGE_RATE":,"BILL_REFERENCE":"","PAYMENT_TERMS":"",
"ROUNDING_AMOUNT":"0.02","PRICES_INCLUDE_TAX":true,"TAX_ROUNDING":"document","LINE_ID":"1",
"DISCOUNTS":[{"AMOUNT":"REASON":"CHARGES":[{"RATE":10,"DISCOUNT_AMOUNT":"DISCOUNT_REASON":"","CHARGE_AMOUNT":"
"EXEMPTION_REASON":"","TAXABLE_AMOUNT":"PER_UNIT_AMOUNT":"TARIFF_CODE":"","ORIGIN_COUNTRY":"MYS"
{"COMPANY_CODE":"","OUTLET_NAME":"","TERMINAL_NAME":"T1","SHIFT_CODE":"S1","SALE_CODE":"","SALE_GUID":"",
"DOCUMENT_NUMBER":"","ISSUED_AT":"2026-
T12:00:00+08:00","CONSOLIDATE":true,"BUYER":{"NAME":" Sdn. Bhd.","TIN":"C2","ID_TYPE":"BRN","ID_NUMBER":"20
","SST_REGISTRATION":"NA","EMAIL":"","PHONE":"+601","ADDRESS":{"LINES":["
"],"CITY":"Kuala Lumpur","POSTCODE":"50","STATE_CODE":"14","COUNTRY_CODE":"MYS"}},"PAYMENT_METHOD":"01",
"LINES":[{"DESCRIPTION":"
","CLASSIFICATION_CODES":["022"],"QUANTITY":1,"UNIT_CODE":"C62","UNIT_PRICE":10,"TAXES":[{"TAX_TYPE":"06"}]},
","CLASSIFICATION_CODES":["022"],"QUANTITY":2,"UNIT_CODE":"C62","UNIT_PRICE":"1.00","TAXES":[{"TAX_TYPE":"02","RATE":6,
"AMOUNT":0.6}],"SUBTOTAL":10,"TOTAL_EXCLUDING_TAX":10},{"DESCRIPTION":"
"TOTALS":{"TOTAL_EXCLUDING_TAX":0,"TOTAL_TAX":0,"TOTAL_INCLUDING_TAX":0,"TOTAL_PAYABLE":0}}
`

/** Line ends are for readers of this file. */
const joined = (text: string): Buffer => Buffer.from(text.replaceAll('\n', ''))

export const dictionaries = { document: joined(documents), body: joined(bodies) } as const

export interface Packed {
  readonly plain: Uint8Array
  readonly kept: Uint8Array
}

/**
 * The number of the packing, the CRC-32 of the plain bytes, then raw DEFLATE (RFC 1951) with a dictionary, or the plain
 * bytes. A number never changes its meaning.
 */
const packings = {
  // Fast, because a till waits.
  body: { number: 1, dictionary: dictionaries.body, windowBits: 13, memLevel: 4, level: 1, chunkSize: 1024 },
  document: { number: 2, dictionary: dictionaries.document, windowBits: 14, memLevel: 5, level: 6, chunkSize: 4096 },
} as const

const asTheyCame = 3

const headBytes = 5
/** A body has at most 1 MB and a document less. */
const mostBytes = 32 * 1024 * 1024

export type PackedKind = keyof typeof packings

export function pack(plain: Uint8Array, as: PackedKind): Packed {
  const { number, ...options } = packings[as]
  return headed(number, deflateRawSync(plain, options), plain)
}

/** If many sales come together, bodies are not packed, because packing takes a third of the store's time for a sale. */
export const packUnlessBody = (plain: Uint8Array, as: PackedKind): Packed =>
  as === 'body' ? headed(asTheyCame, plain, plain) : pack(plain, as)

function headed(number: number, rest: Uint8Array, plain: Uint8Array): Packed {
  const kept = Buffer.allocUnsafe(headBytes + rest.length)
  kept.writeUInt8(number)
  kept.writeUInt32BE(crc32(plain), 1)
  kept.set(rest, headBytes)
  return { plain, kept }
}

/** @returns null if the bytes were damaged or changed */
export function unpack(kept: Uint8Array): Packed | null {
  const plain = kept.length < headBytes ? null : plainIn(kept)
  const crc = () => Buffer.from(kept.buffer, kept.byteOffset, headBytes).readUInt32BE(1)
  return plain && crc32(plain) === crc() ? { plain: inOwnMemory(plain), kept } : null
}

function plainIn(kept: Uint8Array): Uint8Array | null {
  const rest = kept.subarray(headBytes)
  if (kept[0] === asTheyCame) return rest
  const packing = Object.values(packings).find(({ number }) => number === kept[0])
  if (!packing) return null
  const { dictionary, windowBits } = packing
  try {
    return inflateRawSync(rest, { dictionary, windowBits, maxOutputLength: mostBytes })
  } catch {
    return null
  }
}

/** Copies the bytes: otherwise another thread would get the whole shared buffer. */
function inOwnMemory(bytes: Uint8Array): Buffer {
  const own = Buffer.alloc(bytes.length)
  own.set(bytes)
  return own
}
