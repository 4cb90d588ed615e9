// A stand-in for MyInvois's sandbox in its own process: the practice authority. It prints its address and credentials
// in one line.

import { issueCertificate } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { PracticeCertificates } from '../../electron/gateway/authority/myinvois/sign/practice-certificates.ts'
import { verifyDocument } from '../../electron/gateway/authority/myinvois/sign/verify.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { startQuietAuthority } from './quiet-authority.ts'

const [tin = ''] = process.argv.slice(2)
const kept = new Map<string, string>()
const secrets = {
  get: async (name: string) => kept.get(name) ?? null,
  set: async (name: string, value: string) => void kept.set(name, value),
}
const certificates = new PracticeCertificates({ secrets, clock: systemClock })
const trusted = [(await certificates.authority()).certificatePem]
const practice = await startQuietAuthority({
  rateScale: 1000,
  validationMs: 50,
  verifySignature: (text, issuer) => verifyDocument(text, issuer, trusted),
})
const { profile } = demoCompanyAt(systemClock.now())
const asked = { tin, brn: '201901234567', name: profile.name }
const { pkcs12, password } = await issueCertificate(await certificates.authority(), asked, systemClock.now())
const certificate = { pkcs12: Buffer.from(pkcs12).toString('base64'), password }
process.stdout.write(`${JSON.stringify({ url: practice.url, ...practice.credentialsFor(tin), certificate })}\n`)
