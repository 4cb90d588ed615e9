import { isDeepStrictEqual } from 'node:util'
import { parsedJson } from '../../ask.ts'
import { pathToProperties, type SignatureParts, signatureMembers } from './signature-block.ts'

/** A signature and the texts of its digests, as written. */
export interface SignedDocument {
  readonly parts: SignatureParts
  readonly document: string
  readonly properties: string
}

export function readSignature(
  documentText: string,
): SignedDocument | 'structure' | 'signature_missing' | 'signature_count' {
  const invoices = at(parsedJson(documentText), ['Invoice'])
  if (!Array.isArray(invoices) || invoices.length !== 1 || !documentText.isWellFormed()) return 'structure'
  const invoice = invoices[0] as unknown
  const members = { UBLExtensions: at(invoice, ['UBLExtensions']), Signature: at(invoice, ['Signature']) }
  if (members.UBLExtensions === undefined && members.Signature === undefined) return 'signature_missing'
  const information = at(members, pathToInformation)
  const signatures = at(information, [0, 'Signature'])
  if (!Array.isArray(information) || !Array.isArray(signatures)) return 'structure'
  if (information.length !== 1 || signatures.length !== 1) return 'signature_count'
  const parts = partsOf(signatures[0])
  // Rebuilding it from its parts checks every constant in one comparison.
  if (!isDeepStrictEqual(members, signatureMembers(parts))) return 'structure'
  const texts = signedTexts(documentText)
  return texts ? { parts, ...texts } : 'structure'
}

type Path = readonly (string | number)[]

const stepsTo = (names: readonly string[]): Path => names.flatMap((name) => [name, 0])
const pathToInformation = stepsTo(pathToProperties).slice(0, 2 * pathToProperties.indexOf('SignatureInformation') + 1)

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[step] : undefined,
    value,
  )
}

/** Empty if there is none. */
function leafAt(value: unknown, names: Path): string {
  const leaf = at(value, [...names.flatMap((name) => [name, 0]), '_'])
  return typeof leaf === 'string' ? leaf : ''
}

/** The variable parts; the rest is checked by the caller. */
function partsOf(signature: unknown): SignatureParts {
  const properties = ['Object', 'QualifyingProperties', 'SignedProperties', 'SignedSignatureProperties']
  const cert = [...properties, 'SigningCertificate', 'Cert']
  const key = ['KeyInfo', 'X509Data']
  const issuerSerial = (path: Path) => ({
    name: leafAt(signature, [...path, 'X509IssuerName']),
    serial: leafAt(signature, [...path, 'X509SerialNumber']),
  })
  const references = at(signature, ['SignedInfo', 0, 'Reference'])
  return {
    signingTime: leafAt(signature, [...properties, 'SigningTime']),
    certificateDigest: leafAt(signature, [...cert, 'CertDigest', 'DigestValue']),
    signedIssuer: issuerSerial([...cert, 'IssuerSerial']),
    certificate: leafAt(signature, [...key, 'X509Certificate']),
    subjectName: leafAt(signature, [...key, 'X509SubjectName']),
    keyIssuer: issuerSerial([...key, 'X509IssuerSerial']),
    signatureValue: leafAt(signature, ['SignatureValue']),
    propertiesDigest: leafAt(at(references, [0]), ['DigestValue']),
    documentDigest: leafAt(at(references, [1]), ['DigestValue']),
  }
}

const minify = (text: string): string =>
  text.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/gs, (_, literal: string | undefined) => literal ?? '')

const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => unknown }

/**
 * Numbers keep their spelling: a signature is over `1000.0`, not `1000` (myinvois 7 step 2).
 * @throws SyntaxError if it is no JSON; RangeError if it nests too deep
 */
export const parseAsWritten = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    context?.source === undefined ? value : rawJSON(context.source),
  )

/**
 * @param documentText JSON with one Invoice that has a signature
 * @returns null if a key comes twice or is escaped: two readers could see two documents
 */
function signedTexts(documentText: string): Pick<SignedDocument, 'document' | 'properties'> | null {
  try {
    const root = parseAsWritten(documentText) as { readonly Invoice: readonly [Readonly<Record<string, unknown>>] }
    if (JSON.stringify(root) !== minify(documentText)) return null
    const [invoice] = root.Invoice
    const { UBLExtensions: _, Signature: _signature, ...rest } = invoice
    return {
      document: JSON.stringify({ ...root, Invoice: [rest] }),
      properties: JSON.stringify(at(invoice, stepsTo(pathToProperties))),
    }
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
