import { expect, test } from 'vitest'
import { createMyInvois, type Signing } from '../../../electron/gateway/authority/myinvois/adapter.ts'
import {
  certificateFromPem,
  type SigningCertificate,
} from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { verifySignature } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { CannotBuild, type DocumentSource } from '../../../electron/gateway/authority/port.ts'
import { demoCompanyAt } from '../../../electron/gateway/features/companies/demo-company.ts'
import { aClock } from '../../support/clock.ts'
import { aSale, checkedSale } from '../../support/sales.ts'
import { practise } from '../practice/support.ts'
import { day, noon, oddCertificate, otherSigner, signer } from './certificates.ts'

const company = demoCompanyAt(0).profile
const body = aSale()
const source: DocumentSource = {
  identity: { family: 'sale', kind: 'invoice', documentNumber: 'KLCC-1', saleGuid: 'sale' },
  body,
  sale: checkedSale(body),
  company,
  originals: [],
  isForGeneralPublic: false,
  issueTime: noon,
}

/** The adapter with a certificate that the test can replace. */
async function adapter(certificate: SigningCertificate | null, clock = aClock(noon + 1_234)) {
  const practice = await practise({ clock })
  const { url } = practice
  const given = { certificate }
  const connect = (signing: Signing) =>
    createMyInvois(
      { apiUrl: url, identityUrl: url, portalUrl: url, requestTimeoutMs: 1_000, rateScale: 1_000, ...signing },
      async ({ tin }) => practice.credentialsFor(tin),
      clock,
    )
  const authority = connect({ documentVersion: '1.1', certificateFor: async () => given.certificate })
  return { authority, unsigned: connect({ documentVersion: '1.0' }), given, clock, practice }
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString('utf8')

test('a document is signed at the second it is built, for the company it belongs to', async () => {
  const { authority, clock } = await adapter(signer)
  expect(await authority.ready(company)).toEqual({ kind: 'go_on' })
  const built = authority.build(source)
  expect(verifySignature(textOf(built))).toMatchObject({ ok: true, signingTime: noon + 1_000 })
  expect(textOf(built)).toContain('"listVersionID":"1.1"')
  expect(authority.build(source)).toEqual(built)
  clock.pass(1_000)
  expect(authority.build(source).sha256).not.toBe(built.sha256)
})

test('its size is known to the byte beforehand, without signing it', async () => {
  for (const certificate of [signer, otherSigner]) {
    const { authority, unsigned } = await adapter(certificate)
    await authority.ready(company)
    expect(authority.sizeOf(source)).toBe(authority.build(source).bytes.length)
    expect(authority.sizeOf(source)).toBeGreaterThan(unsigned.sizeOf(source) + 3_000)
    expect(unsigned.sizeOf(source)).toBe(unsigned.build(source).bytes.length)
  }
})

test('a certificate that is not known yet is counted as a large one', async () => {
  const large = certificateFromPem(
    oddCertificate({
      bits: 4096,
      subject: [
        { type: '2.5.4.6', value: 'MY' },
        { type: '2.5.4.10', value: 'Penerbit Sijil Digital Berlesen Sdn. Bhd.' },
        { type: '2.5.4.3', value: 'Penerbit Sijil Digital Organisasi Generasi Ketiga' },
      ],
    }),
  )
  const { authority } = await adapter(large)
  const expected = authority.sizeOf(source)
  await authority.ready(company)
  expect(authority.build(source).bytes.length).toBeLessThan(expected)
})

test('nothing is built and nobody asked without a certificate, and everything goes with the next one', async () => {
  const { authority, given, practice } = await adapter(null)
  const notReady = {
    kind: 'pause',
    askedMs: null,
    attention: 'company_not_ready',
    fault: { kind: 'no_certificate' },
  }
  expect(await authority.ready(company)).toEqual(notReady)
  expect(practice.counts.list()).toEqual([])
  expect(() => authority.build(source)).toThrow(CannotBuild)
  given.certificate = signer
  expect(await authority.ready(company)).toEqual({ kind: 'go_on' })
  expect(verifySignature(textOf(authority.build(source))).ok).toBe(true)
  given.certificate = otherSigner
  await authority.ready(company)
  expect(verifySignature(textOf(authority.build(source)))).toMatchObject({
    certificate: { subjectName: otherSigner.subjectName },
  })
})

test.each([
  ['ended', 400 * day],
  ['has not begun', -day],
])('a certificate whose time %s signs nothing', async (_, after) => {
  const { authority } = await adapter(signer, aClock(noon + after))
  expect(await authority.ready(company)).toMatchObject({ kind: 'pause', attention: 'company_not_ready' })
  expect(() => authority.build(source)).toThrow(CannotBuild)
})
