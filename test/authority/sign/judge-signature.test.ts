import { expect, test } from 'vitest'
import { certificateFromPem } from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import {
  type CertificateSubject,
  issueCertificate,
  makePracticeCa,
} from '../../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { verifyDocument } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { ca, noon, oddCertificate, otherPem, request, signer } from './certificates.ts'
import { signedWith } from './texts.ts'

const trusted = [ca.certificatePem]

const issuer = { tin: request.tin, idNumber: request.brn }

const document = JSON.stringify({ Invoice: [{ InvoiceTypeCode: [{ _: '01', listVersionID: '1.1' }] }] })

async function signerFor(over: Partial<CertificateSubject>) {
  const { certificatePem, privateKeyPem } = await issueCertificate(ca, { ...request, ...over }, noon)
  return certificateFromPem({ certificate: certificatePem, key: privateKeyPem })
}

test('a document is its issuer’s', () => {
  expect(verifyDocument(signedWith(document, signer, noon), issuer, trusted)).toEqual({ ok: true })
})

const selfSigned = certificateFromPem(oddCertificate())
const notByCa = certificateFromPem(otherPem)

test.each([
  ['DS311', 'of another taxpayer', /TIN doesn't match with the OI/, await signerFor({ tin: 'C25845632020' })],
  ['DS306', 'without a registration number', /^SERIALNUMBER is empty/, await signerFor({ brn: '' })],
  ['DS307', 'without a TIN', /^OI is empty/, await signerFor({ tin: '' })],
  [
    'DS312',
    'with another registration number',
    /number doesn't match .* SERIALNUMBER/,
    await signerFor({ brn: '199901000001' }),
  ],
  ['DS329', 'that vouches for itself', /not issued by a trusted authority/, selfSigned],
] as const)('%s: a certificate %s', (code, _, message, certificate) => {
  const judged = verifyDocument(signedWith(document, certificate, noon), issuer, trusted)
  expect(judged).toMatchObject({ ok: false, code, message: expect.stringMatching(message) })
})

test('DS329: a certificate of an authority that is not trusted', async () => {
  const { certificatePem } = await makePracticeCa(noon)
  const signed = signedWith(document, notByCa, noon)
  expect(verifyDocument(signed, issuer, trusted)).toEqual({ ok: true })
  expect(verifyDocument(signed, issuer, [certificatePem])).toMatchObject({ ok: false, code: 'DS329' })
})

test('DS322: a document that was changed after it was signed', () => {
  const signed = signedWith(document, signer, noon).replace('"01"', '"02"')
  expect(verifyDocument(signed, issuer, trusted)).toMatchObject({
    ok: false,
    code: 'DS322',
    message: "Document digest value doesn't match digest calculated value from existing document content.",
  })
})

test('DS301: a document that is not signed', () => {
  expect(verifyDocument(document, issuer, trusted)).toMatchObject({ ok: false, code: 'DS301' })
})
