import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificateAuthority } from '../../support/certificates.ts'
import { startFaultProxy } from '../../support/fault-proxy.ts'
import { hourMs, openShop } from './shop.ts'

const trusted = makeCertificateAuthority('An authority that the machine trusts')
const stranger = makeCertificateAuthority('An authority that nobody knows')
const standard = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...standard, trusted.certificatePem]))
afterAll(() => setDefaultCACertificates([...standard]))

/** A gateway whose sign-in works, and whose API has this certificate. */
async function openSecureShop(tls: TlsOptions, env: Record<string, string> = {}) {
  const secure = await startFaultProxy('http://127.0.0.1:9', tls)
  onTestFinished(() => secure.close())
  return { secure, here: await openShop({ apiUrl: secure.url, env }) }
}

test('a server with a sound certificate is sent to: what is refused below is refused for its certificate (UP21)', async () => {
  const here = await openShop({ tls: trusted.issue() })
  const sold = await here.sell('1')
  await here.until(sold, 'Valid')
  expect(await here.outcomes(sold)).toEqual(['accepted'])
  await here.agrees()
})

const weak = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

test.each<[string, string | undefined, () => TlsOptions]>([
  ['that ran out', '0', () => trusted.issue({ notAfter: Date.now() - hourMs })],
  ['that is not valid yet', '0', () => trusted.issue({ notBefore: Date.now() + hourMs })],
  ['for another name', '0', () => trusted.issue({ names: ['authority.example'] })],
  ['that vouches for itself', '0', () => trusted.selfSigned()],
  ['of an authority that nobody knows', '0', () => stranger.issue()],
  ['of an authority that nobody knows', undefined, () => stranger.issue()],
  ['over TLS 1.0', '0', () => ({ ...trusted.issue(), ...weak, maxVersion: 'TLSv1' })],
  ['over TLS 1.1', '0', () => ({ ...trusted.issue(), ...weak, maxVersion: 'TLSv1.1' })],
])('a certificate %s is refused before any byte (NODE_TLS_REJECT_UNAUTHORIZED=%s) (UP21)', async (_, switched, tls) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', switched)
  const { secure, here } = await openSecureShop(tls())
  const sold = await here.sell('1')
  await expect.poll(async () => (await here.outcomes(sold)).length).toBeGreaterThan(1)
  expect(new Set((await here.outcomes(sold)).slice(0, -1))).toEqual(new Set(['unsent not_connected']))
  await expect.poll(async () => (await here.stored(sold)).record).toMatchObject({ phase: 'queued', everSent: false })
  expect(secure.connections).toBeGreaterThan(0)
  expect(secure.requests).toEqual([])
})

test('a handshake that never ends is given up before any byte (UP2)', async () => {
  const { secure, here } = await openSecureShop(trusted.issue(), { RESIT_REQUEST_TIMEOUT_MS: '400' })
  secure.hang()
  const sold = await here.sell('1')
  await expect.poll(() => here.outcomes(sold)).toContain('unsent not_connected')
  await expect.poll(async () => (await here.stored(sold)).record).toMatchObject({ phase: 'queued', everSent: false })
  await expect.poll(() => here.shown(sold)).toMatchObject({ STATUS: 'Pending', NEXT_ACTION: { ACTION: 'void' } })
  expect(secure.requests).toEqual([])
})
