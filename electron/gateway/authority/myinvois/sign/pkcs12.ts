import { createPrivateKey, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { UnusableCertificate } from './unusable-certificate.ts'

export interface Pkcs12Content {
  /** In DER. */
  readonly certificates: readonly Uint8Array[]
  readonly keys: readonly KeyObject[]
}

const { asn1, pki } = forge

/**
 * Opens a PKCS#12 file. Only forge does it everywhere: Electron's BoringSSL and OpenSSL 3 each refuse some of the
 * ciphers that certification authorities still write.
 * @throws UnusableCertificate not_a_certificate, wrong_password, unsupported, no_key
 */
export function openPkcs12(bytes: Uint8Array, password: string): Pkcs12Content {
  const bags = bagsOf(bytes, password)
  const keyBags = [...(bags[pki.oids['pkcs8ShroudedKeyBag'] ?? ''] ?? []), ...(bags[pki.oids['keyBag'] ?? ''] ?? [])]
  const certificateBags = bags[pki.oids['certBag'] ?? ''] ?? []
  return {
    certificates: certificateBags.map(({ cert, asn1: raw }) => derOf(cert ? pki.certificateToAsn1(cert) : raw)),
    keys: keyBags.map(({ key, asn1: raw }) =>
      privateKeyOf(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : raw),
    ),
  }
}

/** Told apart from a wrong password by its shape, before any password is tried: a sequence that begins with version 3. */
function fileOf(bytes: Uint8Array): forge.asn1.Asn1 {
  let file: forge.asn1.Asn1
  try {
    file = asn1.fromDer(Buffer.from(bytes).toString('latin1'))
  } catch (cause) {
    throw new UnusableCertificate('not_a_certificate', { cause })
  }
  const [version, content] = childrenOf(file)
  if (version?.value !== '\u0003' || childrenOf(content).length === 0)
    throw new UnusableCertificate('not_a_certificate')
  return file
}

const childrenOf = (element: forge.asn1.Asn1 | undefined): readonly forge.asn1.Asn1[] =>
  Array.isArray(element?.value) ? element.value : []

type Bags = Readonly<Record<string, forge.pkcs12.Bag[] | undefined>>

function bagsOf(bytes: Uint8Array, password: string): Bags {
  const file = fileOf(bytes)
  if (!isMacKnown(file)) throw new UnusableCertificate('unsupported')
  try {
    return opened(file, password)
  } catch (cause) {
    // forge names the algorithm it does not know; what is left is a MAC or a padding that does not fit, which a
    // wrong password causes and, rarely, a damaged file: the two cannot be told apart.
    if (cause instanceof Error && ('oid' in cause || 'supported' in cause))
      throw new UnusableCertificate('unsupported', { cause })
    const bags = isAscii(password) ? undefined : openedAsUtf8(bytes, password)
    if (bags) return bags
    throw new UnusableCertificate('wrong_password', { cause })
  }
}

function opened(file: forge.asn1.Asn1, password: string): Bags {
  // Not strict, for some files hold an empty part; the MAC guards what is in them.
  const { safeContents } = forge.pkcs12.pkcs12FromAsn1(file, false, password)
  return Object.groupBy(
    safeContents.flatMap(({ safeBags }) => safeBags),
    ({ type }) => type,
  )
}

const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

/**
 * OpenSSL 3 derives the MAC's key from the password in UTF-16 and the cipher's from it in UTF-8, forge both from the
 * same text. So the MAC, which asks for the other, is left out: that the key fits the certificate shows the rest.
 */
function openedAsUtf8(bytes: Uint8Array, password: string): Bags | undefined {
  const file = fileOf(bytes)
  if (Array.isArray(file.value)) file.value.length = 2
  try {
    return opened(file, Buffer.from(password, 'utf8').toString('latin1'))
  } catch {
    return undefined
  }
}

const knownDigests = new Set(['sha1', 'sha256', 'sha384', 'sha512', 'md5'].map((name) => pki.oids[name]))

/** The newer PBMAC1 is not known to forge, which does not say so in a way a program can read. */
function isMacKnown(file: forge.asn1.Asn1): boolean {
  const mac = childrenOf(file)[2]
  if (!mac) return true
  const [digest] = childrenOf(mac)
  const [algorithm] = childrenOf(digest)
  const [oid] = childrenOf(algorithm)
  return typeof oid?.value === 'string' && knownDigests.has(asn1.derToOid(oid.value))
}

const derOf = (element: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(element).getBytes(), 'latin1')

function privateKeyOf(pkcs8: forge.asn1.Asn1): KeyObject {
  try {
    return createPrivateKey({ key: derOf(pkcs8), format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new UnusableCertificate('no_key', { cause })
  }
}
