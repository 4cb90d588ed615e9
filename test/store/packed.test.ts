import { hash } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { ublDocument } from '../../electron/gateway/authority/myinvois/ubl/document.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { dictionaries, pack, packUnlessBody, unpack } from '../../electron/gateway/store/rows/compression.ts'
import { dense } from '../support/dense.ts'
import { noon } from '../support/records.ts'
import { aLine, aSale, checkedSale } from '../support/sales.ts'

const packings = ['body', 'document'] as const
const plainOf = (kept: Uint8Array) => unpack(kept)?.plain

test.each([[1_000_000], [70_000], [32_768], [32_769]])('%i bytes come back whole, too', (length) => {
  for (const bytes of [dense(length), Buffer.alloc(length, 'x')])
    expect(bytes.equals(plainOf(pack(bytes, 'body').kept) ?? Buffer.alloc(0))).toBe(true)
})

describe.each(packings)('what is packed as a %s', (as) => {
  test.prop([fc.uint8Array({ maxLength: 5_000 })])('comes back byte for byte', (bytes) => {
    const { kept } = pack(bytes, as)
    expect(plainOf(kept)).toEqual(Buffer.from(bytes))
  })

  test('and damaged at any byte is not taken for anything else', () => {
    const bytes = Buffer.from(JSON.stringify(aSale()))
    const { kept } = pack(bytes, as)
    for (let first = 0; first < 256; first += 1)
      if (first !== kept[0])
        expect(plainOf(Buffer.from([first, ...kept.subarray(1)])), `begins with ${first}`).toBeUndefined()
    for (let at = 1; at < kept.length; at += 1) {
      const damaged = Buffer.from(kept)
      damaged[at] = (damaged[at] ?? 0) ^ 0x04
      // The last bits of the last byte mean nothing.
      expect([undefined, bytes.toString()], `byte ${at}`).toContain(plainOf(damaged)?.toString())
      if (at < 5) expect(plainOf(damaged)).toBeUndefined()
    }
    for (let length = 1; length < kept.length; length += 1) expect(plainOf(kept.subarray(0, length))).toBeUndefined()
  })
})

test('in a rush a body is kept as it came, and its damage is told as well', () => {
  const bytes = Buffer.from('{"SALE_CODE":"0001"}')
  const { kept } = packUnlessBody(bytes, 'body')
  expect([Buffer.from(kept.subarray(5)), plainOf(kept)]).toEqual([bytes, bytes])
  expect(plainOf(Buffer.from(kept).fill('2', 20, 21))).toBeUndefined()
  expect(packUnlessBody(bytes, 'document')).toEqual(pack(bytes, 'document'))
})

test('what was packed once is read for ever: the packings and their texts are what they were', () => {
  const digests = packings.map((as) => hash('sha256', dictionaries[as]))
  expect(digests).toEqual([
    '60d18f8d204f489d4ee0bf17978ed20906a44a269409aac7c254cfab8647f570',
    'edc952c082f44e1cd4ee1f18b5a9c171b4a079dc0a9f9596ab61b6e4f2b6305d',
  ])
  const kept = ['01e864fd58c3c84a2eaebefe48b1165b0b00', '02220752fcabc6359ce1a70b6d200300']
  const texts = kept.map((hex) => plainOf(Buffer.from(hex, 'hex'))?.toString())
  expect(texts).toEqual(['{"COMPANY_CODE":"DEMO","LINES":[]}', '{"Invoice":[{"ID":[{"_":"N-1"}]}]}'])
})

test('a sale of eight lines takes less than a quarter of its room, and its document less than an eighth (RD4)', () => {
  const goods = ['Kopi O', 'Roti bakar', 'Beras 5 kg', 'Teh tarik', 'Sabun', 'Minyak masak 2 kg', 'Gula', 'Garam']
  const lines = goods.map((DESCRIPTION, at) => aLine({ DESCRIPTION, UNIT_PRICE: (at * 7 + 13) / 10 }))
  const body = aSale({ LINES: lines })
  const bytes = Buffer.from(JSON.stringify(body))
  expect(pack(bytes, 'body').kept.length).toBeLessThan(bytes.length / 4)
  const text = ublDocument(
    {
      identity: { family: 'sale', kind: 'invoice', saleGuid: 'sale', documentNumber: 'KLCC-T1-S1-0001' },
      body,
      sale: checkedSale(body),
      company: demoCompanyAt(noon).profile,
      originals: [],
      isForGeneralPublic: false,
      issueTime: noon,
    },
    '1.0',
  )
  const document = Buffer.from(text)
  expect(pack(document, 'document').kept.length).toBeLessThan(document.length / 8)
})
