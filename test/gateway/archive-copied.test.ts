import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { archiveAll, dayMs } from '../support/closed-months.ts'
import { startGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

test('a copy says that a folder beside it belongs to it, to whoever comes back to the screen too', async () => {
  const shop = await startGateway({ env: { RESIT_POLL_INTERVAL_MS: '50' } })
  onTestFinished(() => shop.close())
  const api = apiOf(shop, await shop.token())
  await api.until((await api.submit('sale', 'invoice', invoice('old'))).body, 'Valid')
  await expect.poll(() => archiveAll(shop.gateway.store, Date.now() + 60 * dayMs)).toBe(1)
  const folder = mkdtempSync(join(tmpdir(), 'resit-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'copy.db')
  expect((await operate(shop, 'POST', '/backup', { file })).body).toMatchObject({ file, archives: 1 })
  expect(readdirSync(join(folder, 'archive'))).toHaveLength(1)
  expect((await operate(shop, 'GET', '/backup')).body).toMatchObject({ state: 'done', archives: 1 })
})
