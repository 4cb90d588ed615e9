import { describe, expect, expectTypeOf, test } from 'vitest'
import { exampleDocument } from '../../shared/api/openapi/example-requests.ts'
import { decimalOf } from '../../shared/document/decimal.ts'
import { type DomainNames, jsonPointerOf, toDomainNames, wirePointerOf } from '../../shared/document/fields.ts'
import { type Sale, saleSchemas, type WireSaleDocument } from '../../shared/document/sale.ts'
import { families, kinds } from '../../shared/domain/record.ts'

describe('wire names and domain names', () => {
  test('a parsed body in domain names is a sale: the two descriptions cannot drift apart', () => {
    expectTypeOf<DomainNames<WireSaleDocument>>().toExtend<Sale>()
    const sale: Sale = toDomainNames(saleSchemas.sale.invoice.parse(exampleDocument('invoice', 'sale')))
    expect(sale).toMatchObject({ companyCode: 'DEMO', buyer: { idType: 'BRN', address: { stateCode: '10' } } })
    expect(sale.lines[0]?.unitPrice.toFixed(2)).toBe('3.50')
  })

  test('null and absent are the same: neither is there afterwards', () => {
    expect(toDomainNames({ SALE_GUID: null, BUYER: { EMAIL: null, NAME: 'A' }, LINES: undefined })).toEqual({
      buyer: { name: 'A' },
    })
  })

  test('decimals stay decimals, and the till’s own EXTRA keeps its names and its nulls', () => {
    const amount = decimalOf('12.72')
    const extra = { TABLE_NO: 7, guests: null, Inner: { A_B: 1 } }
    const translated = toDomainNames({ TOTALS: { TOTAL_PAYABLE: amount }, EXTRA: extra })
    expect(translated.totals.totalPayable).toBe(amount)
    expect(translated.extra).toBe(extra)
  })

  test('every field of every body can be found again by the pointer of its domain name', () => {
    for (const family of families)
      for (const kind of kinds) {
        const body = exampleDocument(kind, family)
        const found = pathsOf(toDomainNames(body)).map((path) => wirePointerOf(path))
        expect(found).toEqual(pathsOf(body).map((path) => jsonPointerOf(path)))
      }
  })

  test.each([
    [['lines', 2, 'taxes', 0, 'perUnitAmount'], '/LINES/2/TAXES/0/PER_UNIT_AMOUNT'],
    [['buyer', 'address', 'countryCode'], '/BUYER/ADDRESS/COUNTRY_CODE'],
    [['consolidate'], '/CONSOLIDATE'],
    [[], ''],
  ])('%j points at %s', (path, pointer) => {
    expect(wirePointerOf(path)).toBe(pointer)
  })

  test('a customs form keeps its figures, whatever its name is made of', () => {
    const translated = toDomainNames({ CUSTOMS: { FORM_1_9: ['a'], FORM_2: ['b'] } })
    expect(Object.keys(translated.customs)).toEqual(['form19', 'form2'])
  })

  test('slashes and tildes in unknown names are escaped (RFC 6901)', () => {
    expect(jsonPointerOf(['EXTRA', 'a/b', 'c~d', 0])).toBe('/EXTRA/a~1b/c~0d/0')
  })
})

type Path = (string | number)[]

/** The paths of all values, also of objects and lists, in order. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [at, ...steps.flatMap((step) => pathsOf((value as Record<string | number, unknown>)[step], [...at, step]))]
}
