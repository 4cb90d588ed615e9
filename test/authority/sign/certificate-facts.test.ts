import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import type forge from 'node-forge'
import { expect, test } from 'vitest'
import { certificateFacts } from '../../../electron/gateway/authority/myinvois/sign/certificate-facts.ts'
import { ca, company, day, issued, noon, oddCertificate, request } from './certificates.ts'
import { foreignCertificate } from './foreign.ts'

const derOf = (pem: string) => new X509Certificate(pem).raw
const factsOf = (pem: string) => certificateFacts(derOf(pem))

test('a certificate says who issued it to whom, for how long and what for', () => {
  const der = derOf(issued.certificatePem)
  const { serialNumber } = new X509Certificate(der)
  expect(certificateFacts(der)).toEqual({
    certificateDer: der,
    issuerName: 'CN=Resit Practice CA, O=Resit Practice, C=MY',
    subjectName: `CN=${request.name}, SERIALNUMBER=${company.idNumber}, OID.2.5.4.97=${company.tin}, O=${request.name}, C=MY`,
    serialDecimal: BigInt(`0x${serialNumber}`).toString(),
    subject: { tin: company.tin, brn: company.idNumber, commonName: request.name, organisation: request.name },
    validFrom: noon - day / 24,
    validTo: noon + 365 * day,
    keyUsage: { nonRepudiation: true, documentSigning: true },
    isSelfSigned: false,
    rsaBits: 2048,
  })
})

test.each([
  ['nothing', new Uint8Array()],
  ['text', Buffer.from('not a certificate')],
  ['a certificate cut off', derOf(issued.certificatePem).subarray(0, 300)],
  ['a certificate with something after it', Buffer.concat([derOf(issued.certificatePem), Buffer.from([5, 0])])],
])('%s is no certificate', (_, bytes) => {
  expect(certificateFacts(bytes)).toBeNull()
})

test.each([
  ['neither', [], { nonRepudiation: false, documentSigning: false }],
  [
    'other uses',
    [
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', emailProtection: true },
    ],
    { nonRepudiation: false, documentSigning: false },
  ],
  ['non-repudiation', [{ name: 'keyUsage', nonRepudiation: true }], { nonRepudiation: true, documentSigning: false }],
] as const)('a certificate for %s says so', (_, extensions, expected) => {
  expect(factsOf(oddCertificate({ extensions }).certificate)?.keyUsage).toEqual(expected)
})

test('a certificate of version 1 has neither version nor uses, and all else', () => {
  expect(certificateFacts(foreignCertificate('version 1'))).toMatchObject({
    subject: { tin: company.tin },
    issuerName: 'CN=Resit Practice CA, O=Resit Practice, C=MY',
    serialDecimal: factsOf(issued.certificatePem)?.serialDecimal,
    keyUsage: { nonRepudiation: false, documentSigning: false },
  })
})

test.each([
  ['BMPString', 0x1e, 'é茶'],
  ['TeletexString', 0x14, 'é'],
  ['UTF8String', 0x0c, 'é茶'],
  ['PrintableString', 0x13, 'Ali'],
])('a name in a %s is read as its text', (_, tag, value) => {
  const commonName = { type: '2.5.4.3', value, valueTagClass: tag as unknown as forge.asn1.Class }
  expect(factsOf(oddCertificate({ subject: [commonName] }).certificate)).toMatchObject({
    subject: { commonName: value },
  })
})

test.each([
  ['7f', '127'],
  ['00ff', '255'],
  ['80', '-128'],
  ['4000000000000000000000000000000000000001', `${64n * 256n ** 19n + 1n}`],
])('the serial number %s is %s', (serial, decimal) => {
  expect(factsOf(oddCertificate({ serial }).certificate)?.serialDecimal).toBe(decimal)
})

test('only a key of RSA has a length that counts', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(certificateFacts(foreignCertificate(publicKey))).toMatchObject({
    subject: { tin: company.tin },
    rsaBits: null,
  })
  expect(certificateFacts(foreignCertificate(generateKeyPairSync('ed25519').publicKey))?.rsaBits).toBeNull()
})

test('self-signed is what has its own name for its issuer and its own key for its signature', () => {
  const [name, otherName] = ['Ali', 'Abu'].map((value) => [{ type: '2.5.4.3', value }])
  if (!name || !otherName) throw new Error('two names are needed')
  const key = ca.privateKeyPem
  const isSelfSigned = (odd: Parameters<typeof oddCertificate>[0]) =>
    factsOf(oddCertificate({ subject: name, ...odd }).certificate)?.isSelfSigned
  expect([
    isSelfSigned({}),
    isSelfSigned({ issuer: { name, key } }),
    isSelfSigned({ key, issuer: { name: otherName, key } }),
  ]).toEqual([true, false, false])
})
