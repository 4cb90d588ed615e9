import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  qualifyingProperties,
  type SignatureParts,
} from '../../../electron/gateway/authority/myinvois/sign/signature-block.ts'
import { verifySignature } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { day, noon, otherSigner, signer } from './certificates.ts'
import { foreignCertificate } from './foreign.ts'
import { assembled, partsIn, plainText, signedWith } from './texts.ts'

/** The authority's codes for each broken part (myinvois 4). */
const codes = {
  structure: 'DS300',
  signature_missing: 'DS301',
  signature_count: 'DS302',
  certificate: 'DS300',
  certificate_digest: 'DS318',
  issuer_name: 'DS326',
  serial_number: 'DS328',
  subject_name: 'DS300',
  properties_digest: 'DS320',
  document_digest: 'DS322',
  signature_value: 'DS333',
  signing_time: 'DS304',
} as const

const signed = signedWith(plainText, signer, noon)
const parts = partsIn(signed)

const digest = (text: string) => hash('sha256', text, 'base64')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const assembledWith = (changed: Partial<SignatureParts>) => assembled(plainText, { ...parts, ...changed })

/** A forgery: changed properties with a digest that fits them. */
function resealed(changed: Partial<SignatureParts>): string {
  const forged = { ...parts, ...changed }
  return assembledWith({ ...changed, propertiesDigest: digest(JSON.stringify(qualifyingProperties(forged))) })
}

/** Different base64 of the same bytes: it differs in bits that decoders ignore. */
function sloppy(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const at = text.indexOf('=') - 1
  const other = text.slice(0, at) + alphabet[alphabet.indexOf(text[at] ?? '') + 1] + text.slice(at + 1)
  expect([at > 0, other === text, Buffer.from(other, 'base64').equals(bytes)]).toEqual([true, false, true])
  return other
}

interface Information {
  Signature: unknown
}

/** The document with a changed list of signatures. */
function relisted(change: (informations: Information[], information: Information) => void): string {
  const document = JSON.parse(signed)
  const [extension] = document.Invoice[0].UBLExtensions[0].UBLExtension
  const { SignatureInformation } = extension.ExtensionContent[0].UBLDocumentSignatures[0]
  change(SignatureInformation, SignatureInformation[0])
  return JSON.stringify(document)
}

const twice = (value: unknown) => [value, value].flat()

const dearer = plainText.replace('12.70', '12.71')
const month = 30 * day

const tampered: readonly (readonly [string, keyof typeof codes, string])[] = [
  ['text that is not JSON', 'structure', `${signed}}`],
  ['a lone surrogate', 'structure', signed.replace('Kopi', 'Kopi \ud800')],
  ['a second Invoice beside the first', 'structure', signed.replace(/\]\}$/, ',{}]}')],
  ['a second root Invoice', 'structure', signed.replace('{"_D"', '{"Invoice":[{}],"_D"')],
  ['a total that stands twice', 'structure', signed.replace('"ID":[', '"LegalMonetaryTotal":[],"ID":[')],
  [
    'a signature that stands twice',
    'structure',
    signed.replace('"UBLExtensions":[{"UBLE', '"UBLExtensions":[],"UBLExtensions":[{"UBLE'),
  ],
  [
    'a digest that stands twice',
    'structure',
    signed.replace('"DigestValue"', '"DigestValue":[{"_":"AA=="}],"DigestValue"'),
  ],
  [
    'the digest of the document twice',
    'structure',
    signed.replace(/"DigestValue"(?!.*"DigestValue")/, '"DigestValue":[{"_":"AA=="}],"DigestValue"'),
  ],
  ['no reference to the signature', 'structure', signed.replace(/,"Signature":\[\{"ID".*(?=\}\]\}$)/, '')],
  ['another reference than to the properties', 'structure', signed.replace('"#id-xades-signed-props"', '"#other"')],
  ['another signature algorithm', 'structure', signed.replace('rsa-sha256', 'rsa-sha512')],
  ['something extra in the signature', 'structure', signed.replace('"Id":"signature"', '"Id":"signature","More":1')],
  ['a document that was never signed', 'signature_missing', plainText],
  [
    'two signatures',
    'signature_count',
    relisted((_, information) => {
      information.Signature = twice(information.Signature)
    }),
  ],
  ['two signatures apart', 'signature_count', relisted((list, information) => void list.push(information))],
  [
    'a signature that is no list',
    'structure',
    relisted((_, information) => {
      information.Signature = {}
    }),
  ],
  ['a reference to no signature', 'structure', signed.replace(/"UBLExtensions":.*,(?="Signature":\[\{"ID")/, '')],
  ['a certificate that is none', 'certificate', assembledWith({ certificate: base64(Buffer.from('none')) })],
  [
    'a certificate with something after it',
    'certificate',
    assembledWith({ certificate: base64(Buffer.concat([signer.certificateDer, Buffer.from([5, 0])])) }),
  ],
  [
    'the certificate of somebody else',
    'certificate_digest',
    assembledWith({ certificate: base64(otherSigner.certificateDer) }),
  ],
  ['a wrong certificate digest', 'certificate_digest', resealed({ certificateDigest: digest('') })],
  [
    'another issuer in the properties',
    'issuer_name',
    resealed({ signedIssuer: { ...parts.signedIssuer, name: 'CN=Other' } }),
  ],
  [
    'an issuer without the space',
    'issuer_name',
    resealed({ signedIssuer: { ...parts.signedIssuer, name: parts.signedIssuer.name.replaceAll(', ', ',') } }),
  ],
  [
    'another issuer beside the certificate',
    'issuer_name',
    assembledWith({ keyIssuer: { ...parts.keyIssuer, name: 'CN=Other' } }),
  ],
  [
    'a serial number in hexadecimal',
    'serial_number',
    resealed({ signedIssuer: { ...parts.signedIssuer, serial: BigInt(parts.signedIssuer.serial).toString(16) } }),
  ],
  [
    'another serial number beside the certificate',
    'serial_number',
    assembledWith({ keyIssuer: { ...parts.keyIssuer, serial: '1' } }),
  ],
  ['a subject of another name', 'subject_name', assembledWith({ subjectName: 'CN=Other' })],
  ['a signing time put forward', 'properties_digest', assembledWith({ signingTime: '2026-11-21T12:00:01Z' })],
  ['a wrong properties digest', 'properties_digest', assembledWith({ propertiesDigest: digest('') })],
  ['another amount', 'document_digest', assembled(dearer, parts)],
  ['an amount spelled another way', 'document_digest', assembled(plainText.replace('1000.0', '1000'), parts)],
  ['a letter spelled as an escape', 'document_digest', assembled(plainText.replace('Kopi', '\\u004bopi'), parts)],
  [
    'members in another order',
    'document_digest',
    assembled(plainText.replace('"Empty":[],"None":[{}]', '"None":[{}],"Empty":[]'), parts),
  ],
  ['a wrong document digest', 'document_digest', assembledWith({ documentDigest: digest('') })],
  [
    'another amount with its digest made anew',
    'signature_value',
    assembled(dearer, { ...parts, documentDigest: digest(dearer) }),
  ],
  [
    'the signature of somebody else',
    'signature_value',
    assembledWith({
      signatureValue: sign('RSA-SHA256', Buffer.from(plainText), otherSigner.privateKey).toString('base64'),
    }),
  ],
  [
    'a signature with another hash',
    'signature_value',
    assembledWith({ signatureValue: sign('RSA-SHA512', Buffer.from(plainText), signer.privateKey).toString('base64') }),
  ],
  ['a signature in sloppy base64', 'signature_value', assembledWith({ signatureValue: sloppy(parts.signatureValue) })],
  ['no signature value', 'signature_value', assembledWith({ signatureValue: '' })],
  ['a signing time before the certificate', 'signing_time', signedWith(plainText, signer, signer.validFrom - month)],
  ['a signing time after the certificate', 'signing_time', signedWith(plainText, signer, signer.validTo + month)],
  [
    'a certificate of another kind of key',
    'certificate',
    assembledWith({
      certificate: base64(foreignCertificate(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)),
    }),
  ],
  ['a signing time that is no time', 'signing_time', resealed({ signingTime: 'soon' })],
  ['a signing time that is no day', 'signing_time', resealed({ signingTime: '2027-02-30T12:00:00Z' })],
  ['a signing time with an offset', 'signing_time', resealed({ signingTime: '2026-11-21T20:00:00+08:00' })],
]

describe('verifySignature', () => {
  test('takes a signed document and shows who signed it and when', () => {
    expect(verifySignature(signed)).toEqual({
      ok: true,
      signingTime: noon,
      certificate: { ...signer, privateKey: undefined, certificateDer: Buffer.from(signer.certificateDer) },
    })
  })

  test('takes a document that was laid out anew, for white space is not signed', () => {
    const airy = signed.replaceAll(/("(?:[^"\\]|\\.)*")|([{}[\],:])/g, (_, string?: string, mark?: string) =>
      string === undefined ? `\r\n\t ${mark} ` : string,
    )
    expect(airy.length).toBeGreaterThan(signed.length + 1000)
    expect(verifySignature(airy).ok).toBe(true)
  })

  test('takes the two members wherever they stand in the Invoice', () => {
    const [, members = ''] = /(,"UBLExtensions":.*)\}\]\}$/.exec(signed) ?? []
    const first = signed.replace(members, '').replace('"Invoice":[{', `"Invoice":[{${members.slice(1)},`)
    expect(first.length).toBe(signed.length)
    expect(verifySignature(first).ok).toBe(true)
  })

  test('takes the name of the subject where official samples carry the issuer', () => {
    expect(verifySignature(assembledWith({ subjectName: signer.subjectName })).ok).toBe(true)
  })

  test('the document a forger starts from is otherwise good', () => {
    expect([verifySignature(assembledWith({})).ok, verifySignature(resealed({})).ok]).toEqual([true, true])
  })

  test('takes a signing time from the first second of the certificate to its last', () => {
    for (const at of [signer.validFrom, signer.validTo])
      expect(verifySignature(signedWith(plainText, signer, at))).toMatchObject({ ok: true, signingTime: at })
  })

  test.each(tampered)('refuses %s as a broken %s', (_, broken, text) => {
    expect(verifySignature(text)).toMatchObject({ ok: false, broken, code: codes[broken] })
  })

  test('every part that can be broken is broken by some case', () => {
    expect(new Set(tampered.map(([, broken]) => broken))).toEqual(new Set(Object.keys(codes)))
  })

  test.each([
    ['brackets', '['.repeat(200_000)],
    ['a deep value', `{"Invoice":[{"UBLExtensions":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`],
    [
      'a deep value hidden by a repeated name',
      signed.replace('"Id":"signature"', `"Id":${'['.repeat(100_000)}${']'.repeat(100_000)},"Id":"signature"`),
    ],
    ['a bare value', 'null'],
    ['an Invoice that is text', '{"Invoice":["x"]}'],
    ['nothing', ''],
  ])('a hostile text of %s is refused, not thrown at', (_, text) => {
    expect(verifySignature(text).ok).toBe(false)
  })
})
