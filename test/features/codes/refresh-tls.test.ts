import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { downloadFile } from '../../../electron/gateway/authority/download.ts'
import { Codes } from '../../../electron/gateway/features/codes/codes.ts'
import { CodeRefresher } from '../../../electron/gateway/features/codes/refresh.ts'
import { makeCertificateAuthority } from '../../support/certificates.ts'
import { aClock } from '../../support/clock.ts'
import { startCodesServer } from '../../support/codes-server.ts'
import { startFaultProxy } from '../../support/fault-proxy.ts'

const trusted = makeCertificateAuthority('An authority that the machine trusts')
const stranger = makeCertificateAuthority('An authority that nobody knows')
const standard = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...standard, trusted.certificatePem]))
afterAll(() => setDefaultCACertificates([...standard]))

/** The result of a refresh from a server with this certificate. */
async function refreshOver(tls: TlsOptions) {
  const pages = await startCodesServer()
  const secure = await startFaultProxy(pages.url.replace('/files', ''), tls)
  onTestFinished(async () => {
    await secure.close()
    await pages.close()
  })
  const url = `${secure.url}/files`
  const refresher = new CodeRefresher({
    codes: new Codes(),
    download: downloadFile,
    url,
    clock: aClock(),
    keep: async () => undefined,
  })
  const tries = await refresher.refresh('test')
  return { reasons: new Set(tries.map(({ keptBecause }) => keptBecause)), requests: secure.requests }
}

test('lists come from a server whose certificate is sound', async () => {
  expect((await refreshOver(trusted.issue())).reasons).toEqual(new Set([null]))
})

const weak = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

test.each<[string, string | undefined, () => TlsOptions]>([
  ['for another name', '0', () => trusted.issue({ names: ['authority.example'] })],
  ['of an authority that nobody knows', '0', () => stranger.issue()],
  ['of an authority that nobody knows', undefined, () => stranger.issue()],
  ['over TLS 1.1', '0', () => ({ ...trusted.issue(), ...weak, maxVersion: 'TLSv1.1' })],
])('nothing is asked of one with a certificate %s (NODE_TLS_REJECT_UNAUTHORIZED=%s)', async (_, switched, tls) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', switched)
  const { reasons, requests } = await refreshOver(tls())
  expect(reasons).toEqual(new Set(['unreachable']))
  expect(requests).toEqual([])
})
