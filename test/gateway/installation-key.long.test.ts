import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { companyGuid, invoice } from '../support/till.ts'

const question = { company_guid: companyGuid, submission_from: nearDays.from, submission_to: nearDays.to }
const list = '/sale/invoice_checkstatus/by_submission'

interface Page {
  readonly paging: { readonly next: string | null }
}

const secretsOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>

const keptInDatabase = (dataDir: string): unknown => {
  const database = new Database(join(dataDir, 'resit.db'))
  const value = database.prepare("SELECT value FROM setting WHERE name = 'installation_key'").pluck().get()
  database.close()
  return value
}

async function follow(shop: TestGateway, token: string, next: string): Promise<number> {
  return (await apiOf(shop, token).get(next.replace(/^\/v1/, ''), question)).status
}

/** Sells more than one page. @returns the link to the next page */
async function linkOf(shop: TestGateway, token: string): Promise<string> {
  const api = apiOf(shop, token)
  for (let at = 0; at < 26; at += 1) await api.submit('sale', 'invoice', invoice(`k${at}`))
  return (await api.get<Page>(list, question)).body.paging.next ?? ''
}

test('what seals page links lies with the secrets and not in the database, and a link outlives a restart (SE3)', async () => {
  const before = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  const token = await before.token()
  const link = await linkOf(before, token)
  await before.close({ keep: true })
  const key = secretsOf(before.dataDir)['installation/key'] ?? ''
  expect(key.length).toBeGreaterThan(30)
  expect(readFileSync(join(before.dataDir, 'resit.db')).includes(key)).toBe(false)
  expect(keptInDatabase(before.dataDir)).toBeUndefined()
  const after = await startGateway({ dataDir: before.dataDir, env: { RESIT_DISPATCH: 'off' } })
  expect(await follow(after, token, link)).toBe(200)
  await after.close()
})

test('a key that cannot be opened now holds nothing up: tills are answered, links last as long as the gateway runs', async () => {
  const before = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  await before.close({ keep: true })
  const kept = secretsOf(before.dataDir)
  writeFileSync(join(before.dataDir, 'secrets.json'), JSON.stringify({ ...kept, 'installation/key': 'sealed:AAAA' }))
  const after = await startGateway({ dataDir: before.dataDir, env: { RESIT_DISPATCH: 'off' } })
  const token = await after.token()
  expect(await follow(after, token, await linkOf(after, token))).toBe(200)
  await after.close({ keep: true })
  expect(secretsOf(before.dataDir)['installation/key']).toBe('sealed:AAAA')
  await (await startGateway({ dataDir: before.dataDir })).close()
})
