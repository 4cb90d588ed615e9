import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { askAt } from '../support/ask-at.ts'
import { askOverTls } from '../support/ask-tls.ts'
import { makeCertificateAuthority } from '../support/certificates.ts'
import { brisk } from '../support/gateway.ts'
import { pins } from '../support/people.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { type GatewayProcess, spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`the head office is left out: ${why}`)

const authority = makeCertificateAuthority('An authority of a chain')

describe.skipIf(why !== null)('a head office that answers other computers', () => {
  const here = postgresServer()
  const running: GatewayProcess[] = []
  let folder: string
  let network: Environment
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'resit-tls-'))
    network = {
      RESIT_LISTEN: '127.0.0.1:0',
      RESIT_TLS_CERTIFICATE: join(folder, 'cert.pem'),
      RESIT_TLS_KEY: join(folder, 'key.pem'),
      RESIT_TLS_HOSTS: 'localhost',
      RESIT_TLS_SCREENS: 'on',
    }
    writeFileSync(join(folder, 'ca.pem'), authority.certificatePem)
    renew()
  })
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function renew(key?: string): void {
    const made = authority.issue()
    writeFileSync(join(folder, 'cert.pem'), made.cert)
    writeFileSync(join(folder, 'key.pem'), key ?? made.key, { mode: 0o600 })
  }
  const begin = async (spawn: typeof spawnHeadOffice, name: string, env: Environment) => {
    const started = await spawn(join(folder, name), { ...brisk, RESIT_LOG_LEVEL: 'error', ...env })
    running.push(started)
    return { process: started, ask: askAt(join(folder, name), started.port) }
  }

  test('takes what an outlet sends over TLS, also while its new certificate is broken, and says so', async () => {
    const url = await here.server.database()
    const office = await begin(spawnHeadOffice, 'office', { RESIT_POSTGRES_URL: url, ...network })
    const { network_url: networkUrl } = office.process.ready
    const made = await office.ask('/operator/v1/tokens', {
      body: { name: 'Outlet KLCC', scopes: ['submit', 'read', 'cancel', 'taxpayer'], company: null },
    })
    const outlet = await begin(spawnGateway, 'outlet', {
      RESIT_AUTHORITY: 'gateway',
      RESIT_UPSTREAM_URL: String(networkUrl),
      RESIT_UPSTREAM_TOKEN: String(made?.body['token']),
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      RESIT_SCREENS: 'off',
    })
    expect((await outlet.ask('/operator/v1/companies', { body: demoCompanyRequest }))?.status).toBe(200)
    const sell = async (code: string) => {
      const kept = await outlet.ask('/v1/sale/invoice_submission', { body: invoice(code) })
      expect(kept?.status).toBe(202)
      const path = `/v1/sale/invoice_checkstatus/by_guid?sale_guid=${String(kept?.body['SALE_GUID'])}`
      for (const { ask } of [outlet, office])
        await expect.poll(async () => (await ask(path))?.body['STATUS']).toBe('Valid')
    }
    const alerts = async () => (await office.ask('/operator/v1/health'))?.body['alerts']
    const isBroken = expect.objectContaining({ code: 'tls_broken', verdict: 'warning' }) as unknown
    await sell('t1')
    // A load balancer uses the address, not the name.
    const { port } = new URL(String(networkUrl))
    const ready = { path: '/readyz', ca: authority.certificatePem, headers: { host: `10.1.2.3:${port}` } }
    expect(await askOverTls(Number(port), ready)).toMatchObject({ status: 200, text: '{"status":"ready"}' })
    expect(await askOverTls(Number(port), { ...ready, method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect(await alerts()).not.toContainEqual(isBroken)
    renew(authority.issue().key)
    await expect.poll(alerts).toContainEqual(isBroken)
    await sell('t2')
    renew()
    await expect.poll(alerts).not.toContainEqual(isBroken)
    await sell('t3')
    expect((await office.ask('/operator/v1/outlets'))?.body['items']).toMatchObject([{ name: 'Outlet KLCC' }])
    expect(await office.process.stop()).toBe(0)
  })

  test('lets people sign in there where that is wanted', async () => {
    const url = await here.server.database()
    const { process: office, ask } = await begin(spawnHeadOffice, 'office', { RESIT_POSTGRES_URL: url, ...network })
    const person = { name: 'Aminah', role: 'supervisor', pin: pins.Aminah }
    const added = await ask('/operator/v1/people', { body: person })
    const origin = new URL(String(office.ready['network_url'])).origin
    const say = async (path: string, bearer?: string, body?: object) => {
      const headers = {
        origin,
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      }
      const told = await askOverTls(Number(new URL(origin).port), {
        path,
        ca: authority.certificatePem,
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      return { status: told.status, body: JSON.parse(told.text) as Readonly<Record<string, unknown>> }
    }
    const operator = added?.body['id']
    const signedIn = await say('/operator/v1/sign_in', undefined, { operator, pin: pins.Aminah })
    expect(signedIn.status).toBe(200)
    const bearer = String(signedIn.body['token'])
    expect((await say('/operator/v1/records', bearer)).status).toBe(200)
    expect((await say('/operator/v1/records', 'rss_guessed')).status).toBe(401)
  })

  test('does not begin where it could answer only without TLS, or with a certificate that is no good', async () => {
    const url = await here.server.database()
    const refused = async (env: Environment, spawn = spawnHeadOffice) => {
      const cause = await begin(spawn, 'refused', { RESIT_POSTGRES_URL: url, ...network, ...env }).catch(
        (no: unknown) => no,
      )
      expect(cause).toMatchObject({ exitCode: 2 })
      return String(cause)
    }
    expect(await refused({ RESIT_LISTEN: '0.0.0.0:0', RESIT_TLS_KEY: undefined })).toContain('over TLS alone')
    expect(await refused({ RESIT_TLS_HOSTS: 'localhost,resit.example' })).toContain('RESIT_TLS_HOSTS')
    expect(await refused({ RESIT_LISTEN: '192.0.2.1:0' })).toContain('does not have')
    renew('')
    expect(await refused({})).toContain('RESIT_TLS_KEY')
    renew()
    chmodSync(join(folder, 'key.pem'), 0o644)
    expect(await refused({})).toContain('other accounts can read')
    chmodSync(join(folder, 'key.pem'), 0o600)
    expect(await refused({}, spawnGateway)).toContain('for a head office')
  })
})
