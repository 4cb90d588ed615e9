import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { type Api, apiOf } from '../support/api.ts'
import { archiveAll, dayMs } from '../support/closed-months.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { customer, invoice } from '../support/till.ts'

let shop: TestGateway

afterEach(() => shop.close())

const sell = async (api: Api, code: string) =>
  api.until((await api.submit('sale', 'invoice', invoice(code, { BUYER: customer }))).body, 'Valid')

test('eight years later a gateway misses no file of a closed month, and shows what it still has of a sale', async () => {
  shop = await startGateway()
  const api = apiOf(shop, await shop.token())
  const sold = await sell(api, 'old')
  await sell(api, 'newer')
  // Until what follows the validation is over, too, the sale is not.
  await expect.poll(() => archiveAll(shop.gateway.store, Date.now() + 60 * dayMs)).toBe(1)
  await shop.close({ keep: true })
  const folder = join(shop.dataDir, 'archive')
  for (const name of readdirSync(folder)) rmSync(join(folder, name))

  const clock = { ...systemClock, now: () => systemClock.now() + 8 * 366 * dayMs }
  shop = await startGateway({ dataDir: shop.dataDir, ports: { clock } })
  const { body: list } = await operate(shop, 'GET', '/archives')
  expect(list).toMatchObject({ items: [{ lost: false, detached: true, past_retention: true }] })
  const { body: journal } = await operate(shop, 'GET', '/journal')
  expect(journal).toMatchObject({ findings: [] })
  const { body: health } = await operate<{ readonly alerts: readonly object[] }>(shop, 'GET', '/health')
  expect(health.alerts).not.toContainEqual(expect.objectContaining({ code: 'archive_lost' }))
  const { body: shown } = await operate(shop, 'GET', `/records/${sold.SALE_GUID}`)
  expect(shown).toMatchObject({ record: { STATUS: 'Valid' }, sale: null })
  expect(await shop.gateway.store.journal.verify()).toMatchObject({ findings: [] })
})
