import { expect, test } from 'vitest'
import type { DocumentSource } from '../../../electron/gateway/authority/port.ts'
import { buildDocument } from '../../../electron/gateway/authority/upstream/build.ts'
import { parseBody } from '../../../electron/gateway/stored-sale.ts'
import { noon } from '../../support/records.ts'
import { aLine, aNote, aSale, checkedSale, faultsIn, without } from '../../support/sales.ts'
import { company, guid } from './support.ts'

const identity = { family: 'sale', kind: 'invoice', saleGuid: guid(1), documentNumber: 'KLCC-T1-S1-0001' } as const

function built(body: object, more: Partial<DocumentSource> = {}): Record<string, unknown> {
  const kind = more.identity?.kind ?? 'invoice'
  const sale = checkedSale(body, { kind })
  const source = { identity, body, sale, company, originals: [], isForGeneralPublic: false, issueTime: noon, ...more }
  return JSON.parse(Buffer.from(buildDocument(source).bytes).toString()) as Record<string, unknown>
}

test('the till’s own body goes up with our names in it, and without what is the till’s own', () => {
  const body = aSale({ EXTRA: { table: 7 } })
  expect(built(body)).toEqual({
    ...without(body, 'EXTRA'),
    SALE_GUID: guid(1),
    DOCUMENT_NUMBER: 'KLCC-T1-S1-0001',
    ISSUED_AT: '2026-11-20T03:59:00.000Z',
  })
})

test('built twice it is the same, byte for byte', () => {
  const source = {
    identity,
    body: aSale(),
    sale: checkedSale(aSale()),
    company,
    originals: [],
    isForGeneralPublic: false,
    issueTime: noon,
  }
  expect(buildDocument(source).sha256).toBe(buildDocument({ ...source, body: aSale() }).sha256)
})

test('the time of a till whose clock is ahead is no later than ours', () => {
  expect(built(aSale(), { issueTime: Date.parse('2026-11-20T11:58:00+08:00') })['ISSUED_AT']).toBe(
    '2026-11-20T03:58:00.000Z',
  )
})

test('an amount with more digits than a float keeps goes up unchanged', () => {
  const text = JSON.stringify(aSale({ LINES: [aLine({ UNIT_PRICE: 'here' })] })).replace(
    '"here"',
    '1234567890123.12345',
  )
  const [line] = built(parseBody(Buffer.from(text)))['LINES'] as [Record<string, unknown>]
  expect(line['UNIT_PRICE']).toBe('1234567890123.12345')
})

test('a note names by our GUID what went up before it, and by the authority’s what did not', () => {
  const originals = [
    { documentNumber: 'KLCC-1', uuid: `${guid(7)}/2` },
    { documentNumber: 'OLD-1', uuid: 'NA' },
  ]
  expect(built(aNote(), { identity: { ...identity, kind: 'credit_note' }, originals })['ORIGINALS']).toEqual([
    { SALE_GUID: guid(7) },
    { DOCUMENT_NUMBER: 'OLD-1', AUTHORITY_UUID: 'NA' },
  ])
})

test('a document for the general public passes the other gateway’s checks', () => {
  const body = { ...without(aSale(), 'BUYER'), CONSOLIDATE: true }
  const document = built(body, { isForGeneralPublic: true })
  expect(document).toMatchObject({ BUYER: { TIN: 'EI00000000010' }, LINES: [{ CLASSIFICATION_CODES: ['004'] }] })
  expect(faultsIn(document)).toEqual([])
})
