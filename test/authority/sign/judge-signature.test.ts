import { expect, test } from 'vitest'
import { certificateFromPem } from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { judgeSignature } from '../../../electron/gateway/authority/myinvois/sign/judge-signature.ts'
import {
  type CertificateRequest,
  issueCertificate,
  makePracticeCa,
} from '../../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { ca, noon, oddCertificate, otherPem, request, signer } from './certificates.ts'
import { signedWith } from './texts.ts'

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
  expect(judgeSignature(signedWith(documentOf(type), signer, noon), request.tin, trusted)).toEqual({ ok: true })
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
  const judged = judgeSignature(signedWith(documentOf('01'), certificate, noon), request.tin, trusted)
  expect(judged).toEqual({ ok: false, code, message: expect.stringMatching(message) })
})

test.each(['NRIC', 'PASSPORT', 'BRN', 'ARMY'])(
  'the number of the certificate is compared with that of a %s',
  (scheme) => {
    const ids = [
      { ID: [{ _: request.tin, schemeID: 'TIN' }] },
      { ID: [{ _: 'W10-2404-32000001', schemeID: 'SST' }] },
      { ID: [{ _: request.brn, schemeID: scheme }] },
    ]
    const document = JSON.parse(documentOf('01'))
    document.Invoice[0].AccountingSupplierParty[0].Party[0].PartyIdentification = ids
    const judged = () => judgeSignature(signedWith(JSON.stringify(document), signer, noon), request.tin, trusted)
    expect(judged()).toEqual({ ok: true })
    ids.pop()
    expect(judged()).toMatchObject({ ok: false, code: 'DS312' })
  },
)

test('DS329: a certificate of an authority that is not trusted', async () => {
  const { certificatePem } = await makePracticeCa(noon)
  const signed = signedWith(documentOf('01'), notByCa, noon)
  expect(judgeSignature(signed, request.tin, trusted)).toEqual({ ok: true })
  expect(judgeSignature(signed, request.tin, [certificatePem])).toMatchObject({ ok: false, code: 'DS329' })
})

test('DS322: a document that was changed after it was signed', () => {
  const signed = signedWith(documentOf('01'), signer, noon).replace('"01"', '"02"')
  expect(judgeSignature(signed, request.tin, trusted)).toEqual({
    ok: false,
    code: 'DS322',
    message: "Document digest value doesn't match digest calculated value from existing document content.",
  })
})

test('DS301: a document that is not signed', () => {
  expect(judgeSignature(documentOf('01'), request.tin, trusted)).toMatchObject({ ok: false, code: 'DS301' })
})
