import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorCallId } from '../../shared/api/operator.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { type Area, marker, openArea } from '../support/area.ts'
import { nearDays } from '../support/near-days.ts'
import { operate } from '../support/operator.ts'
import { addPerson, faultsOf, send, tryPin } from '../support/people.ts'
import { invoice } from '../support/till.ts'

let area: Area
beforeAll(async () => {
  area = await openArea()
})
afterAll(() => area.office.close())

const seen = async <Id extends OperatorCallId>(_: Id, path: string, headers: Readonly<Record<string, string>> = {}) =>
  (await area.ask('GET', `/operator/v1${path}`, undefined, headers)).body as unknown as OperatorAnswer<Id>

describe('an area manager sees', () => {
  test('the sales of the outlets, in one order whatever the outlet, page by page', async () => {
    const codes = ({ items }: OperatorAnswer<'listRecords'>) => items.map(({ record }) => record.SALE_CODE)
    const first = await seen('listRecords', '/records?page_size=2')
    expect(codes(first)).toEqual(['K-2', 'B-1'])
    const next = await seen('listRecords', `/records?page_size=2&before=${first.next}`)
    expect([codes(next), next.next]).toEqual([['K-1'], null])
    expect(codes(await seen('listRecords', '/records?outlet=Bangsar'))).toEqual(['B-1'])
    const asked = [`outlet=${marker}%20Pavilion`, `concern=unsent&outlet=${marker}%20Pavilion`]
    for (const query of asked) expect(codes(await seen('listRecords', `/records?${query}`))).toEqual([])
    for (const text of [`${marker}-1`, `${marker} Enterprise`, area.others[0]?.SALE_GUID ?? ''])
      expect(codes(await seen('listRecords', '/records', { search_text: encodeURIComponent(text) }))).toEqual([])
    expect((await area.ask('GET', '/operator/v1/records?company=OTHER')).body.code).toBe('company_not_found')
  })

  test('counts and figures of them alone', async () => {
    expect(await seen('countRecords', '/record_counts')).toMatchObject({
      all: 3,
      unsent: 2,
      unconsolidated: 1,
      Pending: 3,
    })
    expect(await seen('countRecords', `/record_counts?outlet=${marker}`)).toMatchObject({ all: 0, Pending: 0 })
    expect(await seen('queue', '/queue')).toMatchObject({
      unsent: 2,
      unconsolidated: 1,
      needs_person: 0,
      attention: {},
    })
    expect(await seen('health', '/health')).toMatchObject({ unsent: 2, in_doubt: 0, window_closing: null })
    const { groups } = await seen('report', `/report?company=DEMO&from=${nearDays.from}&to=${nearDays.to}`)
    expect([...new Set(groups.map(({ OUTLET_NAME }) => OUTLET_NAME))].toSorted()).toEqual(['Bangsar', 'KLCC'])
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })

  test('what needs a person there, once something does', async () => {
    const { store } = area.office.gateway
    const all = async () => ({
      own: [await seen('queue', '/queue'), await seen('countRecords', '/record_counts')],
      everybody: (await operate<OperatorAnswer<'queue'>>(area.office, 'GET', '/queue')).body.needs_person,
    })
    // A note on a sale that is not valid yet. It waits, and names the sale.
    const originals = [
      await area.sell('N-0', { OUTLET_NAME: 'KLCC' }),
      await area.sell(`${marker}-N0`, { OUTLET_NAME: `${marker} Pavilion` }),
    ]
    const note = async (code: string, at: number, outlet: string) => {
      const original = { ORIGINALS: [{ SALE_GUID: originals[at]?.SALE_GUID }] }
      return area.api.submit('sale', 'credit_note', invoice(code, { ...original, OUTLET_NAME: outlet }))
    }
    expect((await note('N-1', 0, 'KLCC')).status).toBe(202)
    expect((await note(`${marker}-N`, 1, `${marker} Pavilion`)).status).toBe(202)
    const { own, everybody } = await all()
    // A note that waits needs no person.
    expect([everybody, (await store.records.attentions({ companyGuid: null })).get('waits_for_original')]).toEqual([
      0, 2,
    ])
    expect(own).toMatchObject([
      { needs_person: 0, attention: { waits_for_original: 1 } },
      { needs_person: 0, attention: 0 },
    ])
    for (const { SALE_GUID } of originals) await area.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
    expect(await all()).toMatchObject({
      own: [
        { needs_person: 1, attention: { original_not_valid: 1 } },
        { needs_person: 1, attention: 1 },
      ],
      everybody: 2,
    })
  })

  test('their tills and shifts', async () => {
    const control = area.office.gateway.controlToken
    const opened = async (outlet: string) => {
      const body = { company: 'DEMO', outlet, terminal: 'T1', shift: 'A' }
      const { body: shift } = await send(area.office, 'POST', '/operator/v1/tills/shifts', { bearer: control, body })
      return String(shift['id'])
    }
    const ids = [await opened('KLCC'), await opened(`${marker} Pavilion`)]
    for (const id of ids)
      await operate(area.office, 'POST', `/tills/shifts/${id}/closing`, { remainders: 9, reason: 'As it is' })
    const closed = await seen('closedShifts', '/tills/shifts/closed')
    expect(closed).toMatchObject({ items: [{ id: ids[0], outlet: 'KLCC' }], next: null })
    const { items, companies } = await seen('tills', '/tills')
    expect([items.map(({ outlet }) => outlet), companies.map(({ code }) => code)]).toEqual([
      ['Bangsar', 'KLCC'],
      ['DEMO'],
    ])
    expect((await area.ask('GET', `/operator/v1/tills/shifts/${ids[0]}`)).status).toBe(200)
  })

  test('news of their sales, and of no others', async () => {
    const all = await seen('changes', '/changes?after=0')
    const before = all.next
    await area.sell(`${marker}-4`, { OUTLET_NAME: `${marker} Pavilion` })
    await area.sell('K-3', { OUTLET_NAME: 'KLCC' })
    const since = await seen('changes', `/changes?after=${before}`)
    expect(since.items.map(({ SALE_CODE }) => SALE_CODE)).toEqual(['K-3'])
  })

  test('how the gateways of their outlets stand, and hears where one of them is silent', async () => {
    const { store, controlToken } = area.office.gateway
    const at = new Date().toISOString()
    const report = { version: '2.0.0', at, verdict: 'good', alerts: [], unsent: 0, oldest_unsent_at: null }
    const counts = { in_doubt: 0, unconsolidated: 0, needs_person: 0, closing: false }
    for (const name of ['klcc', `${marker} Pavilion`]) {
      const made = await send(area.office, 'POST', '/operator/v1/tokens', {
        bearer: controlToken,
        body: { name, scopes: ['submit', 'read'], company: null },
      })
      const bearer = String(made.body['token'])
      await send(area.office, 'POST', '/operator/v1/outlets/reports', { bearer, body: { ...report, ...counts } })
    }
    const names = async () => (await seen('listOutlets', '/outlets')).items.map(({ name, state }) => [name, state])
    expect(await names()).toEqual([['klcc', 'open']])
    const silent = async () => (await seen('health', '/health')).alerts.map(({ code, message }) => [code, message])
    for (const { id, report: said, heardAt, name } of await store.tokens.reports())
      if (name !== 'klcc') await store.tokens.reported(id, said, heardAt - 3_600_000)
    expect(await silent()).toEqual([])
    for (const { id, report: said, heardAt, name } of await store.tokens.reports())
      if (name === 'klcc') await store.tokens.reported(id, said, heardAt - 3_600_000)
    expect(await names()).toEqual([['klcc', 'silent']])
    expect(await silent()).toEqual([['outlet_silent', expect.stringMatching(/^klcc: not heard of/)]])
  })
})

describe('who sees which outlets', () => {
  const set = (id: string, outlets: readonly object[]) =>
    send(area.office, 'POST', `/operator/v1/people/${id}/outlets`, {
      bearer: area.office.gateway.controlToken,
      body: { outlets },
    })

  test('is told to the person and to the owner, and only where somebody is limited', async () => {
    expect(area.limited.body).toMatchObject({ name: 'Ravi', outlets: area.outlets })
    expect((await area.ask('GET', '/operator/v1/session')).body['outlets']).toEqual(area.outlets)
    const siti = await addPerson(area.office, 'Siti', 'cashier')
    const { body } = await operate<OperatorAnswer<'listPeople'>>(area.office, 'GET', '/people')
    expect(body.items.map(({ name, outlets }) => [name, outlets])).toEqual([
      ['Ravi', area.outlets],
      ['Siti', undefined],
    ])
    expect(Object.keys((await tryPin(area.office, 'Siti', siti.pin)).body)).not.toContain('outlets')
  })

  test('is for no owner, and of companies that are here', async () => {
    const owner = await addPerson(area.office, 'Aminah', 'owner')
    expect(faultsOf(await set(owner.id, area.outlets))).toEqual(['/outlets owner_sees_all'])
    expect(faultsOf(await set(area.person.id, [...area.outlets, { company: 'NOBODY', outlet: 'KLCC' }]))).toEqual([
      '/outlets/2/company company_unknown',
    ])
    const made = await send(area.office, 'POST', '/operator/v1/people', {
      bearer: area.office.gateway.controlToken,
      body: { name: 'Lim', role: 'owner', outlets: area.outlets },
    })
    expect(faultsOf(made)).toEqual(['/outlets owner_sees_all'])
  })

  test('changes at once: what was open ends, and the journal says who did it', async () => {
    expect((await set(area.person.id, [{ company: 'OTHER', outlet: 'KLCC' }])).status).toBe(200)
    expect((await area.ask('GET', '/operator/v1/records')).status).toBe(401)
    const bearer = String((await tryPin(area.office, 'Ravi', area.person.pin)).body['token'])
    const { body } = await send(area.office, 'GET', '/operator/v1/records', { bearer })
    const items = body['items'] as OperatorAnswer<'listRecords'>['items']
    expect(items.map(({ record }) => record.SALE_CODE)).toEqual([`${marker}-2`])
    const acts = await area.office.gateway.store.acts.list(0, 1000)
    expect(acts.findLast(({ type }) => type === 'operator_outlets_set')).toMatchObject({ by: 'control' })
    expect((await area.office.gateway.store.journal.verify()).findings).toEqual([])
  })
})
