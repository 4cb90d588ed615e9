import { afterEach, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { documentsIn } from '../support/ledger.ts'
import { operate } from '../support/operator.ts'
import { backUp, putBackAndTrust } from '../support/put-back.ts'
import { invoice } from '../support/till.ts'

let running: TestGateway
afterEach(() => running.close())

const api = async () => apiOf(running, await running.token())
const recordOf = async ({ SALE_GUID }: WireRecord) => (await running.gateway.store.records.byGuid(SALE_GUID))?.record
const paused = async () => (await operate<{ readonly everything: object | null }>(running, 'GET', '/sending')).body

test('what was voided after a backup is not sent because the backup was put back: a person looks first (ST13)', async () => {
  running = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  const voided = (await (await api()).submit('sale', 'invoice', invoice('R1'))).body
  const sold = (await (await api()).submit('sale', 'invoice', invoice('R2'))).body
  const backup = await backUp(running)
  const { status } = await (await api()).post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.SALE_GUID })
  expect(status).toBe(200)

  const { shop, said } = await putBackAndTrust(running, backup)
  running = shop
  expect(said).toContain('Not sent yet, of the backup: 2.')
  expect(said).toContain('voided')
  expect(await paused()).toMatchObject({
    everything: { by: 'control', reason: expect.stringContaining('voided after it: 2.') },
  })
  for (const each of [voided, sold]) await expect.poll(async () => (await recordOf(each))?.phase).toBe('queued')
  const path = `/records/${voided.SALE_GUID}/resolution`
  const disowned = await operate<object>(running, 'POST', path, { as: 'not_valid', evidence: 'Voided on Monday' })
  expect(disowned).toMatchObject({ status: 200, body: { record: { STATUS: 'Invalid' } } })
  expect(documentsIn(running.dataDir)).toEqual([])
  await operate(running, 'POST', '/sending/resume', {})
  const valid = await (await api()).until(sold, 'Valid')
  await running.close({ keep: true })
  expect(documentsIn(running.dataDir).map(({ uuid }) => uuid)).toEqual([valid.AUTHORITY?.UUID])
})

test('a backup in which nothing waited to be sent pauses nothing', async () => {
  running = await startGateway()
  const { body } = await (await api()).submit('sale', 'invoice', invoice('R1'))
  await (await api()).until(body, 'Valid')
  const { shop, said } = await putBackAndTrust(running, await backUp(running))
  running = shop
  expect(said).toBe('Resit goes on with what is kept here. What was not sent yet is looked up at MyInvois first.')
  expect(await paused()).toMatchObject({ everything: null })
})
