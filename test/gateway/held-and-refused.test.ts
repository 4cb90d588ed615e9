import { describe, expect, test } from 'vitest'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { operate } from '../support/operator.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { insertion, keep, update } from '../support/stores.ts'
import { customer, invoice } from '../support/till.ts'

describe('refused sales', () => {
  const shop = openShop({})
  const unknownTin = { BUYER: { ...customer, TIN: 'C99999999990' } }

  const refusalsOf = async (bearer: string, terminal: string) => {
    const path = `/operator/v1/refusals?company=DEMO&outlet=KLCC&terminal=${terminal}`
    const { items } = (await send(shop.gateway, 'GET', path, { bearer }))
      .body as unknown as OperatorAnswer<'listRefusals'>
    return items.map(({ mine, record }) => [record.SALE_CODE, record.STATUS, mine])
  }

  test('a refusal is told to the person who sold it, wherever they stand, and at the till where it was sold', async () => {
    const ravi = await addPerson(shop.gateway, 'Ravi', 'cashier')
    const siti = await addPerson(shop.gateway, 'Siti', 'cashier')
    const [atT1, other] = [await signIn(shop.gateway, siti), await signIn(shop.gateway, ravi)]
    const sell = async (bearer: string, code: string, more = {}) => {
      const body = invoice(code, { TERMINAL_NAME: 'T1', ...more })
      const sold = await send(shop.gateway, 'POST', '/v1/sale/invoice_submission', { bearer, body })
      return sold.body as never
    }
    const refused = await sell(atT1, 'R-1', unknownTin)
    const valid = await sell(atT1, 'R-2')
    await shop.api.until(refused, 'Invalid')
    await shop.api.until(valid, 'Valid')
    expect(await refusalsOf(atT1, 'T1')).toEqual([['R-1', 'Invalid', true]])
    expect(await refusalsOf(atT1, 'T2')).toEqual([['R-1', 'Invalid', true]])
    expect(await refusalsOf(other, 'T1')).toEqual([['R-1', 'Invalid', false]])
    expect(await refusalsOf(other, 'T2')).toEqual([])
    // After the correction it is not listed any more.
    await sell(other, 'R-1')
    expect(await refusalsOf(atT1, 'T1')).toEqual([])
  })
})

describe('held records', () => {
  const shop = openShop({})
  const here = () => consolidatingAt(shop.gateway)
  const store = () => shop.gateway.gateway.store
  const evidence = 'The list of activities was wrong'

  const keptOf = async (saleGuid: string): Promise<StoredRecord> => {
    const stored = await store().records.byGuid(saleGuid)
    if (!stored) throw new Error(`${saleGuid} is not kept`)
    return stored
  }

  const act = (saleGuid: string, name: 'release' | 'resolution', body: object = {}) =>
    operate(shop.gateway, 'POST', `/records/${saleGuid}/${name}`, body)
  const actsOf = async (saleGuid: string) =>
    (await operate<{ readonly acts: readonly string[] }>(shop.gateway, 'GET', `/records/${saleGuid}`)).body.acts

  interface ListAnswer {
    readonly items: readonly object[]
  }

  /** Holds a record as the outbox does if its document cannot be built. */
  async function hold(saleGuid: string) {
    const event = { type: 'held', attention: 'cannot_be_sent', at: Date.now() } as const
    expect(await store().records.write({ writes: [update(await keptOf(saleGuid), event)] })).toMatchObject({ ok: true })
  }

  /** Runs the task while nothing is sent. */
  async function unsent<Result>(meanwhile: () => Promise<Result>): Promise<Result> {
    await operate(shop.gateway, 'POST', '/sending/pause', { company: 'DEMO', reason: 'a test' })
    const result = await meanwhile()
    await operate(shop.gateway, 'POST', '/sending/resume', { company: 'DEMO' })
    return result
  }

  const receipt = (code: string) =>
    invoice(code, { BUYER: null, CONSOLIDATE: true, ISSUED_AT: new Date(Date.now() - 1_000).toISOString() })

  async function sell(): Promise<WireRecord> {
    const { status, body } = await shop.submit(receipt(shop.saleCode()))
    expect(status).toBe(202)
    return body
  }

  describe('a sale that could not be made into a document', () => {
    test('is tried again by a person once what was the matter is mended, and is sent', async () => {
      const { body } = await unsent(async () => {
        const sold = await shop.submit(invoice(shop.saleCode()))
        await hold(sold.body.SALE_GUID)
        return sold
      })
      expect(await actsOf(body.SALE_GUID)).toEqual(['release'])
      const { body: told } = await operate<{ readonly alerts: readonly object[] }>(shop.gateway, 'GET', '/health')
      expect(told.alerts).toMatchObject([{ code: 'needs_person', company: 'DEMO' }])
      const released = await act(body.SALE_GUID, 'release', { version: 2 })
      expect(released).toMatchObject({
        status: 200,
        body: { acts: [], record: { STATUS: 'Pending', ATTENTION: null } },
      })
      await shop.api.until(body, 'Valid')
      expect(await act(body.SALE_GUID, 'release')).toMatchObject({
        status: 409,
        body: { code: 'release_denied_status' },
      })
    })
  })

  describe('a consolidated document that could not be made', () => {
    /** The run has ended, and its documents were not sent. */
    const made = async () => {
      const sold = [await sell(), await sell()]
      const guid = await unsent(async () => {
        const begun = await here().begin()
        await expect
          .poll(async () => (await store().consolidations.run(begun.body.id))?.finishedAt ?? null)
          .not.toBeNull()
        const [document] = await store().consolidations.documents(begun.body.id)
        const saleGuid = document?.record.saleGuid ?? ''
        await hold(saleGuid)
        return saleGuid
      })
      return { guid, sold }
    }

    test('is put aside by a person, and its receipts are in the next one', async () => {
      const { guid, sold } = await made()
      expect(await actsOf(guid)).toEqual(['release', 'resolve'])
      for (const as of ['found', 'not_received'])
        expect(await act(guid, 'resolution', { as, evidence })).toMatchObject({ status: 409 })
      const aside = await act(guid, 'resolution', { as: 'not_valid', evidence })
      expect(aside).toMatchObject({ status: 200, body: { record: { STATUS: 'Invalid' } } })
      const waits = async ({ SALE_GUID }: WireRecord) => (await keptOf(SALE_GUID)).record.consolidatedInto === null
      await expect.poll(async () => (await Promise.all(sold.map(waits))).every(Boolean)).toBe(true)
      const begun = await here().begin()
      const { documents } = await here().settled(begun.body.id)
      expect(documents).toMatchObject([{ STATUS: 'Valid', MEMBERS: 2 }])
      for (const { SALE_GUID } of sold) expect((await keptOf(SALE_GUID)).record.phase).toBe('valid')
    })

    test('is tried again as it is, and becomes valid with its receipts', async () => {
      const { guid, sold } = await made()
      expect(await act(guid, 'release')).toMatchObject({ status: 200 })
      await expect.poll(async () => (await keptOf(guid)).record.phase).toBe('valid')
      for (const { SALE_GUID } of sold)
        await expect.poll(async () => (await keptOf(SALE_GUID)).record.phase).toBe('valid')
    })
  })

  describe('a receipt of which nobody can read what was kept', () => {
    const spoilt = { saleCode: 'X-1', documentNumber: 'X-1', saleGuid: '5e1f0000-0000-4000-8000-00000000aaaa' }
    const body = Buffer.from('{"SALE_CODE": "X-1", "BUYER": {"NAME": "Nur Ainaa"')

    test('keeps no other from its document, is counted as left over, and a person is told', async () => {
      const sold = await sell()
      const names = { ...spoilt, consolidated: true, issuedAt: Date.now() - 2_000 }
      await keep(store(), insertion(1, names, { at: Date.now() - 1_000, body }))
      expect((await here().preview()).body).toMatchObject({ receipts: 1, left_over: 1 })
      const begun = await here().begin()
      const { documents } = await here().settled(begun.body.id)
      expect((await here().detail(begun.body.id)).left_over).toBe(1)
      expect(documents).toMatchObject([{ STATUS: 'Valid', MEMBERS: 1 }])
      expect((await keptOf(sold.SALE_GUID)).record.phase).toBe('valid')
      expect((await keptOf(spoilt.saleGuid)).record).toMatchObject({ phase: 'held', attention: 'cannot_be_sent' })
      expect((await store().records.attentions({ companyGuid: null })).get('cannot_be_sent')).toBe(1)
    })

    test('stands in the lists and has its page, without what it said, so that a person can find it', async () => {
      const list = await operate<ListAnswer>(shop.gateway, 'GET', '/records?concern=attention')
      expect(list.body.items).toMatchObject([{ party_name: null, record: { SALE_GUID: spoilt.saleGuid } }])
      const page = await operate(shop.gateway, 'GET', `/records/${spoilt.saleGuid}`)
      expect(page).toMatchObject({ status: 200, body: { sale: null, acts: ['release'] } })
    })

    test('waits for the next consolidation again when a person says so', async () => {
      expect(await act(spoilt.saleGuid, 'release')).toMatchObject({ status: 200, body: { acts: [] } })
      expect((await keptOf(spoilt.saleGuid)).record).toMatchObject({ phase: 'queued', attention: null })
      const begun = await here().begin()
      await here().settled(begun.body.id)
      expect(await here().detail(begun.body.id)).toMatchObject({ left_over: 1, documents: [] })
    })
  })
})
