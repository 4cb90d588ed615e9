import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { makeCertificateAuthority } from '../../support/certificates.ts'
import { startConnectProxy } from '../../support/connect-proxy.ts'
import { operate } from '../../support/operator.ts'
import { openShop } from './shop.ts'

const trusted = makeCertificateAuthority('An authority that the machine trusts')

test('a sale waits while the proxy refuses, the doctor names the proxy, and it goes once the password is right (UP22)', async () => {
  const standard = getCACertificates('default')
  setDefaultCACertificates([...standard, trusted.certificatePem])
  onTestFinished(() => {
    setDefaultCACertificates([...standard])
    vi.unstubAllEnvs()
  })
  const here = await openShop({
    tls: trusted.issue({ names: ['localhost', 'authority.example'] }),
    apiUrl: 'https://authority.example',
  })
  const proxy = await startConnectProxy(here.proxy.url, 'shop:s3cret')
  onTestFinished(() => proxy.close())
  const proxied = async () => {
    const { body } = await operate<OperatorAnswer<'doctor'>>(here.shop, 'GET', '/doctor')
    return body.checks.filter(({ name }) => name === 'proxy')
  }
  vi.stubEnv('HTTPS_PROXY', `http://shop:wr0ng@${proxy.address}`)
  const sold = await here.sell('1')
  await expect.poll(() => here.outcomes(sold)).toContain('unsent not_connected')
  const [check] = await proxied()
  expect(check).toMatchObject({ verdict: 'bad' })
  expect(check?.message).toContain(`${proxy.address} lets nothing out (status 407)`)
  vi.stubEnv('HTTPS_PROXY', `http://shop:s3cret@${proxy.address}`)
  await here.until(sold, 'Valid')
  expect(await proxied()).toEqual([])
  expect([check?.message, ...here.log].join()).not.toMatch(/wr0ng|s3cret/)
  await here.agrees()
})
