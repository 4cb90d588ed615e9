import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/shop.ts'
import { type Body, invoice } from '../../support/till.ts'

const shop = openShop({ RESIT_DISPATCH: 'off' })
const guidOf = (at: number) => `5e1f0000-0000-4000-8000-${String(at).padStart(12, '0')}`

test('of fifty sales under one key at once, each with its own GUID, one is kept and the others are shown it (QR18)', async () => {
  const asks = Array.from({ length: 50 }, (_, at) => invoice('one key', { SALE_GUID: guidOf(at) }))
  const told = await Promise.all(asks.map((body) => shop.submit(body)))
  const [winner, ...others] = told.toSorted((one, other) => one.status - other.status)
  expect(winner?.status).toBe(202)
  for (const other of others)
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'business_key_reused', record: { SALE_GUID: winner?.body.SALE_GUID } },
    })
  const statuses = await Promise.all(asks.map(({ SALE_GUID }) => shop.api.status('sale', 'invoice', String(SALE_GUID))))
  expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
})

/** Sends a whole submission on a connection of its own, and reads nothing of what is answered. */
async function send(body: Body, token: string): Promise<Socket> {
  const { port } = shop.gateway
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const text = JSON.stringify(body)
  const head = [
    'POST /v1/sale/invoice_submission HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Prefer: wait=20',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${text}`, () => resolve()))
  return socket
}

const statusOf = async ({ SALE_GUID }: Body) => (await shop.api.status('sale', 'invoice', String(SALE_GUID))).status

describe('a till that hangs up before its answer', () => {
  test('finds its sale kept when it sends it again (QR21)', async () => {
    const token = await shop.gateway.token()
    const bodies = Array.from({ length: 10 }, (_, at) => invoice(`k${at}`, { SALE_GUID: guidOf(1000 + at) }))
    const sockets = await Promise.all(bodies.map((body) => send(body, token)))
    for (const body of bodies) await expect.poll(() => statusOf(body)).toBe(200)
    for (const socket of sockets) socket.destroy()
    for (const body of bodies) {
      const again = await shop.submit(body)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    }
  })

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'by %s, so soon that nobody can say whether it was heard, has it kept once when it sends it again (QR21)',
    async (how) => {
      const token = await shop.gateway.token()
      const bodies = Array.from({ length: 20 }, (_, at) => invoice(`${how}${at}`, { SALE_GUID: randomUUID() }))
      await Promise.all(bodies.map(async (body) => (await send(body, token))[how]()))
      for (const body of bodies) {
        expect([200, 202]).toContain((await shop.submit(body)).status)
        expect((await shop.submit(body)).status).toBe(200)
      }
    },
  )
})
