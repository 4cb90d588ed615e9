import type { BrokenPart } from './broken-part.ts'
import type { Subject } from './certificate-facts.ts'
import { type Encoded, verifyChain } from './chain.ts'
import { verifySignature } from './verify.ts'

export type Judgement = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string }

const refused = (code: string, message: string): Judgement => ({ ok: false, code, message })

/** As the authority words them where that is known. */
const messages: Readonly<Record<BrokenPart, string>> = {
  structure: 'The signature cannot be parsed.',
  signature_missing: 'No signature was found.',
  signature_count: 'There must be exactly one signature.',
  certificate: 'The certificate cannot be read.',
  certificate_digest: "Certificate digest value doesn't match the certificate.",
  issuer_name:
    "Certificate X509IssuerName doesn't match the X509IssuerName value provided in the signed properties section.",
  serial_number: "Certificate X509SerialNumber doesn't match the value provided in the signed properties section.",
  subject_name: "Certificate X509SubjectName doesn't match the certificate.",
  properties_digest: "Signed properties digest value doesn't match.",
  document_digest: "Document digest value doesn't match digest calculated value from existing document content.",
  signature_value: "Signature value doesn't match the document.",
  signing_time: "Signing time is outside the certificate's validity.",
}

/**
 * What a tax authority says of a signed document: whole, by a certificate that somebody it trusts issued, to the
 * taxpayer who issues the document (myinvois 4, 7).
 * @param documentText of a document whose structure is right
 * @param issuerTin of a self-billed document the buyer's
 */
export function judgeSignature(documentText: string, issuerTin: string, trusted: readonly Encoded[]): Judgement {
  const verdict = verifySignature(documentText)
  if (!verdict.ok) return refused(verdict.code, messages[verdict.broken])
  const { certificate, signingTime } = verdict
  const chain = verifyChain(certificate.certificateDer, trusted, signingTime)
  if (!chain.ok) return refused(chain.code, 'The certificate was not issued by a trusted authority.')
  return judgeSigner(certificate.subject, { tin: issuerTin, number: issuerNumber(documentText) })
}

function judgeSigner({ tin, brn }: Subject, issuer: { readonly tin: string; readonly number: string }): Judgement {
  if (!brn) return refused('DS306', 'SERIALNUMBER is empty in the certificate.')
  if (!tin) return refused('DS307', 'OI is empty in the certificate.')
  if (tin !== issuer.tin)
    return refused('DS311', "Signer of invoice doesn't match the submitter of document. TIN doesn't match with the OI.")
  if (brn !== issuer.number)
    return refused('DS312', "Submitter registration/identity number doesn't match with the certificate SERIALNUMBER.")
  return { ok: true }
}

interface Identified {
  readonly Party: readonly [
    { readonly PartyIdentification: readonly { readonly ID: readonly [{ _: string; schemeID: string }] }[] },
  ]
}

interface Identities {
  readonly Invoice: readonly [
    {
      readonly InvoiceTypeCode: readonly [{ readonly _: string }]
      readonly AccountingSupplierParty: readonly [Identified]
      readonly AccountingCustomerParty: readonly [Identified]
    },
  ]
}

const numberSchemes: readonly string[] = ['NRIC', 'PASSPORT', 'BRN', 'ARMY']

/** The number that stands beside the TIN of whoever issues the document. */
function issuerNumber(documentText: string): string {
  const [invoice] = (JSON.parse(documentText) as Identities).Invoice
  const isSelfBilled = invoice.InvoiceTypeCode[0]._.startsWith('1')
  const [{ Party }] = isSelfBilled ? invoice.AccountingCustomerParty : invoice.AccountingSupplierParty
  const ids = Party[0].PartyIdentification.map(({ ID }) => ID[0])
  return ids.find(({ schemeID }) => numberSchemes.includes(schemeID))?._ ?? ''
}
