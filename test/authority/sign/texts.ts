import type { SigningCertificate } from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { parseAsWritten, readSignature } from '../../../electron/gateway/authority/myinvois/sign/read-signature.ts'
import { signDocument } from '../../../electron/gateway/authority/myinvois/sign/sign.ts'
import {
  type SignatureParts,
  signatureMembers,
} from '../../../electron/gateway/authority/myinvois/sign/signature-block.ts'
import type { UnsignedDocument } from '../../../electron/gateway/authority/myinvois/ubl/document.ts'

/**
 * A document that breaks careless signers: unusual spellings of numbers, escapes, and member names like the signature's
 * at deeper levels.
 */
export const plainText = [
  '{"_D":"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2","Invoice":[{',
  '"ID":[{"_":"INV-\\"1\\"\\\\"}],"Note":[{"_":"Kopi é 茶 😀 , : [ { } ] \\u0041 tab\\tend"}],',
  '"Empty":[],"None":[{}],"Flag":[{"_":false}],"Signature ":[{"UBLExtensions":[{"_":"inner"}]}],',
  '"LegalMonetaryTotal":[{"PayableAmount":[{"_":12.70,"currencyID":"MYR"}],"Rounding":[{"_":-0.02}],"Big":[{"_":1000.0}]}]',
  '}]}',
].join('')

/** The text, signed by the gateway's own code. */
export const signedWith = (text: string, certificate: SigningCertificate, signingTime: number): string =>
  Buffer.from(signDocument(text as UnsignedDocument, certificate, signingTime).bytes).toString('utf8')

export function partsIn(signed: string): SignatureParts {
  const read = readSignature(signed)
  if (typeof read === 'string') throw new Error(`no signature to read: ${read}`)
  return read.parts
}

/** A document with a signature made of these parts, which may be wrong. */
export function assembled(text: string, parts: SignatureParts): string {
  const { Invoice, ...root } = parseAsWritten(text) as { readonly Invoice: readonly object[] }
  return JSON.stringify({ ...root, Invoice: Invoice.map((invoice) => ({ ...invoice, ...signatureMembers(parts) })) })
}

/** The bytes with one bit changed. */
export function flipped(bytes: Buffer, at: number, bit: number): string {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy.toString('utf8')
}
