import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Consolidation } from '../../../electron/gateway/features/consolidation/consolidation.ts'
import { ChangeNotifier } from '../../../electron/gateway/features/records/changes.ts'
import type { Consolidations } from '../../../electron/gateway/store/port/consolidation.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { families, kinds } from '../../../shared/domain/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { type Body, businessKey, coffee, customer, document, invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

describe('voiding', () => {
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

  /** All rows of records and of their events. */
  function rowsOf(): string {
    const database = new Database(join(dataDir, 'resit.db'), { readonly: true })
    // Events without a record are acts, such as a start of the gateway.
    const events = 'event WHERE record_seq IS NOT NULL'
    const tables = ['record', events, 'attempt', 'attempt_outcome', 'payload']
    const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).raw().all())
    database.close()
    return JSON.stringify(rows)
  }

  const sell = async (code: string, more: Body = {}): Promise<WireRecord> =>
    (await api.submit('sale', 'invoice', invoice(code, more))).body

  /** For each reason to deny a void a sale, with the code of the denial. */
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
})

describe('consolidation', () => {
  /*
   * A waiting receipt is never voided (QR6). But a void and a run of consolidation may both want a refund that waits
   * with such a receipt. Either the run nets it or the void takes it back: never both, and never half.
   */

  const manual = openManualOutbox()
  let tills = 0

  interface Pair {
    readonly terminal: string
    readonly receipt: WireRecord
    readonly refund: WireRecord
  }

  const now = () => new Date(Date.now() - 1_000).toISOString()

  /** Sells ten cups and gives back four: 37.10 and 14.84 ringgit. */
  async function sellAndRefund(terminal: string, code: string): Promise<Pair> {
    const at: Body = { TERMINAL_NAME: terminal, ISSUED_AT: now(), BUYER: null }
    const lines = (QUANTITY: number) => [{ ...coffee, QUANTITY }]
    const sold = invoice(`R${code}`, { ...at, CONSOLIDATE: true, LINES: lines(10) })
    const receipt = (await manual.api.submit('sale', 'invoice', sold)).body
    const given = { ...at, ORIGINALS: [{ SALE_GUID: receipt.SALE_GUID }], LINES: lines(4) }
    const { status, body } = await manual.api.submit(
      'sale',
      'refund_note',
      document('sale', 'refund_note', `B${code}`, given),
    )
    expect([status, body.WAITS_FOR_CONSOLIDATION]).toEqual([202, true])
    return { terminal, receipt, refund: body }
  }

  const aTill = (): string => {
    tills += 1
    return `Q${tills}`
  }

  const voidRefund = ({ refund: { SALE_GUID } }: Pair) =>
    manual.api.post('/sale/refund_note_void/by_sale_guid', { SALE_GUID })
  const shown = async (record: WireRecord) => (await manual.api.status('sale', record.KIND, record.SALE_GUID)).body

  /** The real store, with some calls replaced. */
  const heldUp = (real: Consolidations, calls: Partial<Consolidations>): Consolidations =>
    new Proxy(real, {
      get(target, name) {
        const call: unknown = Reflect.get(calls, name) ?? Reflect.get(target, name)
        return typeof call === 'function' ? call.bind(target) : call
      },
    })

  /** Runs a consolidation with the gateway's own store. Some of its calls may be delayed. */
  async function runWith(calls: (real: Consolidations) => Partial<Consolidations> = () => ({})): Promise<void> {
    const { store } = manual.shop.gateway
    const real = store.consolidations
    const { clock, randomness, log, companies } = manual.deps
    const consolidation = new Consolidation({
      consolidations: heldUp(real, calls(real)),
      records: store.records,
      companies,
      changes: new ChangeNotifier(),
      clock,
      randomness,
      log,
      outbox: { wake: () => undefined },
      isStorageSound: () => true,
      isInCharge: () => true,
      authority: { clock: { status: () => ({ kind: 'right' }) } },
    })
    const lastDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const { id } = await consolidation.begin({ company: manual.company, lastDay }, 'person:Farid')
    await expect.poll(async () => (await real.run(id))?.finishedAt ?? null).not.toBeNull()
  }

  /** The result for a pair. Its document must contain exactly its members. */
  async function outcomeOf({ receipt, refund }: Pair) {
    const [sold, back] = await Promise.all([shown(receipt), shown(refund)])
    expect(sold.CONSOLIDATED_INTO).not.toBeNull()
    const into = await manual.shop.gateway.store.records.byGuid(sold.CONSOLIDATED_INTO ?? '')
    return {
      refund: back.STATUS,
      isNetted: back.CONSOLIDATED_INTO === sold.CONSOLIDATED_INTO,
      members: into?.record.members,
      total: into?.record.totalPayable,
    }
  }

  const taken = { refund: 'Pending', isNetted: true, members: 2, total: '22.26' }
  const voided = { refund: 'Voided', isNetted: false, members: 1, total: '37.10' }

  test('a void that comes between a run’s plan and its document wins, and the receipt is counted whole (QR22)', async () => {
    const pair = await sellAndRefund(aTill(), '1')
    let answer: Awaited<ReturnType<typeof voidRefund>> | null = null
    await runWith((real) => ({
      // The plan is made from what is read here. It is out of date when its document is stored.
      receipts: async (...given) => {
        const page = await real.receipts(...given)
        answer ??= await voidRefund(pair)
        return page
      },
    }))
    expect(answer).toMatchObject({ status: 200, body: { STATUS: 'Voided' } })
    expect(await outcomeOf(pair)).toEqual(voided)
  })

  test('a void that comes after the document is stored is denied, and the refund stays netted (QR22)', async () => {
    const pair = await sellAndRefund(aTill(), '1')
    let answer: Awaited<ReturnType<typeof voidRefund>> | null = null
    await runWith((real) => ({
      consolidate: async (...given) => {
        const written = await real.consolidate(...given)
        answer ??= await voidRefund(pair)
        return written
      },
    }))
    expect(answer).toMatchObject({ status: 409, body: { code: 'void_denied_consolidated' } })
    expect(await outcomeOf(pair)).toEqual(taken)
  })

  test('of a hundred voids that race one run each either wins or is denied, and every sum fits (QR22)', async () => {
    const pairs: Pair[] = []
    for (let till = 0; till < 20; till += 1) pairs.push(await sellAndRefund(aTill(), '1'))
    const asked = pairs.flatMap((pair) => Array.from({ length: 5 }, () => pair))
    const running = runWith()
    const answers = await Promise.all(asked.map(voidRefund))
    await running
    for (const [at, pair] of pairs.entries()) {
      const codes = answers.slice(5 * at, 5 * at + 5).map(({ status, body }) => (status === 200 ? 'voided' : body.code))
      const outcome = await outcomeOf(pair)
      const isVoided = codes.includes('voided')
      expect([outcome, codes.filter((code) => code === 'voided').length]).toEqual(isVoided ? [voided, 1] : [taken, 0])
      // Another request afterwards gets “done” or “denied”.
      expect(new Set(codes.filter((code) => code !== 'voided'))).toEqual(
        new Set([isVoided ? 'void_denied_locked' : 'void_denied_consolidated']),
      )
    }
  })
})
