import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { families, kinds } from '../../../shared/domain/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { type Body, businessKey, customer, document, invoice } from '../../support/till.ts'

let dataDir: string
let shop: TestGateway
let api: Api
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-void-'))
})
afterEach(async () => {
  await shop.close({ keep: true })
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(env: Readonly<Record<string, string>> = { RESIT_DISPATCH: 'off' }): Promise<void> {
  shop = await startGateway({ dataDir, env })
  api = apiOf(shop, await shop.token())
}

const cells = families.flatMap((family) => kinds.map((kind) => ({ family, kind })))
const pathOf = ({ family, kind }: (typeof cells)[number], by: 'sale_guid' | 'sale_code') =>
  `/${family}/${kind}_void/by_${by}`

describe('a void by the path of another family or kind', () => {
  test.each(['sale_guid', 'sale_code'] as const)('by %s finds nothing and changes nothing (QR5)', async (by) => {
    await open()
    for (const [at, cell] of cells.entries()) {
      const { body } = await api.submit(cell.family, cell.kind, document(cell.family, cell.kind, `m${at}`))
      const ask: Body = by === 'sale_guid' ? { SALE_GUID: body.SALE_GUID } : businessKey(`m${at}`)
      for (const other of cells.filter((each) => each !== cell))
        expect(await api.post(pathOf(other, by), ask)).toMatchObject({
          status: 404,
          body: { code: 'record_not_found' },
        })
      expect((await api.status(cell.family, cell.kind, body.SALE_GUID)).body).toEqual(body)
      expect((await api.post(pathOf(cell, by), ask)).body).toMatchObject({ STATUS: 'Voided', LOCKED: true })
    }
  })
})

describe('a void by sale code', () => {
  test('finds nothing where one of its five fields is another, and needs all of them (QR4)', async () => {
    await open()
    const { body } = await api.submit('sale', 'invoice', invoice('k1'))
    const path = pathOf({ family: 'sale', kind: 'invoice' }, 'sale_code')
    const key = businessKey('k1')
    for (const field of Object.keys(key)) {
      const value = String(key[field])
      for (const other of [`${value}x`, value.slice(0, -1) || 'y', value.toLowerCase(), value.toUpperCase()])
        if (other !== value) expect((await api.post(path, { ...key, [field]: other })).status).toBe(404)
      expect((await api.post(path, { ...key, [field]: undefined })).status).toBe(422)
    }
    expect((await api.status('sale', 'invoice', body.SALE_GUID)).body).toEqual(body)
  })

  test('of several under one key means the one that is not voided, and is denied where all are (QR4, QR7)', async () => {
    await open()
    const path = pathOf({ family: 'sale', kind: 'invoice' }, 'sale_code')
    const guids = [1, 2].map((n) => `5e1f0000-0000-4000-8000-00000000000${n}`)
    for (const SALE_GUID of guids) {
      await api.submit('sale', 'invoice', invoice('k1', { SALE_GUID }))
      expect((await api.post(path, businessKey('k1'))).body).toMatchObject({ SALE_GUID, STATUS: 'Voided' })
    }
    expect(await api.post(path, businessKey('k1'))).toMatchObject({
      status: 409,
      body: { code: 'void_denied_locked', record: { SALE_GUID: guids[1], STATUS: 'Voided' } },
    })
  })
})

/** Every row there is of records and of what happened to them. */
function rowsOf(): string {
  const database = new Database(join(dataDir, 'resit.db'), { readonly: true })
  // Acts stand among the events too, as that of a gateway that began.
  const events = 'event WHERE record_seq IS NOT NULL'
  const tables = ['record', events, 'attempt', 'attempt_outcome', 'payload']
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).raw().all())
  database.close()
  return JSON.stringify(rows)
}

const sell = async (code: string, more: Body = {}): Promise<WireRecord> =>
  (await api.submit('sale', 'invoice', invoice(code, more))).body

/** One sale for each reason to deny a void, with the code of the denial. */
async function leaveDenied(): Promise<readonly (readonly [WireRecord, string])[]> {
  const cancelled = await api.until(await sell('cancelled'), 'Valid')
  await api.post('/sale/invoice_cancellation', { SALE_GUID: cancelled.SALE_GUID, REASON: 'Wrong goods' })
  const valid = await api.until(await sell('valid'), 'Valid')
  const invalid = await api.until(await sell('invalid', { BUYER: { ...customer, TIN: 'C99999999990' } }), 'Invalid')
  const consolidated = await sell('consolidated', { BUYER: null, CONSOLIDATE: true })
  await shop.gateway.practice?.faults.set({ kind: 'timeout_before', times: 1 })
  const inDoubt = await api.until(await sell('in doubt'), 'InProgress')
  await expect.poll(async () => (await api.status('sale', 'invoice', inDoubt.SALE_GUID)).body.IN_DOUBT).toBe(true)
  await shop.gateway.practice?.faults.set({ kind: 'away', how: 'refused' })
  const voided = await sell('voided')
  await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.SALE_GUID })
  return [
    [cancelled, 'void_denied_cancelled'],
    [valid, 'void_denied_valid'],
    [invalid, 'void_denied_invalid'],
    [consolidated, 'void_denied_consolidated'],
    [inDoubt, 'void_denied_in_progress'],
    [voided, 'void_denied_locked'],
  ]
}

test('a void that is denied leaves every row as it was, byte for byte, and says which denial it is (QR6, QR7)', async () => {
  await open({ RESIT_REQUEST_TIMEOUT_MS: '2000', RESIT_QUARANTINE_MS: '600000', RESIT_RETRY_BASE_MS: '600000' })
  const denied = await leaveDenied()
  await shop.close({ keep: true })
  const before = rowsOf()
  await open()
  for (const [{ SALE_GUID, SALE_CODE }, code] of denied) {
    const byGuid = await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
    const byCode = await api.post('/sale/invoice_void/by_sale_code', businessKey(SALE_CODE))
    for (const told of [byGuid, byCode])
      expect(told).toMatchObject({ status: 409, body: { code, record: { SALE_GUID } } })
  }
  await shop.close({ keep: true })
  expect(rowsOf()).toBe(before)
  await open()
})
