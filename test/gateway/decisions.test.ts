import { describe, expect, test } from 'vitest'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { send } from '../support/people.ts'
import { eventOf, hourMs } from '../support/records.ts'
import { openShop } from '../support/shop.ts'
import { happen, insertion, keep, update } from '../support/stores.ts'
import { companyGuid, customer, invoice } from '../support/till.ts'

/** No look-up by itself during a test, and no quarantine unless a test needs it. */
const slow = { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '0' }
const shop = openShop(slow)
const { saleCode, submit } = shop

type Act = 'look_up' | 'resolution' | 'closure' | 'resend'

const act = async (saleGuid: string, name: Act, body: object = {}) => {
  const bearer = shop.gateway.gateway.controlToken
  return send(shop.gateway, 'POST', `/operator/v1/records/${saleGuid}/${name}`, { bearer, body })
}
const detail = async (saleGuid: string) => {
  const bearer = shop.gateway.gateway.controlToken
  return (await send(shop.gateway, 'GET', `/operator/v1/records/${saleGuid}`, { bearer })).body
}
const keptOf = async ({ SALE_GUID }: WireRecord): Promise<StoredRecord> => {
  const stored = await shop.gateway.gateway.store.records.byGuid(SALE_GUID)
  if (!stored) throw new Error(`${SALE_GUID} is not kept`)
  return stored
}
const record = (answer: { readonly body: Readonly<Record<string, unknown>> }) => answer.body['record'] as WireRecord

/** A sale whose answer was lost. With `error_after` the authority has it; with `error_before` it does not. */
async function inDoubt(kind: 'error_after' | 'error_before'): Promise<WireRecord> {
  await shop.gateway.gateway.practice?.faults.set({ kind, times: 1, on: 'submit' })
  const { body } = await submit(invoice(saleCode()))
  await expect.poll(async () => (await keptOf(body)).record.phase).toBe('unknown')
  return body
}

/** The same sale, given to a person before the gateway's own look-up. */
async function inConflict(kind: 'error_after' | 'error_before'): Promise<WireRecord> {
  const body = await inDoubt(kind)
  const event = { type: 'conflicted', attention: 'conflict', at: Date.now() } as const
  const write = update(await keptOf(body), event, { dueAt: Date.now() + 3_600_000 })
  expect(await shop.gateway.gateway.store.records.write({ writes: [write] })).toMatchObject({ ok: true })
  return body
}

/** A sale that the authority refuses, because it does not know the buyer. */
async function invalid(): Promise<WireRecord> {
  const { body } = await submit(invoice(saleCode(), { BUYER: { ...customer, TIN: 'C99999999990' } }))
  return shop.api.until(body, 'Invalid')
}

const evidence = 'Looked on the portal at noon'

describe('a conflict is resolved by a person (T18)', () => {
  test('as found: the authority is asked, and what is ours there is adopted', async () => {
    const body = await inConflict('error_after')
    const adopted = await act(body.SALE_GUID, 'resolution', { as: 'found', evidence })
    expect(adopted).toMatchObject({ status: 200, body: { acts: [], record: { STATUS: 'InProgress' } } })
    const valid = await shop.api.until(body, 'Valid')
    const { records } = shop.gateway.gateway.store
    const kept = await records.events((await records.byGuid(body.SALE_GUID))?.seq ?? 0)
    expect(kept.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'taken_over', by: 'control', evidence }),
    )
    expect(shop.gateway.gateway.practice?.ledger.documents().filter(isOf(valid))).toHaveLength(1)
  })

  test('as found under a UUID: only the document of that name counts', async () => {
    const body = await inConflict('error_after')
    const uuid = shop.gateway.gateway.practice?.ledger.documents().find(isOf(body))?.uuid ?? ''
    const wrong = await act(body.SALE_GUID, 'resolution', {
      as: 'found',
      evidence,
      AUTHORITY_UUID: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    })
    expect(wrong).toMatchObject({ status: 409, body: { code: 'resolution_denied_not_found' } })
    const right = await act(body.SALE_GUID, 'resolution', { as: 'found', evidence, AUTHORITY_UUID: uuid.toLowerCase() })
    expect(right).toMatchObject({ status: 200, body: { record: { AUTHORITY: { UUID: uuid } } } })
  })

  test('as not received: it goes again as new, once, and is never Pending meanwhile', async () => {
    const body = await inConflict('error_before')
    const vouched = await act(body.SALE_GUID, 'resolution', { as: 'not_received', evidence })
    expect(vouched).toMatchObject({ status: 200, body: { record: { STATUS: 'InProgress' } } })
    await shop.api.until(body, 'Valid')
    expect(shop.gateway.gateway.practice?.ledger.documents().filter(isOf(body))).toHaveLength(1)
  })

  test.each(['not_received', 'not_valid'])(
    'as %s never while the authority has it, and nothing changes',
    async (as) => {
      const body = await inConflict('error_after')
      const before = await keptOf(body)
      const denied = await act(body.SALE_GUID, 'resolution', { as, evidence })
      expect(denied).toMatchObject({ status: 409, body: { code: 'resolution_denied_found' } })
      expect(await keptOf(body)).toEqual(before)
    },
  )

  test('as not valid: it counts as refused, and may be corrected or closed then', async () => {
    const body = await inConflict('error_before')
    const disowned = await act(body.SALE_GUID, 'resolution', { as: 'not_valid', evidence })
    expect(disowned).toMatchObject({ status: 200, body: { acts: ['close', 'resend'], record: { STATUS: 'Invalid' } } })
  })

  test('not without the authority’s word', async () => {
    const body = await inConflict('error_before')
    await shop.gateway.gateway.practice?.faults.set({ kind: 'error_before', on: 'any' })
    const denied = await act(body.SALE_GUID, 'resolution', { as: 'not_received', evidence })
    await shop.gateway.gateway.practice?.faults.clear()
    expect(denied).toMatchObject({ status: 503, body: { code: 'authority_unavailable' } })
    expect((await keptOf(body)).record.phase).toBe('conflict')
  })

  test('nothing but a conflict is resolved, and not without evidence', async () => {
    const valid = await shop.api.until((await submit(invoice(saleCode()))).body, 'Valid')
    const denied = await act(valid.SALE_GUID, 'resolution', { as: 'not_valid', evidence })
    expect(denied).toMatchObject({
      status: 409,
      body: { code: 'resolution_denied_status', record: { STATUS: 'Valid' } },
    })
    for (const words of ['', '  ', 'x'.repeat(201)]) {
      const blank = await act(valid.SALE_GUID, 'resolution', { as: 'not_valid', evidence: words })
      expect(blank).toMatchObject({ status: 422, body: { errors: [{ pointer: '/evidence' }] } })
    }
    const odd = await act(valid.SALE_GUID, 'resolution', { as: 'not_valid', evidence, AUTHORITY_UUID: 'ABC' })
    expect(odd).toMatchObject({ status: 422, body: { errors: [{ pointer: '/AUTHORITY_UUID' }] } })
  })
})

describe('a look-up is brought forward', () => {
  test('and finds what is there, long before it is due', async () => {
    const body = await inDoubt('error_after')
    const store = shop.gateway.gateway.store
    await store.schedule.postpone('look_up', [(await keptOf(body)).seq], Date.now() + 3_600_000)
    expect(await act(body.SALE_GUID, 'look_up')).toMatchObject({ status: 200 })
    await shop.api.until(body, 'Valid')
    const acts = await store.acts.list(0, 1000)
    expect(acts).toContainEqual(
      expect.objectContaining({ type: 'look_up_asked', by: 'control', facts: { sale_guid: body.SALE_GUID } }),
    )
  })

  test('and begins where the authority took a document an hour ago and says nothing of it: never a second one', async () => {
    const { store } = shop.gateway.gateway
    const at = Date.now() - hourMs
    const kept = await keep(store, insertion(9001, { issuedAt: at }, { at, body: Buffer.from('{}') }))
    const taken = await happen(store, kept, { ...eventOf.claimed, at }, { ...eventOf.taken, at })
    const { saleGuid } = taken.record
    const asked = await act(saleGuid, 'look_up', { version: 3 })
    expect(asked).toMatchObject({
      status: 200,
      body: { acts: ['look_up', 'resolve'], record: { STATUS: 'InProgress' } },
    })
    const events = await store.records.events(taken.seq)
    expect(events.slice(3)).toMatchObject([
      { event: { type: 'outcome_unknown', reason: 'not_shown' }, by: 'control' },
      { event: { type: 'conflicted', attention: 'in_doubt_expired' }, by: 'control' },
    ])
    expect(shop.gateway.gateway.practice?.ledger.documents().some(isOf(asked.body['record'] as WireRecord))).toBe(false)
  })

  test('only where something is in doubt', async () => {
    const refused = await invalid()
    expect(await act(refused.SALE_GUID, 'look_up')).toMatchObject({
      status: 409,
      body: { code: 'look_up_denied_status' },
    })
  })
})

describe('a refused record', () => {
  test('is closed once and for all, and a till that corrects it hears why not', async () => {
    const refused = await invalid()
    for (const _ of ['once', 'again'])
      expect(await act(refused.SALE_GUID, 'closure', { reason: ' Entered twice ' })).toMatchObject({
        status: 200,
        body: { acts: [], record: { STATUS: 'Invalid', LOCKED: true, NEXT_ACTION: { ACTION: 'none' } } },
      })
    const { events } = await detail(refused.SALE_GUID)
    expect(events).toContainEqual(expect.objectContaining({ type: 'closed', reason: 'Entered twice' }))
    const corrected = await submit(invoice(refused.SALE_CODE, { SALE_GUID: refused.SALE_GUID }))
    expect(corrected).toMatchObject({ status: 409, body: { code: 'record_closed', record: { STATUS: 'Invalid' } } })
    expect(await act(refused.SALE_GUID, 'resend')).toMatchObject({ status: 409, body: { code: 'record_closed' } })
  })

  test('goes again as it is, as a new revision built anew, and its till’s repeat is still a repeat', async () => {
    const sale = invoice(saleCode(), { BUYER: { ...customer, TIN: 'C99999999990' } })
    const refused = await shop.api.until((await submit(sale)).body, 'Invalid')
    const resent = await act(refused.SALE_GUID, 'resend')
    expect(record(resent)).toMatchObject({ REVISION: 2, STATUS: 'Pending', ERRORS: [] })
    const again = await shop.api.until(refused, 'Invalid')
    expect(again.REVISION).toBe(2)
    const { seq } = await keptOf(refused)
    const attempts = await shop.gateway.gateway.store.records.attempts(seq)
    expect(attempts.map(({ revision }) => revision)).toEqual([1, 2])
    expect(new Set(attempts.map(({ sha256 }) => sha256)).size).toBe(2)
    expect((await submit(sale)).headers.get('idempotency-replayed')).toBe('true')
  })

  test('is the only one that is closed or sent again', async () => {
    const valid = await shop.api.until((await submit(invoice(saleCode()))).body, 'Valid')
    expect(await act(valid.SALE_GUID, 'closure')).toMatchObject({
      status: 409,
      body: { code: 'closure_denied_status' },
    })
    expect(await act(valid.SALE_GUID, 'resend')).toMatchObject({ status: 409, body: { code: 'resend_denied_status' } })
  })
})

describe('what was seen', () => {
  test.each(['closure', 'resend', 'look_up', 'resolution'] as const)('a stale screen never acts: %s', async (name) => {
    const refused = await invalid()
    const { version } = (await detail(refused.SALE_GUID)) as unknown as { readonly version: number }
    const before = await keptOf(refused)
    const stale = await act(refused.SALE_GUID, name, {
      version: version - 1,
      ...(name === 'resolution' && { as: 'not_valid', evidence }),
    })
    expect(stale).toMatchObject({ status: 409, body: { code: 'record_changed', record: { STATUS: 'Invalid' } } })
    expect(await keptOf(refused)).toEqual(before)
  })

  test('one that is up to date does, and of two at once the second is stale', async () => {
    const refused = await invalid()
    const { version } = (await detail(refused.SALE_GUID)) as unknown as { readonly version: number }
    const both = await Promise.all(
      ['resend', 'closure'].map((name) => act(refused.SALE_GUID, name as Act, { version })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('record_changed')
  })
})

describe('who may', () => {
  test('a cashier’s token and another company’s may not', async () => {
    const refused = await invalid()
    const cashier = await shop.gateway.token({ scopes: ['submit', 'read', 'taxpayer'] })
    const path = `/operator/v1/records/${refused.SALE_GUID}/closure`
    expect(await send(shop.gateway, 'POST', path, { bearer: cashier, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    })
    const other = { ...(await shop.gateway.gateway.store.companies.byGuid(companyGuid)) }
    const profile = { ...other.profile, companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' }
    await shop.gateway.gateway.store.companies.save({ ...other, profile } as never, 'test')
    const stranger = await shop.gateway.token({ companyGuid: profile.companyGuid })
    for (const name of ['closure', 'resend', 'look_up'] as const) {
      const there = `/operator/v1/records/${refused.SALE_GUID}/${name}`
      expect((await send(shop.gateway, 'POST', there, { bearer: stranger, body: {} })).body.code).toBe(
        'record_not_found',
      )
    }
    const seen = await send(shop.gateway, 'GET', `/operator/v1/records/${refused.SALE_GUID}`, { bearer: stranger })
    expect(seen.body.code).toBe('record_not_found')
    const list = await send(shop.gateway, 'GET', '/operator/v1/records', { bearer: stranger })
    expect(list.body).toMatchObject({ items: [], next: null })
  })
})

const isOf =
  ({ DOCUMENT_NUMBER }: WireRecord) =>
  ({ internalId }: { readonly internalId: string }): boolean =>
    internalId === DOCUMENT_NUMBER
