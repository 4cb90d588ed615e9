import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { makeCertificateAuthority } from '../support/certificates.ts'
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'
import { startUpdateServer, type UpdateServer } from './update-server.ts'

let shop: Shop
let server: UpdateServer
let secure: FaultProxy
let proxy: ConnectProxy
let place: string
const trusted = makeCertificateAuthority('An authority that the machine trusts')

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'resit-proxied-'))
  writeFileSync(join(place, 'trusted.pem'), trusted.certificatePem)
  writeFileSync(join(place, 'Resit.AppImage'), '#!/bin/sh\n')
  shop = await openShop()
  server = await startUpdateServer()
  server.offer({ version: '0.2.0', bytes: Buffer.from('#!/bin/sh\n') })
  secure = await startFaultProxy(server.url, trusted.issue({ names: ['updates.example'] }))
  proxy = await startConnectProxy(secure.url, 'shop:s3cret')
})
afterAll(async () => {
  await shop.close()
  await proxy.close()
  await secure.close()
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

/** Looks for an update. @returns the result, and what the desktop logged about it */
async function lookThrough(userAndPassword: string) {
  const env = {
    RESIT_RELEASE_URL: 'https://updates.example',
    RESIT_RELEASE_KEY: server.key,
    HTTPS_PROXY: `http://${userAndPassword}@${proxy.address}`,
    APPIMAGE: join(place, 'Resit.AppImage'),
    NODE_EXTRA_CA_CERTS: join(place, 'trusted.pem'),
  }
  const desktop = await shop.start({ env })
  await tillAt(desktop)
  const page = await desktop.page()
  let seen = await page.evaluate<DesktopState>('window.resit.state({ after: 0 })')
  await page.evaluate('window.resit.checkForUpdate({})')
  do seen = await page.evaluate<DesktopState>(`window.resit.state({ after: ${seen.version} })`)
  while (seen.update.phase === 'checking' || seen.update.phase === 'downloading')
  await desktop.quit()
  const logs = join(desktop.home, 'desktop', 'logs')
  const log = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
  return { phase: seen.update.phase, log: log.join('') }
}

test('an update comes through a proxy that asks for a password', async () => {
  expect(await lookThrough('shop:s3cret')).toMatchObject({ phase: 'ready' })
  expect(new Set(proxy.asked)).toEqual(new Set(['updates.example:443']))
})

test('a proxy that does not take the password is asked no more than a few times, and is named without it', async () => {
  const before = proxy.asked.length
  const { phase, log } = await lookThrough('shop:wr0ng')
  expect(phase).toBe('failed')
  expect(log).toContain(proxy.address)
  expect(log).not.toContain('wr0ng')
  expect(proxy.asked.length - before).toBeLessThan(12)
})
