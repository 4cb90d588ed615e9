import { X509Certificate } from 'node:crypto'
import asn1 from 'node-forge/lib/asn1.js'
import type { EpochMs } from '../../../../../shared/domain/record.ts'

export interface CertificateFacts {
  readonly certificateDer: Uint8Array
  /** As X509IssuerName must spell it. */
  readonly issuerName: string
  readonly subjectName: string
  readonly serialDecimal: string
  readonly subject: Subject
  readonly validFrom: EpochMs
  readonly validTo: EpochMs
  readonly keyUsage: KeyUsage
  readonly isSelfSigned: boolean
  /** Null if the key is not RSA. */
  readonly rsaBits: number | null
}

/** Null for each value that the certificate does not have. */
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
  readonly documentSigning: boolean
}

export const subjectOids = { tin: '2.5.4.97', brn: '2.5.4.5', commonName: '2.5.4.3', organisation: '2.5.4.10' } as const
export const documentSigningOid = '1.3.6.1.4.1.311.10.3.12'
const keyUsageOid = '2.5.29.15'
const extendedKeyUsageOid = '2.5.29.37'
const nonRepudiationBit = 0x40
const extensionsTag = 3 as asn1.Type

/** @param der one X.509 certificate, nothing after it @returns null if it is none */
export function certificateFacts(der: Uint8Array): CertificateFacts | null {
  try {
    const x509 = new X509Certificate(der)
    // The parser ignores bytes after the certificate; the digest would not match.
    return x509.raw.equals(der) ? factsOf(x509) : null
  } catch {
    return null
  }
}

function factsOf(x509: X509Certificate): CertificateFacts {
  const { serial, issuer, subject, extensions } = signedPart(x509.raw)
  const key = x509.publicKey
  return {
    certificateDer: x509.raw,
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

type Element = ReturnType<typeof asn1.fromDer>

/**
 * Read as ASN.1: node:crypto shows neither key usage nor names by object identifier, and spells names differently in
 * Electron.
 */
const elementIn = (der: Uint8Array): Element => asn1.fromDer(Buffer.from(der).toString('latin1'))

const partsOf = (element: Element | undefined): readonly Element[] =>
  Array.isArray(element?.value) ? element.value : []

const binaryOf = (element: Element | undefined): string => (typeof element?.value === 'string' ? element.value : '')
const bytesOf = (element: Element | undefined): Buffer => Buffer.from(binaryOf(element), 'latin1')
const oidOf = (element: Element | undefined): string => asn1.derToOid(binaryOf(element))

/** The TBSCertificate of RFC 5280: version, serial, algorithm, issuer, validity, subject, key, then optional fields. */
function signedPart(der: Uint8Array) {
  const [signed] = partsOf(elementIn(der))
  const fields = partsOf(signed)
  const isTagged = ({ tagClass }: Element) => tagClass === asn1.Class.CONTEXT_SPECIFIC
  const [serial, , issuer, , subject, , ...rest] = fields.slice(fields[0] && isTagged(fields[0]) ? 1 : 0)
  const [extensions] = partsOf(rest.find((field) => isTagged(field) && field.type === extensionsTag))
  return {
    serial: decimalOf(bytesOf(serial)),
    issuer: distinguishedName(issuer),
    subject: distinguishedName(subject),
    extensions: new Map(
      partsOf(extensions)
        .map(partsOf)
        .map((parts) => [oidOf(parts[0]), bytesOf(parts.at(-1))]),
    ),
  }
}

/** The decimal text of an INTEGER, which DER writes in two's complement. */
const decimalOf = (bytes: Buffer): string =>
  BigInt.asIntN(bytes.length * 8, BigInt(`0x0${bytes.toString('hex')}`)).toString()

function keyUsageOf(extensions: ReadonlyMap<string, Buffer>): KeyUsage {
  const [usage, extended] = [keyUsageOid, extendedKeyUsageOid].map((oid) => {
    const value = extensions.get(oid)
    return value && elementIn(value)
  })
  const [, bits = 0] = bytesOf(usage)
  return {
    nonRepudiation: (bits & nonRepudiationBit) !== 0,
    documentSigning: partsOf(extended).map(oidOf).includes(documentSigningOid),
  }
}

const subjectOf = (name: DistinguishedName): Subject => ({
  tin: attributeOf(name, subjectOids.tin),
  brn: attributeOf(name, subjectOids.brn),
  commonName: attributeOf(name, subjectOids.commonName),
  organisation: attributeOf(name, subjectOids.organisation),
})

/** In the order of the certificate; each has one attribute, rarely several. */
type DistinguishedName = readonly (readonly { readonly oid: string; readonly value: string }[])[]

const distinguishedName = (name: Element | undefined): DistinguishedName =>
  partsOf(name).map((relative) =>
    partsOf(relative).map((attribute) => {
      const [oid, value] = partsOf(attribute)
      return { oid: oidOf(oid), value: stringOf(value) }
    }),
  )

const stringOf = (element: Element | undefined): string =>
  element?.type === asn1.Type.BMPSTRING ? binaryOf(element) : bytesOf(element).toString(encodingOf(element))

const teletexString = 0x14 as asn1.Type
const encodingOf = (element: Element | undefined) => (element?.type === teletexString ? 'latin1' : 'utf8')

/** Null if it is missing or empty. */
export const attributeOf = (name: DistinguishedName, oid: string): string | null =>
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
 * The name as the authority compares it (myinvois 7 step 6): in reverse order, `KEY=value` with comma and space. CN,
 * OU, O and C are proven on official samples; other keys and the quoting follow .NET.
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
