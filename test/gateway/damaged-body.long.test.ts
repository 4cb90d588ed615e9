import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { shiftDetailSchema } from '../../shared/api/operator/shifts.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { say } from '../../shared/words/words.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { operate } from '../support/operator.ts'
import { customer, document, invoice } from '../support/till.ts'

const env = { RESIT_DISPATCH: 'off' }
let shop: TestGateway
let api: Api
let damaged: WireRecord
let sound: WireRecord

const sale = (code: string) => invoice(code, { BUYER: customer })

/** Changes a byte of a stored body while the gateway is stopped. */
function damage(dataDir: string, { SALE_GUID }: WireRecord): void {
  const database = new Database(join(dataDir, 'resit.db'))
  database.exec('DROP TRIGGER IF EXISTS event_takes_no_update')
  const of = 'WHERE record_seq = (SELECT seq FROM record WHERE sale_guid = ?) AND revision = 1'
  const body = database.prepare<[string], Buffer>(`SELECT body FROM event ${of}`).pluck().get(SALE_GUID)
  body?.fill(0, 40, 41)
  database.prepare(`UPDATE event SET body = ? ${of}`).run(body, SALE_GUID)
  database.close()
}

/** Makes two sales and damages the body of the first. */
beforeAll(async () => {
  shop = await startGateway({ env })
  api = apiOf(shop, await shop.token())
  damaged = (await api.submit('sale', 'invoice', sale('first'))).body
  sound = (await api.submit('sale', 'invoice', sale('second'))).body
  await shop.close({ keep: true })
  damage(shop.dataDir, damaged)
  shop = await startGateway({ env, dataDir: shop.dataDir })
  api = apiOf(shop, await shop.token())
})
afterAll(() => shop.close())

test('one damaged body hides no other record of a list, and its own page says what is known (ST12)', async () => {
  const list = await operate<{ readonly items: readonly { record: WireRecord; party_name: string | null }[] }>(
    shop,
    'GET',
    '/records',
  )
  expect(list.status).toBe(200)
  expect(list.body.items.map(({ record, party_name }) => [record.SALE_GUID, party_name])).toEqual([
    [sound.SALE_GUID, customer['NAME']],
    [damaged.SALE_GUID, null],
  ])
  const detail = await operate(shop, 'GET', `/records/${damaged.SALE_GUID}`)
  expect(detail).toMatchObject({ status: 200, body: { record: { SALE_GUID: damaged.SALE_GUID }, sale: null } })
})

test('what is summed over many names it as unreadable and goes on (ST12)', async () => {
  const report = await operate(shop, 'GET', `/report?company=DEMO&from=${nearDays.from}&to=${nearDays.to}`)
  expect(report).toMatchObject({ status: 200, body: { unreadable: 1 } })
  // Its amount is known, and not how it was paid.
  expect(report.body).toMatchObject({
    payments: [
      { METHOD: 'unreadable', count: 1 },
      { METHOD: null, count: 1 },
    ],
  })
})

test('the same sale sent again is answered with the record, and a refund of it is taken (ST12)', async () => {
  const again = await api.submit('sale', 'invoice', sale('first'))
  expect(again).toMatchObject({ status: 409, body: { record: { SALE_GUID: damaged.SALE_GUID } } })
  const ORIGINALS = [{ SALE_GUID: damaged.SALE_GUID }]
  const refund = document('sale', 'refund_note', 'refund', { BUYER: customer, ORIGINALS })
  expect(await api.submit('sale', 'refund_note', refund)).toMatchObject({ status: 202 })
})

test('it is held for a person, and what stands beside it is sent (ST12)', async () => {
  await shop.close({ keep: true })
  shop = await startGateway({ dataDir: shop.dataDir })
  api = apiOf(shop, await shop.token())
  await api.until(sound, 'Valid')
  const held = async () => (await api.status('sale', 'invoice', damaged.SALE_GUID)).body.ATTENTION?.CODE
  await expect.poll(held).toBe('cannot_be_sent')
})

test('a proof of everything names it, and sending goes on (ST12)', async () => {
  const { journal } = shop.gateway.store
  const named = [{ code: 'body_damaged', record: 1 }]
  expect((await journal.verify()).findings).toMatchObject(named)
  expect(await journal.status()).toMatchObject({ findings: named, isTrusted: true })
  const third = (await api.submit('sale', 'invoice', sale('third'))).body
  await api.until(third, 'Valid')
})

describe('what cannot be done without a body', () => {
  let other: TestGateway
  const records: Record<'valid' | 'refused' | 'waiting', WireRecord[]> = { valid: [], refused: [], waiting: [] }
  const first = (of: keyof typeof records) => records[of][0]?.SALE_GUID ?? ''
  const unavailable = {
    status: 503,
    body: { code: 'storage_unavailable', detail: say('en', 'status', 'body_damaged') },
  }
  const shift = { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', shift: 'A' }
  let shiftId = ''

  beforeAll(async () => {
    other = await startGateway()
    const till = apiOf(other, await other.token())
    shiftId = (await operate<{ id: string }>(other, 'POST', '/tills/shifts', shift)).body.id
    const sell = async (code: string, more: object) =>
      (await till.submit('sale', 'invoice', invoice(code, { PAYMENT_METHOD: '01', ...more }))).body
    const unknown = { ...customer, TIN: 'IG99999999990', ID_TYPE: 'NRIC', ID_NUMBER: '770625015324' }
    for (const each of ['1', '2']) {
      records.valid.push(await till.until(await sell(`valid-${each}`, { BUYER: customer }), 'Valid'))
      records.refused.push(await till.until(await sell(`refused-${each}`, { BUYER: unknown }), 'Invalid'))
      records.waiting.push(await sell(`waiting-${each}`, { CONSOLIDATE: true, BUYER: null }))
    }
    await other.close({ keep: true })
    for (const of of Object.values(records)) for (const record of of.slice(0, 1)) damage(other.dataDir, record)
    other = await startGateway({ dataDir: other.dataDir })
  })
  afterAll(() => other.close())

  test('is refused with a sentence that says what is damaged and what to do, for that record alone (ST12)', async () => {
    const acts = [
      ['GET', 'valid', 'slip'],
      ['GET', 'refused', 'correction'],
      ['POST', 'refused', 'resend'],
      ['POST', 'waiting', 'conversion'],
    ] as const
    const body = { BUYER: customer }
    for (const [method, of, act] of acts) {
      const asked = [
        other,
        method,
        `/records/${first(of)}/${act}`,
        ...(method === 'POST' ? [act === 'resend' ? {} : body] : []),
      ] as const
      expect([act, await operate(...asked)]).toMatchObject([act, unavailable])
    }
    const sound = records.refused[1]?.SALE_GUID
    expect(await operate(other, 'GET', `/records/${sound}/correction`)).toMatchObject({ status: 200 })
  })

  test('is on the report of the shift as what nobody can read, and not as what the till did not say (ST12)', async () => {
    const { body } = await operate<z.output<typeof shiftDetailSchema>>(other, 'GET', `/tills/shifts/${shiftId}`)
    expect(body.report.by_payment.map(({ METHOD, count }) => [METHOD, count])).toEqual([
      ['01', 3],
      ['unreadable', 3],
    ])
  })

  test('is found once for each record, said by health and doctor, and keeps no other back (ST12)', async () => {
    const { findings, isTrusted } = await other.gateway.store.journal.status()
    expect(findings.map(({ code }) => code)).toEqual(['body_damaged', 'body_damaged', 'body_damaged'])
    expect(isTrusted).toBe(true)
    const health = await operate<{ alerts: { code: string }[] }>(other, 'GET', '/health')
    expect(health.body.alerts.map(({ code }) => code)).toContain('body_damaged')
    const till = apiOf(other, await other.token())
    const { body } = await till.submit('sale', 'invoice', sale('meanwhile'))
    expect(await till.until(body, 'Valid')).toMatchObject({ STATUS: 'Valid' })
  })
})
