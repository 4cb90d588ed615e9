import { describe, expect, test } from 'vitest'
import { verifyChain } from '../../../electron/gateway/authority/myinvois/sign/chain.ts'
import { issueCertificate, makePracticeCa } from '../../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { ca, day, noon, oddCertificate, otherPem, request, signer } from './certificates.ts'

const stranger = await makePracticeCa(noon)

describe('verifyChain', () => {
  test('trusts what a trusted authority issued, among others it trusts', () => {
    expect(verifyChain(signer.certificateDer, [stranger.certificatePem, ca.certificatePem], noon)).toEqual({ ok: true })
  })

  test('does not trust an authority of the same name with another key', () => {
    expect(verifyChain(signer.certificateDer, [stranger.certificatePem], noon)).toEqual({
      ok: false,
      broken: 'untrusted',
      code: 'DS329',
    })
    expect(verifyChain(signer.certificateDer, [], noon)).toMatchObject({ broken: 'untrusted' })
  })

  test('does not trust a certificate that vouches for itself, even a trusted one', () => {
    const { certificate } = oddCertificate()
    expect(verifyChain(certificate, [certificate], noon)).toMatchObject({ broken: 'self_signed' })
    expect(verifyChain(ca.certificatePem, [ca.certificatePem], noon)).toMatchObject({ broken: 'self_signed' })
  })

  test('does not take for an authority what is none, by its uses or by its silence', async () => {
    for (const signing of [otherPem, oddCertificate({ extensions: [] })]) {
      const authority = { certificatePem: signing.certificate, privateKeyPem: signing.key }
      const forged = await issueCertificate(authority, request, noon)
      expect(verifyChain(forged.certificatePem, [signing.certificate], noon)).toMatchObject({ broken: 'untrusted' })
    }
  })

  test('does not trust an authority of another name with the same key', () => {
    const extensions = [{ name: 'basicConstraints', cA: true }]
    const renamed = oddCertificate({ key: ca.privateKeyPem, extensions }).certificate
    expect(verifyChain(signer.certificateDer, [renamed], noon)).toMatchObject({ broken: 'untrusted' })
  })

  test('does not trust an authority whose time is over or not yet come', () => {
    for (const at of [noon - day, noon + 3651 * day])
      expect(verifyChain(signer.certificateDer, [ca.certificatePem], at)).toMatchObject({ broken: 'issuer_not_valid' })
  })
})
