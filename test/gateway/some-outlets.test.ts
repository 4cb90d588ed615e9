import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorEndpoint } from '../../shared/api/axes.ts'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { type OperatorCallId, operatorApi } from '../../shared/api/operator.ts'
import { type Area, marker, openArea, textOf } from '../support/area.ts'
import { addPerson, faultsOf, pins, send, signIn } from '../support/people.ts'
import { invoice } from '../support/till.ts'

let area: Area
/** A sale of another outlet, whose names the area manager may have heard. */
let foreign: { readonly guid: string; readonly shift: string }
beforeAll(async () => {
  area = await openArea()
  const opened = await send(area.office, 'POST', '/operator/v1/tills/shifts', {
    bearer: area.office.gateway.controlToken,
    body: { company: 'DEMO', outlet: `${marker} Pavilion`, terminal: 'T1', shift: 'A' },
  })
  foreign = { guid: area.others[0]?.SALE_GUID ?? '', shift: String(opened.body['id']) }
})
afterAll(() => area.office.close())

const rows = (Object.keys(operatorApi) as OperatorCallId[]).map(
  (id): OperatorEndpoint & { readonly id: OperatorCallId } => ({
    ...operatorApi[id],
    id,
  }),
)
const of = (reach: string) => rows.filter(({ outletScope }) => outletScope === reach)
/** Queries for calls that need one. */
const queries: Partial<Record<OperatorCallId, string>> = {
  report: `?company=DEMO&from=2020-01-01&to=2040-01-01`,
  changes: '?after=0',
}

test('a person who sees some outlets only may use every endpoint of the till interface', () => {
  expect(interfaceCatalogue.filter(({ outletScope }) => outletScope === 'refused')).toEqual([])
})

describe('an area manager', () => {
  test.each(of('refused').map(({ id, method, path }) => ({ id, method, path: path.replaceAll(/\{\w+\}/g, '1') })))(
    'has no $id, which is of a whole company or of the gateway',
    async ({ method, path }) => {
      const { status, body } = await area.ask(method, `/operator/v1${path}`, method === 'POST' ? {} : undefined)
      expect([status, body.code]).toEqual([403, 'insufficient_scope'])
      expect(body.detail).toContain('you see only some')
    },
  )

  test('has no figures of the gateway’s own either', async () => {
    expect((await area.ask('GET', '/metrics')).status).toBe(403)
  })

  test.each(of('theirs').filter(({ method, path }) => method === 'GET' && !path.includes('{')))(
    'meets nothing of others in $id',
    async ({ id, path }) => {
      const { status, text } = await textOf(area.office, area.bearer, `/operator/v1${path}${queries[id] ?? ''}`)
      expect([status, text]).toEqual([200, expect.not.stringMatching(new RegExp(`${marker}|OTHER`))])
      for (const { SALE_GUID } of area.others) expect(text).not.toContain(SALE_GUID)
    },
  )

  test.each(of('theirs').filter(({ path }) => path.includes('{')))(
    'finds nothing behind another outlet’s id in $id',
    async ({ id, method, path }) => {
      const named = path.replace('{guid}', foreign.guid).replace('{id}', foreign.shift).replace('{attempt}', '1')
      const bodies: Partial<Record<OperatorCallId, object>> = {
        resolveRecord: { as: 'not_valid', evidence: 'Asked on the portal' },
        convertRecord: { BUYER: invoice('x')['BUYER'] },
        sendMail: { address: 'akaun@pelanggan.example' },
      }
      const asked = method === 'POST' ? (bodies[id] ?? {}) : undefined
      const { status, body } = await area.ask(method, `/operator/v1${named}`, asked)
      expect([status, body.code]).toEqual([404, 'record_not_found'])
      expect(JSON.stringify(body)).not.toContain(marker)
      // Proves that the record exists: the control token sees everything.
      const control = area.office.gateway.controlToken
      if (id === 'showRecord' || id === 'showShift')
        expect((await textOf(area.office, control, `/operator/v1${named}`)).status).toBe(200)
    },
  )

  test('neither asks for, voids nor cancels what is another outlet’s, by any name', async () => {
    const sale = area.others[0]
    const key = { COMPANY_CODE: 'DEMO', OUTLET_NAME: `${marker} Pavilion`, TERMINAL_NAME: 'T1', SHIFT_CODE: 'A' }
    const tries = [
      await area.ask('GET', '/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid: foreign.guid }),
      await area.ask('POST', '/v1/sale/invoice_void/by_sale_guid', { SALE_GUID: foreign.guid }),
      await area.ask('POST', '/v1/sale/invoice_void/by_sale_code', { ...key, SALE_CODE: `${marker}-1` }),
      await area.ask('POST', '/v1/sale/invoice_cancellation', { SALE_GUID: foreign.guid, REASON: 'Wrong' }),
    ]
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(tries.map(() => [404, 'record_not_found']))
    expect((await area.api.status('sale', 'invoice', foreign.guid)).body).toMatchObject({ STATUS: 'Pending', ...sale })
  })

  test('goes on with nobody’s page, and finds nobody’s range', async () => {
    const range = { submission_from: '2020-01-01', submission_to: '2040-01-01' }
    const path = '/v1/sale/invoice_checkstatus/by_submission'
    const company = String((await area.office.gateway.store.companies.byCode('DEMO'))?.profile.companyGuid)
    const headers = { ...range, company_guid: company }
    const all = await area.api.get<{ readonly paging: { readonly next: string } }>(
      `${path.slice(3)}?page_size=1`,
      headers,
    )
    const cursor = new URL(all.body.paging.next, area.office.baseUrl).search
    const seen: string[] = []
    for (const query of ['', cursor]) {
      const { status, body } = await area.ask('GET', `${path}${query}`, undefined, headers)
      expect(status).toBe(200)
      seen.push(...(body['items'] as { readonly SALE_CODE: string }[]).map(({ SALE_CODE }) => SALE_CODE))
    }
    // The cursor was taken after K-1, in pages of one record.
    expect(seen).toEqual(['K-1', 'B-1', 'K-2', 'B-1'])
    const named = (more: object) => area.ask('GET', path, undefined, { ...headers, ...more })
    expect((await named({ outlet_name: encodeURIComponent(`${marker} Pavilion`) })).body['items']).toEqual([])
    const other = String((await area.office.gateway.store.companies.byCode('OTHER'))?.profile.companyGuid)
    expect(await named({ company_guid: other })).toMatchObject({ status: 404, body: { code: 'company_not_found' } })
  })

  test('sells at no other outlet, takes nobody’s id and corrects nobody’s sale', async () => {
    const submit = (body: object, kind = 'invoice') => area.ask('POST', `/v1/sale/${kind}_submission`, body)
    const there = await submit(invoice('X-1', { OUTLET_NAME: `${marker} Pavilion` }))
    expect([there.status, there.body.code]).toEqual([403, 'insufficient_scope'])
    expect(there.body.detail).toContain('another outlet')
    const elsewhere = await submit(invoice('X-2', { COMPANY_CODE: 'OTHER' }))
    expect([elsewhere.status, faultsOf(elsewhere)]).toEqual([422, ['/COMPANY_CODE company_unknown']])
    const taken = await submit(invoice('X-3', { SALE_GUID: foreign.guid }))
    expect([taken.status, taken.body.code, taken.body.record]).toEqual([409, 'sale_guid_reused', undefined])
    const note = await submit(invoice('X-4', { ORIGINALS: [{ SALE_GUID: foreign.guid }] }), 'credit_note')
    expect([note.status, faultsOf(note)]).toEqual([422, ['/ORIGINALS/0/SALE_GUID original_unknown']])
    const number = area.others[0]?.DOCUMENT_NUMBER
    const reused = await submit(invoice('X-5', { DOCUMENT_NUMBER: number }))
    expect([reused.status, reused.body.code, reused.body.record]).toEqual([409, 'document_number_reused', undefined])
    expect((await submit(invoice('K-9'))).status).toBe(202)
  })

  test('opens no shift elsewhere, and learns nothing from the place of one', async () => {
    const path = '/operator/v1/tills/shifts'
    const till = (outlet: string, company = 'DEMO') => ({ company, outlet, terminal: 'T2', shift: 'A' })
    expect((await area.ask('POST', path, till(`${marker} Pavilion`))).status).toBe(403)
    expect((await area.ask('POST', path, till('KLCC', 'OTHER'))).body.code).toBe('company_not_found')
    expect((await area.ask('GET', `${path}/closed?before=${foreign.shift}`)).status).toBe(404)
    expect((await area.ask('POST', path, till('KLCC'))).status).toBe(200)
  })

  test('has nothing of another outlet approved, and approves nothing there', async () => {
    const approve = (bearer: string, guid: string, supervisor: keyof typeof pins) =>
      send(area.office, 'POST', '/operator/v1/approvals', {
        bearer,
        body: { act: 'void', records: [{ SALE_GUID: guid }], supervisor, pin: pins[supervisor] },
      })
    await addPerson(area.office, 'Aminah', 'supervisor')
    expect((await approve(area.bearer, foreign.guid, 'Aminah')).status).toBe(404)
    const cashier = await signIn(area.office, await addPerson(area.office, 'Siti', 'cashier'))
    const denied = await approve(cashier, foreign.guid, 'Ravi')
    expect([denied.status, faultsOf(denied)]).toEqual([422, ['/supervisor may_not_approve']])
    expect((await approve(cashier, area.own[0]?.SALE_GUID ?? '', 'Ravi')).status).toBe(200)
  })
})
