import { describe, expect, test } from 'vitest'
import {
  certificateFromPem,
  certificateWarnings,
} from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { company, day, noon, oddCertificate, signer } from './certificates.ts'

const codesAt = (now: number) => certificateWarnings(signer, company, now).map(({ code }) => code)

describe('certificateWarnings', () => {
  test('is silent about a certificate as the authority wants it', () => {
    expect(certificateWarnings(signer, company, noon)).toEqual([])
  })

  test('speaks of its time: not yet, soon over, over, each from its first moment', () => {
    const { validFrom, validTo } = signer
    expect(
      [validFrom - 1, validFrom, validTo - 30 * day, validTo - 30 * day + 1, validTo, validTo + 1].map(codesAt),
    ).toEqual([['not_yet_valid'], [], [], ['expires_soon'], ['expires_soon'], ['expired']])
    expect(certificateWarnings(signer, company, validTo - 7 * day)).toEqual([
      { code: 'expires_soon', validTo, daysLeft: 7 },
    ])
  })

  test('names the TIN and the number it should have', () => {
    const other = { tin: 'C25845632020', idNumber: '201901234567' }
    expect(certificateWarnings(signer, other, noon)).toEqual([
      { code: 'wrong_tin', expected: other.tin, found: company.tin },
      { code: 'wrong_brn', expected: other.idNumber, found: company.idNumber },
    ])
  })

  test('names every use the key lacks, and a key too short, and one that vouches for itself', () => {
    const odd = certificateFromPem(
      oddCertificate({ bits: 1024, extensions: [{ name: 'keyUsage', digitalSignature: true }] }),
    )
    expect(certificateWarnings(odd, company, noon)).toEqual([
      { code: 'wrong_tin', expected: company.tin, found: null },
      { code: 'wrong_brn', expected: company.idNumber, found: null },
      { code: 'wrong_key_usage', missing: ['nonRepudiation', 'documentSigning'] },
      { code: 'self_signed' },
      { code: 'weak_key', bits: 1024 },
    ])
  })
})
