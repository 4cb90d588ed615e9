import { describe, expect, test } from 'vitest'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { exampleDocument } from '../../shared/api/openapi/example-requests.ts'
import { buildFullOpenApi, openApiBuilders } from '../../shared/api/openapi/reference.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Family, Kind } from '../../shared/domain/record.ts'
import { openShop } from '../support/shop.ts'
import { aMinuteAgo, type Body } from '../support/till.ts'

const shop = openShop({ RESIT_CANCEL_WAIT_MS: '200' })
/** Nothing is sent during the test. */
const resting = openShop({ RESIT_DISPATCH_DELAY_MS: '600000' })

const { paths } = buildFullOpenApi()

const exampleAt = (path: string, status: number): WireRecord => {
  const content = Object.values(paths[`/v1${path}`] ?? {})[0]?.responses[status]?.content
  return content?.['application/json']?.example as WireRecord
}

/** These fields are compared by value. Of all others only the presence is, because times and names differ. */
const exact = [
  'FAMILY',
  'KIND',
  'STATUS',
  'LOCKED',
  'SUBMISSION_ENABLED',
  'TOTAL_PAYABLE',
  'NEXT_ACTION',
  'ATTENTION',
  'REVISION',
]
const meaningOf = (record: WireRecord | undefined) => ({
  ...Object.fromEntries(
    Object.entries(record ?? {}).map(([name, value]) => [
      name,
      exact.includes(name) || value === null ? value : typeof value,
    ]),
  ),
  isCancelled: record?.CANCELLATION?.STATE,
})

/** The names in a request that identify a document. */
const sameNames = (ask: object) =>
  Object.fromEntries(Object.entries(ask).filter(([name]) => /^(SALE|COMPANY|SHIFT)_\w+$|_NAME$/.test(name)))
const namesLike = (ask: object, answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => Object.hasOwn(sameNames(ask), name)))

const cells = interfaceCatalogue.flatMap(({ cell }) => (cell?.operation === 'submit' ? [cell] : []))
const named = cells.map(({ family, kind }) => [family, kind] as const)

/** The body of the reference, as a new sale of today. Its original is from before e-invoices. */
const bodyOf = (family: Family, kind: Kind): Body => ({
  ...exampleDocument(kind, family),
  SALE_GUID: shop.guid(),
  SHIFT_CODE: shop.saleCode(),
  ISSUED_AT: aMinuteAgo(),
  ...(kind !== 'invoice' && { ORIGINALS: [{ DOCUMENT_NUMBER: 'OLD-1', AUTHORITY_UUID: 'NA' }] }),
})

test.each(Object.entries(openApiBuilders))('%s is served', async (path, made) => {
  const served = await fetch(`http://127.0.0.1:${shop.gateway.port}${path}`)
  expect(await served.json()).toEqual(JSON.parse(JSON.stringify(made())))
})

test('what is asked and what is answered tell of one document', () => {
  const pairs = interfaceCatalogue.flatMap(({ path, cell }) => {
    const ask = paths[`/v1${path}`]?.post?.requestBody?.content['application/json']?.example
    const status = cell?.operation === 'submit' ? 202 : 200
    return cell && ask ? [[path, sameNames(ask), namesLike(ask, exampleAt(path, status))] as const] : []
  })
  expect(pairs).toHaveLength(32)
  for (const [path, asked, answered] of pairs) expect([path, answered]).toEqual([path, asked])
})

describe('what the reference shows is what a gateway answers', () => {
  test.each(named)('to a %s %s that is kept and voided', async (family, kind) => {
    const path = `/${family}/${kind}`
    const kept = await resting.api.submit(family, kind, bodyOf(family, kind))
    expect(meaningOf(kept.body)).toEqual(meaningOf(exampleAt(`${path}_submission`, 202)))
    const voided = await resting.api.post(`${path}_void/by_sale_guid`, { SALE_GUID: kept.body.SALE_GUID })
    for (const by of ['guid', 'code'])
      expect(meaningOf(voided.body)).toEqual(meaningOf(exampleAt(`${path}_void/by_sale_${by}`, 200)))
  })

  test.each(named)('to a %s %s that becomes valid and is cancelled', async (family, kind) => {
    const path = `/${family}/${kind}`
    const body = bodyOf(family, kind)
    await shop.api.until((await shop.api.submit(family, kind, body)).body, 'Valid')
    const again = await shop.api.submit(family, kind, body)
    expect(meaningOf(again.body)).toEqual(meaningOf(exampleAt(`${path}_submission`, 200)))
    expect(meaningOf(again.body)).toEqual(meaningOf(exampleAt(`${path}_checkstatus/by_guid`, 200)))
    const page = exampleAt(`${path}_checkstatus/by_submission`, 200) as unknown as { readonly items: WireRecord[] }
    expect(meaningOf(again.body)).toEqual(meaningOf(page.items[0]))
    const ask = { SALE_GUID: again.body.SALE_GUID, REASON: 'Wrong buyer' }
    const cancelled = await shop.api.post(`${path}_cancellation`, ask)
    expect(meaningOf(cancelled.body)).toEqual(meaningOf(exampleAt(`${path}_cancellation`, 200)))
  })

  test('to a cancellation without an answer', async () => {
    const valid = await shop.api.until((await shop.submit(bodyOf('sale', 'invoice'))).body, 'Valid')
    const practice = shop.gateway.gateway.practice
    await practice?.faults.set({ kind: 'away', how: 'refused' })
    const ask = { SALE_GUID: valid.SALE_GUID, REASON: 'Wrong buyer' }
    const { status, body } = await shop.api.post('/sale/invoice_cancellation', ask)
    await practice?.faults.clear()
    expect([status, meaningOf(body)]).toEqual([202, meaningOf(exampleAt('/sale/invoice_cancellation', 202))])
  })
})
