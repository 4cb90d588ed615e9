import { isDeepStrictEqual } from 'node:util'
import { parsedJson } from '../../ask.ts'
import { pathToProperties, type SignatureParts, signatureMembers } from './signature-block.ts'

/** A signature and the texts its digests are over, as they are written. */
export interface SignedDocument {
  readonly parts: SignatureParts
  readonly document: string
  readonly properties: string
}

/** Takes a signed document apart, or names why it is none. */
export function readSignature(
  documentText: string,
): SignedDocument | 'structure' | 'signature_missing' | 'signature_count' {
  const parsed = parsedJson(documentText)
  const invoices = at(parsed, ['Invoice'])
  if (!Array.isArray(invoices) || invoices.length !== 1 || !documentText.isWellFormed()) return 'structure'
  const invoice = invoices[0] as unknown
  const members = { UBLExtensions: at(invoice, ['UBLExtensions']), Signature: at(invoice, ['Signature']) }
  if (members.UBLExtensions === undefined && members.Signature === undefined) return 'signature_missing'
  const information = at(members, pathToInformation)
  const signatures = at(information, [0, 'Signature'])
  if (!Array.isArray(information) || !Array.isArray(signatures)) return 'structure'
  if (information.length !== 1 || signatures.length !== 1) return 'signature_count'
  const parts = partsOf(signatures[0])
  // Written again from its parts it must be what stands there: so every constant is checked and named only once.
  if (!isDeepStrictEqual(members, signatureMembers(parts))) return 'structure'
  const texts = signedTexts(documentText)
  return texts ? { parts, ...texts } : 'structure'
}

type Path = readonly (string | number)[]

/** Each step is an array of one. */
const stepsTo = (names: readonly string[]): Path => names.flatMap((name) => [name, 0])
const pathToInformation = stepsTo(pathToProperties).slice(0, 2 * pathToProperties.indexOf('SignatureInformation') + 1)

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[step] : undefined,
    value,
  )
}

/** The leaf at the end of a way through arrays whose first element counts; empty where there is none. */
function leafAt(value: unknown, names: Path): string {
  const leaf = at(value, [...names.flatMap((name) => [name, 0]), '_'])
  return typeof leaf === 'string' ? leaf : ''
}

/** What varies from signature to signature; whether the rest is as it must be is not looked at here. */
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

/** JSON without the white space between tokens, every literal as it is written. */
const minify = (text: string): string =>
  text.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/gs, (_, literal: string | undefined) => literal ?? '')

const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => unknown }

/**
 * JSON whose literals are written again as they are: a signature is over `1000.0`, not over `1000` (myinvois 7 step 2).
 * @throws SyntaxError if it is no JSON; RangeError if it nests too deep
 */
export const asWritten = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    context?.source === undefined ? value : rawJSON(context.source),
  )

/**
 * The texts that the digests are over, as they are written.
 * @param documentText JSON that is known to have one Invoice with a signature
 * @returns null if a name stands twice in an object, or in other letters than it means: two readers could then see two
 * documents
 */
function signedTexts(documentText: string): Pick<SignedDocument, 'document' | 'properties'> | null {
  try {
    const root = asWritten(documentText) as { readonly Invoice: readonly [Readonly<Record<string, unknown>>] }
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
