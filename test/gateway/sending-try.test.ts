import { afterEach, describe, expect, test } from 'vitest'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { outageOf } from '../../renderer/parts/outage.ts'
import { healthSchema, queueSchema } from '../../shared/api/operator/health.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { send } from '../support/people.ts'
import { invoice } from '../support/till.ts'

let shop: TestGateway
let api: Api
afterEach(() => shop.close())

async function openShop(options?: TestGatewayOptions): Promise<void> {
  shop = await startGateway(options)
  api = apiOf(shop, await shop.token())
}

const away = () => operate(shop, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
const backAgain = () => operate(shop, 'POST', '/practice/fault', { kind: 'none' })
const queueNow = async () => queueSchema.parse((await operate(shop, 'GET', '/queue')).body)
const healthNow = async () => healthSchema.parse((await operate(shop, 'GET', '/health')).body)

describe('the next try after an outage', () => {
  // The first pause is so long that no test waits for its end.
  const patient = {
    env: { RESIT_RETRY_BASE_MS: '600000' },
    ports: { randomness: { ...systemRandomness, fraction: () => 0.9 } },
  }
  const tryAs = (bearer: string) => send(shop, 'POST', '/operator/v1/sending/try', { bearer, body: {} })
  type Queue = Awaited<ReturnType<typeof queueNow>>
  const nextAtIn = ({ lanes }: Queue) => Date.parse(lanes.find(({ work }) => work === 'send')?.next_at ?? '')
  const nextAt = async () => nextAtIn(await queueNow())

  test('is told, and a cashier need not wait for it', async () => {
    await openShop(patient)
    await away()
    const { body } = await api.submit('sale', 'invoice', invoice('T1'))
    await expect.poll(nextAt).toBeGreaterThan(Date.now() + 300_000)
    const queue = await queueNow()
    expect(outageOf(await healthNow(), queue)).toMatchObject({ nextAt: nextAtIn(queue) })
    await backAgain()
    const cashier = await shop.token({ scopes: ['submit', 'read'] })
    expect((await tryAs(cashier)).status).toBe(200)
    await api.until(body, 'Valid')
    expect((await tryAs(await shop.token({ scopes: ['read'] }))).body.code).toBe('insufficient_scope')
  })

  test('that fails again is followed by a pause, not by tries without an end', async () => {
    await openShop(patient)
    await away()
    await api.submit('sale', 'invoice', invoice('T2'))
    await expect.poll(nextAt).toBeGreaterThan(Date.now() + 300_000)
    const before = await nextAt()
    await tryAs(shop.gateway.controlToken)
    await expect.poll(nextAt).toBeGreaterThan(before)
  })

  test('does not wait when MyInvois has answered something else', async () => {
    await openShop(patient)
    await away()
    const { body } = await api.submit('sale', 'invoice', invoice('T6'))
    await expect.poll(nextAt).toBeGreaterThan(Date.now() + 300_000)
    await backAgain()
    const { status } = await api.post('/taxauth/tin_validation', {
      customer_tin: 'C25845632020',
      customer_idtype: 'BRN',
      customer_idnum: '201901234567',
    })
    expect(status).toBe(200)
    expect((await queueNow()).block_reasons).toEqual([])
    await api.until(body, 'Valid')
  })

  test('asked for by a person ends no pause that a person made', async () => {
    await openShop(patient)
    await operate(shop, 'POST', '/sending/pause', {})
    const { body } = await api.submit('sale', 'invoice', invoice('T3'))
    expect((await tryAs(shop.gateway.controlToken)).body).toMatchObject({ everything: { by: 'control' } })
    expect((await api.status('sale', 'invoice', body.SALE_GUID)).body.STATUS).toBe('Pending')
    expect(outageOf(await healthNow(), await queueNow())).toBeNull()
    await operate(shop, 'POST', '/sending/resume', {})
    await api.until(body, 'Valid')
  })
})

test('a document that is being sent counts as not sent until MyInvois answers', async () => {
  await openShop()
  await operate(shop, 'POST', '/practice/fault', { kind: 'timeout_before', times: 1, on: 'submit' })
  await api.submit('sale', 'invoice', invoice('T7'))
  const isBeingSent = async () => {
    const { lanes, ...queue } = await queueNow()
    return lanes.some(({ work }) => work === 'settle') ? queue : null
  }
  await expect.poll(isBeingSent).toMatchObject({ unsent: 1, oldest_unsent_at: expect.any(String) })
})

test('while MyInvois is away a void of the only unsent sale does not make it reachable', async () => {
  await openShop()
  await away()
  const { body } = await api.submit('sale', 'invoice', invoice('T4'))
  const reasons = async () => (await queueNow()).block_reasons.length
  await expect.poll(reasons).toBe(1)
  const voided = await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: body.SALE_GUID })
  expect(voided.body.STATUS).toBe('Voided')
  await expect.poll(reasons).toBe(0)
  expect(outageOf(await healthNow(), await queueNow())).toMatchObject({ nextAt: null })
  await backAgain()
  // No sale is needed to notice that it is back.
  await expect.poll(async () => outageOf(await healthNow(), await queueNow())).toBeNull()
  await api.until((await api.submit('sale', 'invoice', invoice('T5'))).body, 'Valid')
})
