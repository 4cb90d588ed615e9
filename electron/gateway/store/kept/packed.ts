import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * What documents have in common. Frozen history: what was packed with it can be read with exactly this text alone. Another
 * text is another dictionary, with a number of its own. The commonest stands last: it is named in the fewest bits.
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

/** The line ends in it are for readers of this file only. */
export const dictionary = Buffer.from(documents.replaceAll('\n', ''))

/** Bytes as they were given, and those that are kept in their place. */
export interface Packed {
  readonly plain: Uint8Array
  readonly kept: Uint8Array
}

/**
 * How bytes are kept: the number of the packing, the CRC-32 of what they were, and then themselves or raw DEFLATE (RFC 1951)
 * with a dictionary, which any zlib reads. A number never changes its meaning.
 */
const packings = { asTheyCame: 1, deflated: 2 } as const

/** How much work is put into it, from 1 to 9: a till waits while its body is packed. */
const levels = { body: 1, document: 6 } as const
export type Packing = keyof typeof levels

/** Packing a body that is no longer takes a third of the time that the store needs for a sale, and saves little. */
const shortBody = 1_024

const windowBits = 14
const deflate = { dictionary, windowBits, memLevel: 5, chunkSize: 4096 } as const

const headBytes = 5
/** Nothing that is kept was longer: a body has 1 MB at most and a document less. */
const mostBytes = 32 * 1024 * 1024

export function packed(plain: Uint8Array, as: Packing): Packed {
  const isShort = as === 'body' && plain.length <= shortBody
  const rest = isShort ? plain : deflateRawSync(plain, { ...deflate, level: levels[as] })
  const kept = Buffer.allocUnsafe(headBytes + rest.length)
  kept.writeUInt8(isShort ? packings.asTheyCame : packings.deflated)
  kept.writeUInt32BE(crc32(plain), 1)
  kept.set(rest, headBytes)
  return { plain, kept }
}

/** @returns null if that is not what was kept: it was damaged or changed */
export function unpacked(kept: Uint8Array): Packed | null {
  if (kept.length < headBytes) return null
  const { buffer, byteOffset } = kept
  const crc = new DataView(buffer, byteOffset, headBytes).getUint32(1)
  const plain = plainOf(kept)
  return plain && crc32(plain) === crc ? { plain: inOwnMemory(plain), kept } : null
}

function plainOf(kept: Uint8Array): Uint8Array | null {
  const rest = kept.subarray(headBytes)
  if (kept[0] === packings.asTheyCame) return rest
  if (kept[0] !== packings.deflated) return null
  try {
    return inflateRawSync(rest, { dictionary, windowBits, maxOutputLength: mostBytes })
  } catch {
    // Neither the packing nor its length is right; the reason is zlib's own.
    return null
  }
}

/** What goes to another thread takes along all that lies in the same memory. */
function inOwnMemory(bytes: Uint8Array): Buffer {
  const own = Buffer.alloc(bytes.length)
  own.set(bytes)
  return own
}
