import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dataPathsIn } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { restoreDataDir } from '../../electron/gateway/installation/verify-and-restore.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { invoice } from '../support/till.ts'

const stateFolder = mkdtempSync(join(tmpdir(), 'resit-state-'))
afterAll(() => rmSync(stateFolder, { recursive: true }))

const receipt = (code: string) =>
  invoice(code, { BUYER: null, CONSOLIDATE: true, ISSUED_AT: new Date(Date.now() - 1000).toISOString() })

async function open(dataDir?: string, env: Record<string, string> = {}) {
  const shop = await startGateway({ env, ports: { stateFolder }, ...(dataDir !== undefined && { dataDir }) })
  const api = apiOf(shop, await shop.token())
  const sell = async (code: string): Promise<WireRecord> => {
    const { status, body } = await api.submit('sale', 'invoice', receipt(code))
    expect(status).toBe(202)
    return body
  }
  const now = async ({ SALE_GUID }: WireRecord) => (await api.status('sale', 'invoice', SALE_GUID)).body
  return { shop, api, sell, now, here: consolidatingAt(shop) }
}

/** Stops the gateway, and restores its database from the continuous copy alone. */
async function lost(shop: TestGateway) {
  const { dataDir } = shop
  await shop.close({ keep: true })
  for (const name of ['resit.db', 'resit.db-wal', 'resit.db-shm']) rmSync(join(dataDir, name), { force: true })
  const files = dataPathsIn(dataDir)
  const ports = { clock: systemClock, secrets: secretsInFile(files.secrets), stateFolder }
  expect(await restoreDataDir(files, ports, null)).toMatchObject({ backup: null, brokenAt: null })
  return dataDir
}

test('restored from the copy, a record is still in one consolidated document at most (ST10)', async () => {
  const first = await open()
  const valid = [await first.sell('R0001'), await first.sell('R0002')]
  const { documents } = await first.here.settled((await first.here.begin()).body.id)
  expect(documents).toMatchObject([{ STATUS: 'Valid', MEMBERS: 2 }])
  const { dataDir } = first.shop
  await first.shop.close({ keep: true })

  // The second document is made but not sent, and a third receipt waits.
  const second = await open(dataDir, { RESIT_DISPATCH: 'off' })
  const unsent = [await second.sell('R0003'), await second.sell('R0004')]
  const run = (await second.here.begin()).body.id
  await expect.poll(async () => (await second.here.detail(run)).finished_at).not.toBeNull()
  const waiting = await second.sell('R0005')
  await consolidatingAt(second.shop).set({ day: 5 })
  const third = await open(await lost(second.shop))
  try {
    for (const each of valid)
      expect(await third.now(each)).toMatchObject({ STATUS: 'Valid', CONSOLIDATED_INTO: documents[0]?.SALE_GUID })
    const into = (await third.now(unsent[0] as WireRecord)).CONSOLIDATED_INTO
    expect(into).not.toBeNull()
    const phase = async () => (await third.shop.gateway.store.records.byGuid(waiting.SALE_GUID))?.record.phase
    await expect.poll(phase).toBe('queued')
    const again = await third.here.settled((await third.here.begin()).body.id)
    expect(again.documents).toMatchObject([{ MEMBERS: 1, STATUS: 'Valid' }])
    for (const each of unsent) {
      expect(await third.api.until(each, 'Valid')).toMatchObject({ CONSOLIDATED_INTO: into })
      expect(await third.now(each)).toMatchObject({ STATUS: 'Valid' })
    }
    expect(await third.now(waiting)).toMatchObject({ CONSOLIDATED_INTO: again.documents[0]?.SALE_GUID })
    const held = third.shop.gateway.practice?.ledger.documents() ?? []
    expect(held.map(({ status }) => status)).toEqual(['Valid', 'Valid', 'Valid'])
    expect((await third.here.call('GET', '/consolidation/settings?company=DEMO')).body).toMatchObject({ day: 5 })
  } finally {
    await third.shop.close()
  }
})
