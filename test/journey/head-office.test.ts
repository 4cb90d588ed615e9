import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { askAt } from '../support/ask-at.ts'
import { brisk } from '../support/gateway.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { type GatewayProcess, spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`the head office is left out: ${why}`)

describe.skipIf(why !== null)('a head office', () => {
  const here = postgresServer()
  const running: GatewayProcess[] = []
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'resit-office-'))
  })
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const begin = async (spawn: typeof spawnHeadOffice, name: string, env: Environment) => {
    const started = await spawn(join(folder, name), { ...brisk, RESIT_LOG_LEVEL: 'error', ...env })
    running.push(started)
    return { process: started, ask: askAt(join(folder, name), started.port) }
  }

  test('takes what an outlet sells, also what it sold while the office was away, and both know what became of it', async () => {
    const env = { RESIT_POSTGRES_URL: await here.server.database() }
    const office = await begin(spawnHeadOffice, 'office', env)
    const { port } = office.process
    const made = await office.ask('/operator/v1/tokens', {
      body: { name: 'Outlet KLCC', scopes: ['submit', 'read', 'cancel', 'taxpayer'], company: null },
    })
    const outlet = await begin(spawnGateway, 'outlet', {
      RESIT_AUTHORITY: 'gateway',
      RESIT_UPSTREAM_URL: `http://127.0.0.1:${port}/v1`,
      RESIT_UPSTREAM_TOKEN: String(made?.body['token']),
      RESIT_SCREENS: 'off',
    })
    expect((await outlet.ask('/operator/v1/companies', { body: demoCompanyRequest }))?.status).toBe(200)
    const sell = async (code: string) => {
      const kept = await outlet.ask('/v1/sale/invoice_submission', { body: invoice(code) })
      expect(kept?.status).toBe(202)
      return { headers: { sale_guid: String(kept?.body['SALE_GUID']) } }
    }
    const path = '/v1/sale/invoice_checkstatus/by_guid'
    const before = await sell('h1')
    await expect.poll(async () => (await office.ask(path, before))?.body['STATUS']).toBe('Valid')
    expect(await office.process.stop()).toBe(0)
    const meanwhile = await sell('h2')
    const again = await begin(spawnHeadOffice, 'office', { ...env, RESIT_PORT: String(port) })
    for (const { ask } of [outlet, again])
      for (const sale of [before, meanwhile])
        await expect.poll(async () => (await ask(path, sale))?.body['STATUS']).toBe('Valid')
    expect(await again.process.stop()).toBe(0)
  })
})
