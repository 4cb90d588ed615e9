import { createPrivateKey, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { nullIfThrown } from '../../../../../shared/domain/null-if-thrown.ts'

export interface Pkcs12Content {
  readonly certificates: readonly Uint8Array[]
  readonly key: KeyObject
}

/** `unsupported`: protected in a way that cannot be opened here. */
export type Pkcs12Fault = 'wrong_password' | 'no_key' | 'not_a_certificate' | 'unsupported'

const { asn1, pki } = forge

/** Only forge opens all files: BoringSSL and OpenSSL 3 each refuse ciphers that certification authorities still use. */
export function openPkcs12(bytes: Uint8Array, password: string): Pkcs12Content | Pkcs12Fault {
  const bags = bagsOf(bytes, password)
  if (typeof bags === 'string') return bags
  const keyBag = [...bagsIn(bags, 'pkcs8ShroudedKeyBag'), ...bagsIn(bags, 'keyBag')][0]
  const key = keyBag && privateKeyOf(keyBag)
  if (!key) return 'no_key'
  const certificates = bagsIn(bags, 'certBag').map(({ cert, asn1: raw }) =>
    derOf(cert ? pki.certificateToAsn1(cert) : raw),
  )
  return { certificates, key }
}

type Bags = readonly forge.pkcs12.Bag[]

const bagsIn = (bags: Bags, name: string): Bags => bags.filter(({ type }) => type === pki.oids[name])

/** Checked before any password: a sequence that begins with version 3. */
function fileOf(bytes: Uint8Array): forge.asn1.Asn1 | null {
  return nullIfThrown(() => {
    const file = asn1.fromDer(Buffer.from(bytes).toString('latin1'))
    const [version, content] = childrenOf(file)
    return version?.value === '\u0003' && childrenOf(content).length > 0 ? file : null
  })
}

const childrenOf = (element: forge.asn1.Asn1 | undefined): readonly forge.asn1.Asn1[] =>
  Array.isArray(element?.value) ? element.value : []

function bagsOf(bytes: Uint8Array, password: string): Bags | Pkcs12Fault {
  const file = fileOf(bytes)
  if (!file) return 'not_a_certificate'
  if (!isMacKnown(file)) return 'unsupported'
  try {
    return opened(file, password)
  } catch (cause) {
    // forge names an unknown algorithm. A wrong MAC or padding means a wrong password or, rarely, a damaged file.
    if (cause instanceof Error && ('oid' in cause || 'supported' in cause)) return 'unsupported'
    return (!isAscii(password) && openedAsUtf8(bytes, password)) || 'wrong_password'
  }
}

function opened(file: forge.asn1.Asn1, password: string): Bags {
  // Not strict: some files have an empty part, and the MAC protects the content.
  const { safeContents } = forge.pkcs12.pkcs12FromAsn1(file, false, password)
  return safeContents.flatMap(({ safeBags }) => safeBags)
}

const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

/**
 * OpenSSL 3 uses the password in UTF-16 for the MAC and in UTF-8 for the cipher; forge uses one for both. So the MAC is
 * left out: that the key fits the certificate is proof enough.
 */
function openedAsUtf8(bytes: Uint8Array, password: string): Bags | null {
  const file = fileOf(bytes)
  if (!file) return null
  if (Array.isArray(file.value)) file.value.length = 2
  return nullIfThrown(() => opened(file, Buffer.from(password, 'utf8').toString('latin1')))
}

const knownDigests = new Set(['sha1', 'sha256', 'sha384', 'sha512', 'md5'].map((name) => pki.oids[name]))

/** forge does not know PBMAC1, and gives no usable error. */
function isMacKnown(file: forge.asn1.Asn1): boolean {
  const mac = childrenOf(file)[2]
  if (!mac) return true
  const [digest] = childrenOf(mac)
  const [algorithm] = childrenOf(digest)
  const [oid] = childrenOf(algorithm)
  return typeof oid?.value === 'string' && knownDigests.has(asn1.derToOid(oid.value))
}

const derOf = (element: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(element).getBytes(), 'latin1')

function privateKeyOf({ key, asn1: raw }: forge.pkcs12.Bag): KeyObject | null {
  const pkcs8 = derOf(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : raw)
  return nullIfThrown(() => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
}
