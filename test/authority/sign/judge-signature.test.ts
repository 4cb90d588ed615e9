import { expect, test } from 'vitest'
import { certificateFromPem } from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { judgeSignature } from '../../../electron/gateway/authority/myinvois/sign/judge-signature.ts'
import {
  type CertificateRequest,
  issueCertificate,
  makePracticeCa,
} from '../../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { signDocument } from '../../../electron/gateway/authority/myinvois/sign/sign.ts'
import { ca, noon, oddCertificate, otherPem, request, signer } from './certificates.ts'

const trusted = [ca.certificatePem]

const party = (tin: string, number: string) => [
  {
    Party: [{ PartyIdentification: [{ ID: [{ _: tin, schemeID: 'TIN' }] }, { ID: [{ _: number, schemeID: 'BRN' }] }] }],
  },
]

/** As much of a document as the signer is compared with. */
const documentOf = (type: string) =>
  JSON.stringify({
    Invoice: [
      {
        InvoiceTypeCode: [{ _: type, listVersionID: '1.1' }],
        AccountingSupplierParty: type === '01' ? party(request.tin, request.brn) : party('EI00000000030', 'NA'),
        AccountingCustomerParty: type === '01' ? party('C25845632020', '1') : party(request.tin, request.brn),
      },
    ],
  })

async function signerFor(over: Partial<CertificateRequest>) {
  const { certificatePem, privateKeyPem } = await issueCertificate(ca, { ...request, ...over }, noon)
  return certificateFromPem({ certificate: certificatePem, key: privateKeyPem })
}

test.each(['01', '12'])('a document of type %s is its issuer’s, whichever side that is', (type) => {
  expect(judgeSignature(signDocument(documentOf(type), signer, noon), request.tin, trusted)).toEqual({ ok: true })
})

const selfSigned = certificateFromPem(oddCertificate())
const notByCa = certificateFromPem(otherPem)

test.each([
  ['DS311', 'of another taxpayer', await signerFor({ tin: 'C25845632020' })],
  ['DS306', 'without a registration number', await signerFor({ brn: '' })],
  ['DS307', 'without a TIN', await signerFor({ tin: '' })],
  ['DS312', 'with another registration number', await signerFor({ brn: '199901000001' })],
  ['DS329', 'that vouches for itself', selfSigned],
] as const)('%s: a certificate %s', (code, _, certificate) => {
  const judged = judgeSignature(signDocument(documentOf('01'), certificate, noon), request.tin, trusted)
  expect(judged).toMatchObject({ ok: false, code })
})

test('DS329: a certificate of an authority that is not trusted', async () => {
  const { certificatePem } = await makePracticeCa(noon)
  const signed = signDocument(documentOf('01'), notByCa, noon)
  expect(judgeSignature(signed, request.tin, trusted)).toEqual({ ok: true })
  expect(judgeSignature(signed, request.tin, [certificatePem])).toMatchObject({ ok: false, code: 'DS329' })
})

test('DS322: a document that was changed after it was signed', () => {
  const signed = signDocument(documentOf('01'), signer, noon).replace('"01"', '"02"')
  expect(judgeSignature(signed, request.tin, trusted)).toMatchObject({ ok: false, code: 'DS322' })
})

test('DS301: a document that is not signed', () => {
  expect(judgeSignature(documentOf('01'), request.tin, trusted)).toMatchObject({ ok: false, code: 'DS301' })
})
