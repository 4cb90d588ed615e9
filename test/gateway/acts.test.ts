import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { qrTextOf } from '../../electron/gateway/authority/practice/taxpayer-questions.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { freshFile } from '../support/database-file.ts'
import { send } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { aCompany, insertion } from '../support/stores.ts'
import { businessKey, companyGuid, customer, document, invoice } from '../support/till.ts'

describe('the way of a write', () => {
  // The most functions of ours between the handler of a submission and its SQL, which a reader has to follow. A group
  // is committed in a later turn of the event loop, so each side is counted alone.
  const most = 6

  const shop = openShop({})
  const file = freshFile()

  /** The files of our functions on the stack, also of those that await it, the innermost first. */
  const ownFrames = (): readonly string[] =>
    [...(new Error('where').stack ?? '').matchAll(/electron\/gateway\/([\w/-]+\.ts)/g)].map(([, path = '']) => path)

  let depth: number
  beforeEach(() => {
    depth = Error.stackTraceLimit
    Error.stackTraceLimit = 100
  })
  afterEach(() => {
    Error.stackTraceLimit = depth
    vi.restoreAllMocks()
  })

  test('a submission comes from its handler to the group that is committed by few functions', async () => {
    const seen: (readonly string[])[] = []
    const whenFree = setImmediate
    // Wraps the real function: a group is committed in a later turn of the event loop.
    const look = (task: () => void) => {
      seen.push(ownFrames())
      return whenFree(task)
    }
    vi.spyOn(globalThis, 'setImmediate').mockImplementation(look)
    const isWay = (frames: readonly string[]) => frames[0] === 'store/group-commit.ts' && frames.some(isSubmit)
    // If a sale joins a group that another write began, its stack is not seen, so this tries again.
    for (let sale = 0; sale < 20 && !seen.some(isWay); sale += 1) {
      const { status } = await shop.submit(document('sale', 'invoice', shop.saleCode()))
      expect(status).toBe(202)
    }
    const way = seen.find(isWay) ?? []
    const frames = way.slice(0, way.findLastIndex(isSubmit) + 1)
    expect(frames).toContain('features/submissions/submit.ts')
    expect(frames.length, frames.join(' < ')).toBeLessThanOrEqual(most)
  })

  const isSubmit = (path: string) => path === 'features/submissions/submit.ts'

  test('a row is written by few functions from where its group is committed', async () => {
    const statement = statements()
    const run = Reflect.get(statement, 'run')
    let frames: readonly string[] = []
    vi.spyOn(statement, 'run').mockImplementation(function (this: Database.Statement, ...cells: unknown[]) {
      if (this.source.startsWith('INSERT INTO record ')) frames = ownFrames()
      return run.apply(this, cells)
    })
    const store = openSqliteStore(file.path)
    await store.companies.save(aCompany(), 'control')
    await store.records.write({ writes: [insertion(1)] })
    await store.upkeep.close()
    expect(frames[0]).toMatch(/^store\//)
    expect(frames.length, frames.join(' < ')).toBeLessThanOrEqual(most)
  })

  /** The prototype of all SQLite statements. */
  function statements(): Database.Statement {
    const database = new Database(':memory:')
    const statement = Object.getPrototypeOf(database.prepare('SELECT 1')) as Database.Statement
    database.close()
    return statement
  }
})

describe('voiding and cancelling', () => {
  const shop = openShop({})
  const { saleCode: fresh, guid, submit, voidIt } = shop

  describe('void and cancellation', () => {
    test('by sale code all five fields must fit, and the latest voided one answers that it is locked (QR4, QR7)', async () => {
      const saleCode = fresh()
      const path = '/sale/invoice_void/by_sale_code'
      await shop.held(async () => {
        const { body } = await submit(invoice(saleCode))
        expect(await shop.api.post(path, { ...businessKey(saleCode), SHIFT_CODE: 'B' })).toMatchObject({ status: 404 })
        expect((await shop.api.post(path, businessKey(saleCode))).body).toMatchObject({
          SALE_GUID: body.SALE_GUID,
          STATUS: 'Voided',
          LOCKED: true,
          SUBMISSION_ENABLED: false,
          VOIDED_BY: 'token:Till 1',
        })
      })
      expect(await shop.api.post(path, businessKey(saleCode))).toMatchObject({
        status: 409,
        body: { code: 'void_denied_locked' },
      })
    })

    test('the reason of a void stays with the record, by whichever path it was voided', async () => {
      const [first, second] = [fresh(), fresh()]
      await shop.held(async () => {
        const { SALE_GUID } = (await submit(invoice(first))).body
        await submit(invoice(second))
        const why = { REASON: ' Rung up twice ' }
        for (const answer of [
          await shop.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID, ...why }),
          await shop.api.post('/sale/invoice_void/by_sale_code', { ...businessKey(second), ...why }),
        ])
          expect(answer.body).toMatchObject({ STATUS: 'Voided', VOID_REASON: 'Rung up twice' })
        expect((await shop.api.status('sale', 'invoice', SALE_GUID)).body).toMatchObject({
          VOID_REASON: 'Rung up twice',
        })
      })
    })

    test('a denied void changes nothing, byte for byte (QR6)', async () => {
      const valid = await shop.api.until((await submit(invoice(fresh()))).body, 'Valid')
      const before = await shop.api.status('sale', 'invoice', valid.SALE_GUID)
      const denied = await voidIt(valid)
      expect(denied).toMatchObject({ status: 409, body: { code: 'void_denied_valid', record: before.body } })
      expect((await shop.api.status('sale', 'invoice', valid.SALE_GUID)).body).toEqual(before.body)
    })

    test('by the path of another kind there is no such record (QR5)', async () => {
      const { body } = await submit(invoice(fresh()))
      expect((await shop.api.post('/sale/debit_note_void/by_sale_guid', { SALE_GUID: body.SALE_GUID })).status).toBe(
        404,
      )
      expect((await shop.api.status('self_billed', 'invoice', body.SALE_GUID)).status).toBe(404)
    })

    test.each([
      ['x'.repeat(201), 'too_long'],
      ['   ', 'too_short'],
    ])('a reason of “%s” is refused (IN24)', async (REASON, code) => {
      const { body } = await shop.api.post('/sale/invoice_cancellation', { SALE_GUID: guid(), REASON })
      expect(body.errors?.[0]).toMatchObject({ pointer: '/REASON', code })
    })

    test('a cancellation repeated is one operation, and done it is answered with the record (QR10)', async () => {
      const valid = await shop.api.until((await submit(invoice(fresh()))).body, 'Valid')
      const ask = (REASON: string) =>
        shop.api.post('/sale/invoice_cancellation', { SALE_GUID: valid.SALE_GUID, REASON })
      const both = await Promise.all([ask('first'), ask('second')])
      expect(both.every(({ status }) => status === 200 || status === 202)).toBe(true)
      const after = await shop.api.until(valid, 'Cancelled')
      expect(after.CANCELLATION).toMatchObject({ STATE: 'Accepted', BY: 'token:Till 1' })
      const third = await ask('third')
      expect([third.status, third.body, third.headers.get('idempotency-replayed')]).toEqual([200, after, 'true'])
    })
  })

  test('a token of one company sees no other (LO12)', async () => {
    const other = { ...(await shop.gateway.gateway.store.companies.byGuid(companyGuid)) }
    const profile = { ...other.profile, companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' }
    await shop.gateway.gateway.store.companies.save({ ...other, profile } as never, 'test')
    const { body: mine } = await submit(invoice(fresh()))
    const stranger = apiOf(shop.gateway, await shop.gateway.token({ companyGuid: profile.companyGuid }))
    expect((await stranger.status('sale', 'invoice', mine.SALE_GUID)).status).toBe(404)
    expect((await stranger.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: mine.SALE_GUID })).status).toBe(404)
    const taken = await stranger.submit(
      'sale',
      'invoice',
      invoice(fresh(), { COMPANY_CODE: 'OTHER', SALE_GUID: mine.SALE_GUID }),
    )
    expect(taken).toMatchObject({ status: 409, body: { code: 'sale_guid_reused' } })
    expect(taken.body.record).toBeUndefined()
    const foreign = await stranger.submit('sale', 'invoice', invoice(fresh()))
    expect(foreign.body.errors?.[0]).toMatchObject({ pointer: '/COMPANY_CODE', code: 'company_unknown' })
  })
})

describe('correcting', () => {
  const shop = openShop({})
  const { saleCode, submit } = shop
  const ask = (method: 'GET' | 'POST', path: string, body?: object) => {
    const bearer = shop.gateway.gateway.controlToken
    return send(shop.gateway, method, `/operator/v1${path}`, { bearer, ...(body && { body }) })
  }

  /** A person whose number is masked on the page of the record. The authority does not know the TIN. */
  const unknown = { ...customer, TIN: 'IG99999999990', ID_TYPE: 'NRIC', ID_NUMBER: '770625015324' }

  describe('the correction of a refused record', () => {
    test('gives the body as it was sent, in full, and taken back mended it is a new revision', async () => {
      const body = invoice(saleCode(), { BUYER: unknown, EXTRA: { TABLE: 5 } })
      const refused = await shop.api.until((await submit(body)).body, 'Invalid')
      const { status, body: told } = await ask('GET', `/records/${refused.SALE_GUID}/correction`)
      expect({ status, body: told['body'] }).toEqual({ status: 200, body })

      const again = await submit({ ...(told['body'] as object), SALE_GUID: refused.SALE_GUID, BUYER: customer })
      expect(again).toMatchObject({ status: 202, body: { REVISION: 2 } })
      expect((await shop.api.until(again.body, 'Valid')).SALE_GUID).toBe(refused.SALE_GUID)
    })

    test.each([0, 1000, 2000])('is no duplicate to the authority where its sale is %i ms later', async (laterMs) => {
      const soldAt = Math.floor(Date.now() / 1000) * 1000 - 60_000
      const at = (ms: number) => ({ ISSUED_AT: new Date(ms).toISOString() })
      const code = saleCode()
      const { body } = await submit(invoice(code, { BUYER: unknown, ...at(soldAt) }))
      await shop.api.until(body, 'Invalid')
      await submit(invoice(code, { BUYER: unknown, EXTRA: { TABLE: 5 }, ...at(soldAt + laterMs) }))
      expect((await shop.api.until(body, 'Invalid')).ERRORS).toEqual([expect.objectContaining({ CODE: 'ERR406' })])
      await submit(invoice(code, at(soldAt + laterMs)))
      expect(await shop.api.until(body, 'Valid')).toMatchObject({ STATUS: 'Valid', REVISION: 3 })
    })

    test('is denied for any other record, whose numbers of people stay masked', async () => {
      const valid = await shop.api.until((await submit(invoice(saleCode()))).body, 'Valid')
      const { status, body } = await ask('GET', `/records/${valid.SALE_GUID}/correction`)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'correction_denied_status' })
    })

    test('is denied after the record was closed', async () => {
      const { body } = await submit(invoice(saleCode(), { BUYER: unknown }))
      const refused: WireRecord = await shop.api.until(body, 'Invalid')
      await ask('POST', `/records/${refused.SALE_GUID}/closure`, {})
      const answer = await ask('GET', `/records/${refused.SALE_GUID}/correction`)
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'record_closed' })
    })
  })

  describe('the code of a buyer’s MyInvois app', () => {
    const guid = qrTextOf(String(customer['TIN']))
    const named = { NAME: customer['NAME'], TIN: customer['TIN'], ID_TYPE: 'BRN', ID_NUMBER: customer['ID_NUMBER'] }

    test.each([
      ['as base64, which is what a scanner reads', Buffer.from(guid).toString('base64')],
      ['as the GUID itself', guid.toUpperCase()],
    ])('names them, %s', async (_, code) => {
      const { status, body } = await ask('POST', '/taxpayers/scan', { code })
      expect({ status, body }).toMatchObject({ status: 200, body: { ...named, EMAIL: null, SST_NUMBER: null } })
    })

    test('that names nobody is not found, and something else is no code', async () => {
      const nobody = await ask('POST', '/taxpayers/scan', { code: '99999999-0000-4000-8000-000000000001' })
      expect({ status: nobody.status, code: nobody.body.code }).toEqual({ status: 404, code: 'taxpayer_not_found' })
      const barcode = await ask('POST', '/taxpayers/scan', { code: '9556001234567' })
      expect({ status: barcode.status, pointer: barcode.body.errors?.[0]?.pointer }).toEqual({
        status: 422,
        pointer: '/code',
      })
    })

    test('is written down, without the code and whom it named', async () => {
      const { acts } = shop.gateway.gateway.store
      const scanned = (await acts.list(0, 1_000)).filter(({ type }) => type === 'taxpayer_scanned')
      expect(scanned.map(({ facts }) => facts)).toContainEqual({ answer: 'found' })
      expect(JSON.stringify(scanned)).not.toContain(guid)
    })
  })
})
