import { type KeyObject, sign } from 'node:crypto'
import forge from 'node-forge'
import { ca, issued } from './certificates.ts'

/** Certificates and files that forge can read but not make. They are built from ASN.1. */

const { asn1, pki } = forge
type Element = forge.asn1.Asn1

const binary = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const derOf = (value: Element) => Buffer.from(asn1.toDer(value).getBytes(), 'latin1')
const read = (der: Uint8Array) => asn1.fromDer(binary(der))
const childrenOf = (value: Element) => value.value as Element[]
const element = (type: forge.asn1.Type, value: string) => asn1.create(asn1.Class.UNIVERSAL, type, false, value)
const sequence = (...value: Element[]) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, value)
const octets = (bytes: Uint8Array) => element(asn1.Type.OCTETSTRING, binary(bytes))

/** The signer's certificate, changed: with another kind of key, or in X.509 version 1. */
export function foreignCertificate(wish: KeyObject | 'version 1'): Uint8Array {
  const [signed, algorithm] = childrenOf(pki.certificateToAsn1(pki.certificateFromPem(issued.certificatePem)))
  if (!signed || !algorithm) throw new Error('no certificate to change')
  const [version, serial, ...rest] = childrenOf(signed)
  if (!version || !serial) throw new Error('no version to leave out')
  if (wish === 'version 1') signed.value = [serial, ...rest.slice(0, -1)]
  else childrenOf(signed)[6] = read(wish.export({ format: 'der', type: 'spki' }))
  const signature = sign('RSA-SHA256', derOf(signed), ca.privateKeyPem)
  return derOf(sequence(signed, algorithm, element(asn1.Type.BITSTRING, `\0${binary(signature)}`)))
}

/** A value after the object identifier of its type. */
function named(name: string, value: Element): Element {
  const oid = asn1.oidToDer(pki.oids[name] ?? '').getBytes()
  return sequence(element(asn1.Type.OID, oid), asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [value]))
}
const part = (value: Element) => named('data', octets(derOf(value)))

/** An unencrypted PKCS#12 file with this certificate and this key (PKCS#8), both in DER. */
export function clearPkcs12(certificate: Uint8Array, key: Uint8Array): Uint8Array {
  const bags = sequence(named('keyBag', read(key)), named('certBag', named('x509Certificate', octets(certificate))))
  return derOf(sequence(element(asn1.Type.INTEGER, '\u0003'), part(sequence(part(bags)))))
}

/** The first file, with the MAC of the other. */
export function withMacOf(file: Uint8Array, other: Uint8Array): Uint8Array {
  const mac = childrenOf(read(other))[2]
  if (!mac) throw new Error('no MAC to take')
  return derOf(sequence(...childrenOf(read(file)).slice(0, 2), mac))
}
