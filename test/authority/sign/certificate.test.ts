import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type CertificateFault,
  certificateFromPem,
  openCertificate,
} from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { ca, company, issued, oddCertificate, opened, otherPem, pkcs12Of } from './certificates.ts'
import { clearPkcs12, foreignCertificate, withMacOf } from './foreign.ts'

const password = 'rahsia-contoh'
const pkcs8 = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' })
const pem = { certificate: issued.certificatePem, key: issued.privateKeyPem }

describe('a certificate from a PKCS#12 file', () => {
  test('is the one that was issued, byte for byte, with its key', async () => {
    const certificate = await opened(issued.pkcs12, issued.password)
    expect(Buffer.from(certificate.certificateDer)).toEqual(new X509Certificate(issued.certificatePem).raw)
    expect(certificate.privateKey.equals(createPrivateKey(issued.privateKeyPem))).toBe(true)
  })

  test('is found in a chain by its key, whatever the order', async () => {
    const file = pkcs12Of({ key: pem.key, certificates: [ca.certificatePem, pem.certificate] }, password)
    expect((await opened(file, password)).subject.tin).toBe(company.tin)
  })

  test('opens with a password beyond ASCII, which OpenSSL writes as UTF-8 and others do not', async () => {
    const pair = { key: pem.key, certificates: [pem.certificate] }
    const asUtf8 = pkcs12Of(pair, Buffer.from('rahsiä茶').toString('latin1'), { useMac: false })
    expect((await opened(asUtf8, 'rahsiä茶')).subject.tin).toBe(company.tin)
    expect(await openCertificate(asUtf8, 'rahsiä')).toBe('wrong_password')
    expect((await opened(pkcs12Of(pair, 'rahsiä'), 'rahsiä')).subject.tin).toBe(company.tin)
  })

  test('opens so even where a MAC was made of the password in UTF-16, as OpenSSL does', async () => {
    const pair = { key: pem.key, certificates: [pem.certificate] }
    const asUtf8 = pkcs12Of(pair, Buffer.from('rahsiä茶').toString('latin1'), { useMac: false })
    const file = withMacOf(asUtf8, issued.pkcs12)
    expect((await opened(file, 'rahsiä茶')).subject.tin).toBe(company.tin)
  })

  test('opens where nothing in it is encrypted', async () => {
    const key = createPrivateKey(pem.key)
    const file = clearPkcs12(new X509Certificate(pem.certificate).raw, pkcs8(key))
    const certificate = await opened(file, '')
    expect(certificate.subject.tin).toBe(company.tin)
    expect(certificate.privateKey.equals(key)).toBe(true)
  })

  /** Without a MAC, so that the cipher is read first: AES-256 under an object identifier that does not exist. */
  const withUnknownCipher = Buffer.from(
    pkcs12Of({ key: pem.key, certificates: [pem.certificate] }, password, { useMac: false }),
  )
  const aes256 = Buffer.from('60864801650304012a', 'hex')
  for (let at = withUnknownCipher.indexOf(aes256); at >= 0; at = withUnknownCipher.indexOf(aes256))
    withUnknownCipher[at + 8] = 0x7f

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const brokenKey = Buffer.from(pkcs8(ec.privateKey))
  brokenKey[brokenKey.indexOf(Buffer.from('2a8648ce3d0201', 'hex')) + 6] = 0x7f

  /** The file, with a MAC digest that forge does not know. */
  const withUnknownMac = Buffer.from(issued.pkcs12)
  withUnknownMac[withUnknownMac.lastIndexOf(Buffer.from('2b0e03021a', 'hex')) + 4] = 0x7f

  const odd: readonly (readonly [string, CertificateFault, Uint8Array, string])[] = [
    ['a wrong password', 'wrong_password', issued.pkcs12, 'wrong'],
    ['no password', 'wrong_password', issued.pkcs12, ''],
    ['a MAC of an unknown kind', 'unsupported', withUnknownMac, issued.password],
    ['a cipher of an unknown kind', 'unsupported', withUnknownCipher, password],
    [
      'a key of another kind than RSA',
      'unsupported',
      clearPkcs12(foreignCertificate(ec.publicKey), pkcs8(ec.privateKey)),
      '',
    ],
    ['a key of no known kind', 'no_key', clearPkcs12(foreignCertificate(ec.publicKey), brokenKey), ''],
    ['no key', 'no_key', pkcs12Of({ key: null, certificates: [pem.certificate] }, password), password],
    ['no certificate', 'not_a_certificate', pkcs12Of({ key: pem.key, certificates: [] }, password), password],
    [
      'the key of another',
      'key_does_not_match',
      pkcs12Of({ key: otherPem.key, certificates: [pem.certificate] }, password),
      password,
    ],
    ['nothing in it', 'not_a_certificate', new Uint8Array(), password],
    ['text in it', 'not_a_certificate', Buffer.from('not a certificate'), password],
    ['a bare certificate in it', 'not_a_certificate', new X509Certificate(pem.certificate).raw, password],
    ['its end cut off', 'not_a_certificate', issued.pkcs12.subarray(0, 500), issued.password],
  ]
  test.each(odd)('with %s is refused as %s', async (_, fault, file, given) => {
    expect(await openCertificate(file, given)).toBe(fault)
  })
})

test('a certificate from PEM is the same as from PKCS#12', async () => {
  const { privateKey, ...facts } = certificateFromPem(pem)
  const { privateKey: other, ...otherFacts } = await opened(issued.pkcs12, issued.password)
  expect(facts).toEqual(otherFacts)
  expect(privateKey.equals(other)).toBe(true)
  expect(() => certificateFromPem({ ...pem, key: otherPem.key })).toThrow('key_does_not_match')
})

test('a certificate that leaves out TIN and number says so', () => {
  const { subject, issuerName, isSelfSigned } = certificateFromPem(
    oddCertificate({
      subject: [
        { type: '2.5.4.3', value: 'Ali, "Contoh"' },
        { type: '2.5.4.97', value: ' ' },
      ],
    }),
  )
  expect(subject).toEqual({ tin: null, brn: null, commonName: 'Ali, "Contoh"', organisation: null })
  expect(issuerName).toBe('OID.2.5.4.97=" ", CN="Ali, ""Contoh"""')
  expect(isSelfSigned).toBe(true)
})
