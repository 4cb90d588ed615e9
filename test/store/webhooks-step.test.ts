import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { startGateway } from '../support/gateway.ts'
import { invoice } from '../support/till.ts'

test('a database of the version before gets its webhooks and keeps its records', async () => {
  const before = await startGateway()
  const api = apiOf(before, await before.token())
  await api.until((await api.submit('sale', 'invoice', invoice('1'))).body, 'Valid')
  await before.close({ keep: true })
  const old = new Database(join(before.dataDir, 'resit.db'))
  old.exec('DROP TABLE webhook_delivery; DROP TABLE webhook_target')
  old.pragma('user_version = 130')
  old.close()

  const after = await startGateway({ dataDir: before.dataDir })
  const { webhooks, records } = after.gateway.store
  const [kept] = await records.changedAfter(0, null, 10)
  expect(kept?.record.saleCode).toBe('1')
  await webhooks.add({ id: 'w', url: 'http://127.0.0.1:9/', companyGuid: null, createdAt: 0 }, 'test')
  expect(await webhooks.targets()).toMatchObject([{ id: 'w', position: await records.lastEventSeq(), waiting: 0 }])
  await after.close()
})
