import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  certificateFromPem,
  certificateFromPkcs12,
  type SigningCertificate,
} from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { openCertificate } from '../../../electron/gateway/authority/myinvois/sign/open-certificate.ts'
import {
  type CertificateFault,
  UnusableCertificate,
} from '../../../electron/gateway/authority/myinvois/sign/unusable-certificate.ts'
import { ca, company, issued, oddCertificate, otherPem, pkcs12Of } from './certificates.ts'
import { clearPkcs12, foreignCertificate, withMacOf } from './foreign.ts'

const faultOf = async (
  load: () => SigningCertificate | Promise<SigningCertificate>,
): Promise<CertificateFault | undefined> => {
  try {
    await load()
    return undefined
  } catch (cause) {
    if (cause instanceof UnusableCertificate) return cause.code
    throw cause
  }
}

const password = 'rahsia-contoh'
const pkcs8 = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' })
const pem = { certificate: issued.certificatePem, key: issued.privateKeyPem }

describe('a certificate from a PKCS#12 file', () => {
  test('is the one that was issued, byte for byte, with its key', async () => {
    const certificate = await certificateFromPkcs12(issued.pkcs12, issued.password)
    expect(Buffer.from(certificate.certificateDer)).toEqual(new X509Certificate(issued.certificatePem).raw)
    expect(certificate.privateKey.equals(createPrivateKey(issued.privateKeyPem))).toBe(true)
  })

  test('is found in a chain by its key, whatever the order', async () => {
    const file = pkcs12Of({ key: pem.key, certificates: [ca.certificatePem, pem.certificate] }, password)
    expect((await certificateFromPkcs12(file, password)).subject.tin).toBe(company.tin)
  })

  test('opens with a password beyond ASCII, which OpenSSL writes as UTF-8 and others do not', async () => {
    const pair = { key: pem.key, certificates: [pem.certificate] }
    const asUtf8 = pkcs12Of(pair, Buffer.from('rahsiä茶').toString('latin1'), { useMac: false })
    expect((await certificateFromPkcs12(asUtf8, 'rahsiä茶')).subject.tin).toBe(company.tin)
    expect(await faultOf(() => certificateFromPkcs12(asUtf8, 'rahsiä'))).toBe('wrong_password')
    expect((await certificateFromPkcs12(pkcs12Of(pair, 'rahsiä'), 'rahsiä')).subject.tin).toBe(company.tin)
  })

  test('opens so even where a MAC was made of the password in UTF-16, as OpenSSL does', async () => {
    const pair = { key: pem.key, certificates: [pem.certificate] }
    const asUtf8 = pkcs12Of(pair, Buffer.from('rahsiä茶').toString('latin1'), { useMac: false })
    const file = withMacOf(asUtf8, issued.pkcs12)
    expect((await certificateFromPkcs12(file, 'rahsiä茶')).subject.tin).toBe(company.tin)
  })

  test('opens where nothing in it is encrypted', async () => {
    const key = createPrivateKey(pem.key)
    const file = clearPkcs12(new X509Certificate(pem.certificate).raw, pkcs8(key))
    const opened = await certificateFromPkcs12(file, '')
    expect(opened.subject.tin).toBe(company.tin)
    expect(opened.privateKey.equals(key)).toBe(true)
  })

  test('tells what its reader said of it', async () => {
    const causeOf = async (file: Uint8Array, given: string) => {
      try {
        return await certificateFromPkcs12(file, given)
      } catch (thrown) {
        return thrown instanceof UnusableCertificate && thrown.cause
      }
    }
    expect(await causeOf(issued.pkcs12, 'wrong')).toMatchObject({ message: expect.stringContaining('MAC') })
    expect(await causeOf(Buffer.from('text'), '')).toBeInstanceOf(Error)
  })

  /** Without a MAC, so that the cipher is met first: AES-256 by the number of one that there is not. */
  const withUnknownCipher = Buffer.from(
    pkcs12Of({ key: pem.key, certificates: [pem.certificate] }, password, { useMac: false }),
  )
  const aes256 = Buffer.from('60864801650304012a', 'hex')
  for (let at = withUnknownCipher.indexOf(aes256); at >= 0; at = withUnknownCipher.indexOf(aes256))
    withUnknownCipher[at + 8] = 0x7f

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const brokenKey = Buffer.from(pkcs8(ec.privateKey))
  brokenKey[brokenKey.indexOf(Buffer.from('2a8648ce3d0201', 'hex')) + 6] = 0x7f

  /** The file with another digest named for its MAC than forge knows. */
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
    expect(await faultOf(() => certificateFromPkcs12(file, given))).toBe(fault)
    expect(await openCertificate(file, given)).toBe(fault)
  })

  test('is opened for whoever wants the fault and not an error', async () => {
    expect(await openCertificate(issued.pkcs12, issued.password)).toMatchObject({ subject: { tin: company.tin } })
  })
})

describe('a certificate from PEM', () => {
  const encrypted = createPrivateKey(pem.key).export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: password,
  })
  const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' })

  test('is the same as from PKCS#12', async () => {
    const { privateKey, ...facts } = certificateFromPem(pem)
    const { privateKey: other, ...otherFacts } = await certificateFromPkcs12(issued.pkcs12, issued.password)
    expect(facts).toEqual(otherFacts)
    expect(privateKey.equals(other)).toBe(true)
  })

  test('is found in a chain, and opened with the password of its key', () => {
    const chain = `${ca.certificatePem}\n${pem.certificate}`
    expect(certificateFromPem({ certificate: chain, key: String(encrypted), password }).subject.tin).toBe(company.tin)
  })

  const formerly = createPrivateKey(pem.key).export({
    format: 'pem',
    type: 'pkcs1',
    cipher: 'aes-256-cbc',
    passphrase: password,
  })

  test('opens a key that is encrypted the former way', () => {
    expect(String(formerly)).toContain('Proc-Type: 4,ENCRYPTED')
    expect(certificateFromPem({ ...pem, key: String(formerly), password }).subject.tin).toBe(company.tin)
  })

  test.each<readonly [string, CertificateFault, { certificate: string; key: string; password?: string }]>([
    ['a wrong password', 'wrong_password', { ...pem, key: String(encrypted), password: 'wrong' }],
    ['a missing password', 'wrong_password', { ...pem, key: String(encrypted) }],
    ['a wrong password of the former way', 'wrong_password', { ...pem, key: String(formerly), password: 'wrong' }],
    ['no certificate', 'not_a_certificate', { ...pem, certificate: '' }],
    ['no key', 'no_key', { ...pem, key: pem.certificate }],
    ['a key in place of it', 'not_a_certificate', { ...pem, certificate: pem.key }],
    ['a damaged certificate', 'not_a_certificate', { ...pem, certificate: pem.certificate.replace('MII', 'MIJ') }],
    ['the key of another', 'key_does_not_match', { ...pem, key: otherPem.key }],
    ['a key of another kind', 'key_does_not_match', { ...pem, key: String(ecKey) }],
  ])('with %s is refused as %s', async (_, fault, given) => {
    expect(await faultOf(() => certificateFromPem(given))).toBe(fault)
  })
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
