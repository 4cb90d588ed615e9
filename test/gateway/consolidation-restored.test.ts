import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { documentsIn } from '../support/ledger.ts'
import { putBack } from '../support/put-back.ts'
import { invoice } from '../support/till.ts'

const env = { RESIT_PRACTICE_VALIDATION_MS: '0' }
let running: TestGateway
afterEach(() => running.close())

async function sell(shop: TestGateway, codes: readonly string[]): Promise<void> {
  const api = apiOf(shop, await shop.token())
  const ISSUED_AT = new Date(Date.now() - 1000).toISOString()
  for (const code of codes) {
    const told = await api.submit('sale', 'invoice', invoice(code, { BUYER: null, CONSOLIDATE: true, ISSUED_AT }))
    expect(told.status).toBe(202)
  }
}

const documentOf = async ({ gateway }: TestGateway, runId: string) =>
  (await gateway.store.consolidations.documents(runId))[0]?.record

test('receipts of a backup that were consolidated since are not sent again: their document goes to a person (ST13)', async () => {
  running = await startGateway({ env })
  await sell(running, ['R1', 'R2', 'R3'])
  const backup = join(running.dataDir, 'copy.db')
  await running.gateway.store.upkeep.backup(backup)
  const first = consolidatingAt(running)
  await first.settled((await first.begin()).body.id)

  const again = await putBack(running, backup, env)
  running = again
  const { body } = await consolidatingAt(again).begin()
  await expect.poll(async () => (await documentOf(again, body.id))?.phase, { timeout: 15_000 }).toBe('conflict')
  await again.close({ keep: true })
  expect(documentsIn(again.dataDir).filter(({ status }) => status !== 'Invalid')).toHaveLength(1)
})

test('such as were not go once, after they were looked for; what is sold later goes at once (ST13)', async () => {
  running = await startGateway({ env })
  await sell(running, ['R1', 'R2', 'R3'])
  const backup = join(running.dataDir, 'copy.db')
  await running.gateway.store.upkeep.backup(backup)

  const again = await putBack(running, backup, env)
  running = again
  const here = consolidatingAt(again)
  const old = (await here.begin()).body.id
  const settled = await here.settled(old)
  expect(settled.documents.map(({ STATUS, MEMBERS }) => [STATUS, MEMBERS])).toEqual([['Valid', 3]])
  const seq = (await again.gateway.store.consolidations.documents(old))[0]?.seq ?? 0
  const types = (await again.gateway.store.records.events(seq)).map(({ event }) => event.type)
  expect(types).toEqual(expect.arrayContaining(['mistrusted', 'not_found', 'requeued', 'claimed', 'validated']))
  await sell(again, ['R9'])
  const fresh = (await here.begin()).body.id
  await here.settled(fresh)
  const later = (await again.gateway.store.consolidations.documents(fresh))[0]?.seq ?? 0
  const events = await again.gateway.store.records.events(later)
  expect(events.map(({ event }) => event.type)).not.toContain('mistrusted')
  await again.close({ keep: true })
  expect(documentsIn(again.dataDir).map(({ status }) => status)).toEqual(['Valid', 'Valid'])
})
