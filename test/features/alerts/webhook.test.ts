import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { aMovableClock } from '../../support/clock.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'
import { isSignedWith, type Receiver, startReceiver } from '../../support/receiver.ts'

const clock = aMovableClock()
let shop: TestGateway
let server: Receiver
beforeEach(async () => {
  shop = await startGateway({ ports: { clock } })
  server = await startReceiver()
})
afterEach(async () => {
  await shop.close()
  await server.close()
})

const add = async (body: object) => (await operate<OperatorAnswer<'addWebhook'>>(shop, 'POST', '/webhooks', body)).body
const heard = async () => {
  // A look tells what it finds.
  await operate(shop, 'GET', '/health')
  return server.heard.map(({ message: { type } }) => type)
}

test('a webhook is told of an alert when it begins and when it ends, once each, signed, also over a restart', async () => {
  const { secret, id } = await add({ url: server.url })
  await add({ url: server.url, company: 'DEMO' })
  await operate(shop, 'POST', '/sending/pause', {})
  await expect.poll(heard).toEqual(['alert.began'])
  await shop.close({ keep: true })
  shop = await startGateway({ dataDir: shop.dataDir, ports: { clock } })
  await heard()
  await operate(shop, 'POST', '/sending/resume', {})
  await heard()
  clock.pass(60_000)
  await expect.poll(heard).toEqual(['alert.began', 'alert.ended'])
  expect(server.heard.map((each) => isSignedWith(secret, each))).toEqual([true, true])
  expect(server.heard.map(({ message }) => message.data)).toMatchObject([
    { code: 'sending_paused', verdict: 'warning', company: 'DEMO', message: expect.stringContaining('paused') },
    { code: 'sending_paused' },
  ])
  const { items } = (await operate<OperatorAnswer<'webhookDeliveries'>>(shop, 'GET', `/webhooks/deliveries?id=${id}`))
    .body
  expect(items.map(({ SALE_GUID }) => SALE_GUID)).toEqual([null, null])
})
