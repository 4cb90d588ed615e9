import { isDeepStrictEqual } from 'node:util'
import { endOfValue, hasRepeatedNames, type Member, membersOf, minify, repeats, valueAt } from './json-text.ts'
import { pathToProperties, type SignatureParts, signatureMembers } from './signature-block.ts'

/** What of a signature can be broken. */
export type BrokenPart =
  | 'structure'
  | 'signature_missing'
  | 'signature_count'
  | 'certificate'
  | 'certificate_digest'
  | 'issuer_name'
  | 'serial_number'
  | 'subject_name'
  | 'properties_digest'
  | 'document_digest'
  | 'signature_value'
  | 'signing_time'

/** A signature and the texts its digests are over, as they are written. */
export interface SignedDocument {
  readonly parts: SignatureParts
  readonly document: string
  readonly properties: string
}

/** Takes a signed document apart, or names why it is none. */
export function readSignature(documentText: string): SignedDocument | BrokenPart {
  const parsed = parse(documentText)
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
  // Written anew from its parts it must be what stands there: so every constant is checked and named only once.
  if (!isDeepStrictEqual(members, signatureMembers(parts))) return 'structure'
  const text = signedText(minify(documentText))
  if (!text || hasRepeatedNames(text.members)) return 'structure'
  return { parts, document: text.document, properties: propertiesIn(text.members) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Path = readonly (string | number)[]

const pathToInformation: Path = pathToProperties
  .slice(0, pathToProperties.indexOf('SignatureInformation') + 1)
  .flatMap((name, step) => (step === 0 ? [name] : [0, name]))

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

/** A signed document taken apart, each half as it is written. */
interface SignedText {
  /** What the signature is over: the document without the two members that sign. */
  readonly document: string
  /** An object of these two. */
  readonly members: string
}

const signingNames: ReadonlySet<string> = new Set(['UBLExtensions', 'Signature'])

/**
 * @param text minified JSON that is known to have one Invoice
 * @returns null if a name stands twice in the document's root or in the Invoice: two readers could then see two
 * documents
 */
function signedText(text: string): SignedText | null {
  const root = membersOf(text, 0)
  const start = (valueAt(text, 0, 'Invoice') ?? Number.NaN) + 1
  const { members, end } = membersOf(text, start)
  if (repeats(root.members) || repeats(members)) return null
  const textOf = (some: readonly Member[]) =>
    `{${some.map((member) => text.slice(member.start, member.end)).join(',')}}`
  const rest = members.filter(({ name }) => !signingNames.has(name))
  return {
    document: text.slice(0, start) + textOf(rest) + text.slice(end),
    members: textOf(members.filter(({ name }) => signingNames.has(name))),
  }
}

/** The properties as they are written. @param members an object of the two members that sign, of proven structure */
function propertiesIn(members: string): string {
  let next = 0
  // Each step enters an array of one, whose element begins right after the bracket.
  for (const name of pathToProperties) next = (valueAt(members, next, name) ?? Number.NaN) + 1
  return members.slice(next, endOfValue(members, next))
}
