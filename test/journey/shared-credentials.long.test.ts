import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { askAt } from '../support/ask-at.ts'
import { brisk } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { pins, tryPin } from '../support/people.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { startQuietAuthority } from '../support/quiet-authority.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`the head office is left out: ${why}`)

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'resit-shared-credentials-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe.skipIf(why !== null)('two processes of a head office with one key for their secrets', () => {
  const here = postgresServer()

  test('send with the credentials that one of them was given, know the PINs and go on with the pages of the other, and begin with no other key', async () => {
    const company = demoCompanyAt(Date.now())
    const practice = await startQuietAuthority({
      rateScale: 100_000,
      validationMs: 20,
      companies: async () => [company.profile],
    })
    onTestFinished(() => practice.close())
    const url = await here.server.database()
    await (await here.open(url)).companies.save(company, 'control')
    const keyFile = join(folder(), 'key')
    const renew = () => writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
    renew()
    const begin = async (env: Environment, spawn = spawnHeadOffice) => {
      const dataDir = folder()
      const office = await spawn(dataDir, {
        ...brisk,
        RESIT_LOG_LEVEL: 'error',
        RESIT_SCREENS: 'off',
        RESIT_POSTGRES_URL: url,
        RESIT_AUTHORITY: 'myinvois',
        RESIT_MYINVOIS_API_URL: practice.url,
        RESIT_SECRETS_KEY: keyFile,
        ...env,
      })
      onTestFinished(async () => void (await office.stop('SIGKILL')))
      return { office, ask: askAt(dataDir, office.port) }
    }
    const answering = await begin({ RESIT_DISPATCH: 'off' })
    const sending = await begin({})
    const sold = await answering.ask('/v1/sale/invoice_submission', { body: invoice('s1') })
    expect(sold?.status).toBe(202)
    const alerts = async () => JSON.stringify((await sending.ask('/operator/v1/health'))?.body['alerts'])
    await expect.poll(alerts).toContain('company_not_ready')
    const { clientId, clientSecret } = practice.credentialsFor(company.profile.tin)
    const { companyCode, companyGuid } = company.profile
    const body = { COMPANY_CODE: companyCode, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
    expect((await answering.ask('/operator/v1/companies/credentials', { body }))?.status).toBe(200)
    const path = `/v1/sale/invoice_checkstatus/by_guid?sale_guid=${String(sold?.body['SALE_GUID'])}`
    await expect.poll(async () => (await answering.ask(path))?.body['STATUS']).toBe('Valid')
    expect(await alerts()).not.toContain('company_not_ready')
    const person = { name: 'Siti', role: 'cashier', pin: pins.Siti }
    expect((await answering.ask('/operator/v1/people', { body: person }))?.status).toBe(200)
    expect((await tryPin(sending.office, 'Siti', pins.Siti)).status).toBe(200)
    expect((await answering.ask('/v1/sale/invoice_submission', { body: invoice('s2') }))?.status).toBe(202)
    const headers = { company_guid: companyGuid, submission_from: nearDays.from, submission_to: nearDays.to }
    const page = await answering.ask('/v1/sale/invoice_checkstatus/by_submission?page_size=1', { headers })
    const paging = page?.body['paging'] as { readonly next: string } | undefined
    expect(await sending.ask(paging?.next ?? '', { headers })).toMatchObject({
      status: 200,
      body: { paging: { returned: 1 } },
    })
    renew()
    await expect(begin({})).rejects.toMatchObject({ exitCode: 2 })
    await expect(begin({ RESIT_POSTGRES_URL: undefined }, spawnGateway)).rejects.toMatchObject({ exitCode: 2 })
  })
})
