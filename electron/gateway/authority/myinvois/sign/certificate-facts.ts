import { X509Certificate } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import {
  type DerElement,
  decimal,
  derTag,
  elementsIn,
  MalformedDer,
  objectIdentifier,
  required,
  stringOf,
} from './der.ts'

/** What a certificate says, as far as signing documents goes (myinvois 7). */
export interface CertificateFacts {
  readonly certificateDer: Uint8Array
  /** As X509IssuerName must spell it. */
  readonly issuerName: string
  readonly subjectName: string
  readonly serialDecimal: string
  readonly subject: Subject
  readonly validFrom: Instant
  readonly validTo: Instant
  readonly keyUsage: KeyUsage
  readonly isSelfSigned: boolean
  /** Bits of the RSA modulus; null where the key is not RSA. */
  readonly rsaBits: number | null
}

/** Whom it was issued to; null where the certificate does not say. */
export interface Subject {
  /** organizationIdentifier, 2.5.4.97. */
  readonly tin: string | null
  /** serialNumber, 2.5.4.5: the registration number. */
  readonly brn: string | null
  readonly commonName: string | null
  readonly organisation: string | null
}

export interface KeyUsage {
  readonly nonRepudiation: boolean
  /** Extended key usage document signing. */
  readonly documentSigning: boolean
}

export const subjectOids = { tin: '2.5.4.97', brn: '2.5.4.5', commonName: '2.5.4.3', organisation: '2.5.4.10' } as const
export const documentSigningOid = '1.3.6.1.4.1.311.10.3.12'
const keyUsageOid = '2.5.29.15'
const extendedKeyUsageOid = '2.5.29.37'
const nonRepudiationBit = 0x40

/**
 * @param der one X.509 certificate, nothing after it
 * @returns null where it is none
 */
export function certificateFacts(der: Uint8Array): CertificateFacts | null {
  try {
    return factsOf(new X509Certificate(der), der)
  } catch (cause) {
    if (cause instanceof MalformedDer || isOfCrypto(cause)) return null
    throw cause
  }
}

// OpenSSL's and BoringSSL's refusals carry a code; a mistake of ours does not.
const isOfCrypto = (cause: unknown): boolean => cause instanceof Error && 'code' in cause

function factsOf(x509: X509Certificate, der: Uint8Array): CertificateFacts {
  // The parser forgives what follows the certificate; a digest over it would not be the certificate's.
  if (!x509.raw.equals(der)) throw new MalformedDer('something follows the certificate')
  const { serial, issuer, subject, extensions } = signedPart(der)
  const key = x509.publicKey
  return {
    certificateDer: der,
    issuerName: nameText(issuer),
    subjectName: nameText(subject),
    serialDecimal: serial,
    subject: subjectOf(subject),
    validFrom: x509.validFromDate.getTime(),
    validTo: x509.validToDate.getTime(),
    keyUsage: keyUsageOf(extensions),
    isSelfSigned: x509.subject === x509.issuer && x509.verify(key),
    rsaBits: key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? null) : null,
  }
}

interface SignedPart {
  readonly serial: string
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  readonly extensions: ReadonlyMap<string, DerElement>
}

/** The TBSCertificate of RFC 5280: version, serial, algorithm, issuer, validity, subject, key, then what is optional. */
function signedPart(der: Uint8Array): SignedPart {
  const [certificate] = elementsIn(der)
  const [signed] = elementsIn(required(certificate).content)
  const fields = elementsIn(required(signed).content)
  const [serial, , issuer, , subject, , ...rest] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields
  return {
    serial: decimal(required(serial)),
    issuer: distinguishedName(required(issuer)),
    subject: distinguishedName(required(subject)),
    extensions: extensionsIn(rest.find(({ tag }) => tag === 0xa3)),
  }
}

function extensionsIn(tagged: DerElement | undefined): ReadonlyMap<string, DerElement> {
  if (!tagged) return new Map()
  const [list] = elementsIn(tagged.content)
  return new Map(
    elementsIn(required(list).content).map((extension) => {
      const parts = elementsIn(extension.content)
      // A criticality flag may stand between the two.
      const [value] = elementsIn(required(parts.at(-1), derTag.octetString).content)
      return [objectIdentifier(required(parts[0])), required(value)] as const
    }),
  )
}

function keyUsageOf(extensions: ReadonlyMap<string, DerElement>): KeyUsage {
  const [, bits = 0] = extensions.get(keyUsageOid)?.content ?? []
  const extended = extensions.get(extendedKeyUsageOid)
  const purposes = extended ? elementsIn(extended.content).map(objectIdentifier) : []
  return {
    nonRepudiation: (bits & nonRepudiationBit) !== 0,
    documentSigning: purposes.includes(documentSigningOid),
  }
}

const subjectOf = (name: DistinguishedName): Subject => ({
  tin: valueOf(name, subjectOids.tin),
  brn: valueOf(name, subjectOids.brn),
  commonName: valueOf(name, subjectOids.commonName),
  organisation: valueOf(name, subjectOids.organisation),
})

interface Attribute {
  readonly oid: string
  readonly value: string
}

/** Relative names in the order of the certificate, each of one attribute or, rarely, several. */
type DistinguishedName = readonly (readonly Attribute[])[]

/** @throws MalformedDer */
const distinguishedName = (name: DerElement): DistinguishedName =>
  elementsIn(name.content).map((relative) => elementsIn(relative.content).map(attribute))

function attribute({ content }: DerElement): Attribute {
  const [oid, value] = elementsIn(content)
  return { oid: objectIdentifier(required(oid)), value: stringOf(required(value)) }
}

/** The first value of an attribute; null where it is missing or empty. */
export const valueOf = (name: DistinguishedName, oid: string): string | null =>
  name
    .flat()
    .find((candidate) => candidate.oid === oid)
    ?.value.trim() || null

const keywords: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'S',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'E',
}

/**
 * The name as the authority compares it (myinvois 7 step 6): relative names in reverse order of the certificate,
 * `KEY=value` joined by comma and space. CN, OU, O and C are proven on official samples; other keys and the quoting
 * follow .NET, which the authority's text equals on all of these.
 */
export const nameText = (name: DistinguishedName): string =>
  name
    .toReversed()
    .map((relative) =>
      relative.map(({ oid, value }) => `${keywords[oid] ?? `OID.${oid}`}=${quoted(value)}`).join(' + '),
    )
    .join(', ')

const quoted = (value: string): string =>
  /^$|^\s|\s$|[,+="\n<>#;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
