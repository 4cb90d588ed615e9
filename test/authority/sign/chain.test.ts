import { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { describe, expect, test } from 'vitest'
import { issueCertificate, makePracticeCa } from '../../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { verifyCertificate } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { ca, day, noon, oddCertificate, otherPem, request, signer } from './certificates.ts'

const utf8 = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class
const stranger = await makePracticeCa(noon)

describe('verifyCertificate', () => {
  test('trusts what a trusted authority issued, among others it trusts', () => {
    expect(verifyCertificate(signer.certificateDer, [stranger.certificatePem, ca.certificatePem], noon)).toEqual({
      ok: true,
    })
  })

  test('does not trust an authority of the same name with another key', () => {
    expect(verifyCertificate(signer.certificateDer, [stranger.certificatePem], noon)).toMatchObject({
      ok: false,
      broken: 'untrusted',
      code: 'DS329',
    })
    expect(verifyCertificate(signer.certificateDer, [], noon)).toMatchObject({ broken: 'untrusted' })
  })

  test('does not trust a certificate that vouches for itself, even a trusted one', () => {
    const { certificate } = oddCertificate()
    expect(verifyCertificate(certificate, [certificate], noon)).toMatchObject({ broken: 'self_signed' })
    expect(verifyCertificate(ca.certificatePem, [ca.certificatePem], noon)).toMatchObject({ broken: 'self_signed' })
  })

  test('does not take for an authority what is none, by its uses or by its silence', async () => {
    for (const signing of [otherPem, oddCertificate({ extensions: [] })]) {
      const authority = { certificatePem: signing.certificate, privateKeyPem: signing.key }
      const forged = await issueCertificate(authority, request, noon)
      expect(verifyCertificate(forged.certificatePem, [signing.certificate], noon)).toMatchObject({
        broken: 'untrusted',
      })
    }
  })

  test('does not trust an authority of another name with the same key', () => {
    const extensions = [{ name: 'basicConstraints', cA: true }]
    const renamed = oddCertificate({ key: ca.privateKeyPem, extensions }).certificate
    expect(verifyCertificate(signer.certificateDer, [renamed], noon)).toMatchObject({ broken: 'untrusted' })
  })

  const caName = [
    { type: '2.5.4.6', value: 'MY' },
    { type: '2.5.4.10', value: 'Resit Practice', valueTagClass: utf8 },
    { type: '2.5.4.3', value: 'Resit Practice CA', valueTagClass: utf8 },
  ]

  test('takes for self-signed only what has its own name for its issuer and its own key for its signature', () => {
    const renewed = oddCertificate({ subject: caName, issuer: { name: caName, key: ca.privateKeyPem } })
    expect(verifyCertificate(renewed.certificate, [ca.certificatePem], noon)).toEqual({ ok: true })
    const { privateKeyPem } = ca
    const misnamed = oddCertificate({ key: privateKeyPem, issuer: { name: caName, key: privateKeyPem } })
    expect(verifyCertificate(misnamed.certificate, [stranger.certificatePem], noon)).toMatchObject({
      broken: 'untrusted',
    })
    expect(verifyCertificate(misnamed.certificate, [ca.certificatePem], noon)).toEqual({ ok: true })
  })

  test('trusts an authority that renewed its certificate, as long as one of them is valid', () => {
    const extensions = [{ name: 'basicConstraints', cA: true }]
    const renewed = oddCertificate({ key: ca.privateKeyPem, subject: caName, extensions, from: noon + day })
    const trusted = [renewed.certificate, ca.certificatePem]
    expect(verifyCertificate(signer.certificateDer, trusted, noon)).toEqual({ ok: true })
    expect(verifyCertificate(signer.certificateDer, [renewed.certificate], noon)).toMatchObject({
      broken: 'issuer_not_valid',
    })
  })

  test('trusts an authority from its first moment to its last', () => {
    const { validFromDate, validToDate } = new X509Certificate(ca.certificatePem)
    const [from, to] = [validFromDate.getTime(), validToDate.getTime()]
    const verdicts = [from - 1, from, to, to + 1].map(
      (at) => verifyCertificate(signer.certificateDer, [ca.certificatePem], at).ok,
    )
    expect(verdicts).toEqual([false, true, true, false])
  })

  test('does not trust an authority whose time is over or not yet come', () => {
    for (const at of [noon - day, noon + 3651 * day])
      expect(verifyCertificate(signer.certificateDer, [ca.certificatePem], at)).toMatchObject({
        broken: 'issuer_not_valid',
      })
  })
})
