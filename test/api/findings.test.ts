import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultsOfIssues } from '../../shared/api/faults.ts'
import { jsonPointerOf, toDomainNames, wirePointerOf } from '../../shared/document/fields.ts'
import { aSale, readSale } from '../support/sales.ts'

describe('pointers', () => {
  test('are RFC 6901', () => {
    expect(jsonPointerOf(['a/b', 'c~d', 0, ''])).toBe('/a~1b/c~0d/0/')
    expect(jsonPointerOf([])).toBe('')
  })

  test('name a place in the body by the names the till used', () => {
    expect(wirePointerOf(['lines', 0, 'totalExcludingTax'])).toBe('/LINES/0/TOTAL_EXCLUDING_TAX')
  })

  test('lead back to the very field, for every field of a sale', () => {
    const walk = (wire: unknown, domain: unknown, path: (string | number)[]): void => {
      if (
        typeof wire !== 'object' ||
        wire === null ||
        (domain !== null && typeof domain === 'object' && 'toFixed' in domain)
      )
        return
      const names = Object.keys(domain as object)
      expect(names.map((name) => wirePointerOf([name]).slice(1)).sort()).toEqual(Object.keys(wire).sort())
      for (const name of names) {
        const key = wirePointerOf([name]).slice(1)
        walk((wire as Record<string, unknown>)[key], (domain as Record<string, unknown>)[name], [...path, name])
      }
    }
    const body = aSale({ PREPAID: { AMOUNT: 1 }, BILLING_PERIOD: { FREQUENCY: 'Monthly' } })
    walk(body, readSale(body), [])
  })
})

describe('names', () => {
  test('become the domain’s on the way in, without what is null, and EXTRA as it is', () => {
    const wire = { SALE_CODE: '1', BUYER: null, LINES: [{ UNIT_CODE: 'C62' }], EXTRA: { MY_KEY: null } }
    expect(toDomainNames(wire)).toEqual({ saleCode: '1', lines: [{ unitCode: 'C62' }], extra: { MY_KEY: null } })
  })
})

describe('what a schema says', () => {
  const schema = z.strictObject({ A: z.string(), B: z.strictObject({ C: z.number() }) })
  const entriesFor = (body: unknown) => faultsOfIssues(schema.safeParse(body).error?.issues ?? [], body)

  test('becomes one entry for each fault', () => {
    expect(entriesFor({ A: 1, B: { C: null, D: 1, E: 2 } })).toEqual([
      { pointer: '/A', code: 'wrong_type' },
      { pointer: '/B/C', code: 'required' },
      { pointer: '/B/D', code: 'unknown_field' },
      { pointer: '/B/E', code: 'unknown_field' },
    ])
  })
})
