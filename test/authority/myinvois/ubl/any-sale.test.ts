import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseAsWritten } from '../../../../electron/gateway/authority/myinvois/sign/read-signature.ts'
import { isInFull } from '../../../support/in-full.ts'
import { placesIn } from '../../../support/sales.ts'
import { anySale, type Draw } from './any-sale.ts'
import { codes, sourceOf, textOf } from './built.ts'
import { refusalsOf } from './refusals.ts'
import { openShop } from './shop.ts'

const isTaken = ({ body, ...cell }: Draw) => placesIn(body, { ...cell, codes }).length === 0

// The type library lacks these: `rawJSON` copies text unchanged, and a reviver gets the text of a number.
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
type Reviver = (this: unknown, name: string, value: unknown, context: { readonly source: string }) => unknown
const keepDigits: Reviver = (_, value, { source }) => (typeof value === 'number' ? rawJson(source) : value)

/** The text, parsed and written again by JSON. */
const rewritten = (text: string): string => JSON.stringify(JSON.parse(text, keepDigits as Parameters<JSON['parse']>[1]))

/** Otherwise a property of accepted sales might hold only because none was accepted. */
test('a good part of all drawn sales is taken, and each fault of the others has its place', () => {
  const drawn = fc.sample(anySale, { numRuns: 300, seed: 20_261_120 })
  expect(drawn.filter(isTaken).length).toBeGreaterThan(60)
  for (const { body, ...cell } of drawn)
    for (const place of placesIn(body, { ...cell, codes })) expect(place).toMatch(/^\/[A-Z0-9_/]+ [a-z_]+$/)
})

describe('what is taken at the till', () => {
  test.prop([anySale.filter(isTaken)], { numRuns: isInFull ? 1_000 : 30 })(
    'is never refused for its structure, fields, codes or currencies',
    ({ body, ...cell }) => {
      const text = textOf(body, cell)
      expect(refusalsOf(text, JSON.parse(text).Invoice[0].ID[0]._)).toEqual([])
    },
  )

  test.prop([anySale.filter(isTaken)], { numRuns: isInFull ? 300 : 20 })(
    'is written as JSON writes the same objects, every digit of its numbers kept',
    ({ body, ...cell }) => {
      const text = textOf(body, cell)
      expect(rewritten(text)).toBe(text)
    },
  )

  test.prop([anySale.filter(isTaken)], { numRuns: isInFull ? 300 : 20 })(
    'is written as it can be signed: without white space or doubled names, its one Invoice last, with no signature yet',
    ({ body, ...cell }) => {
      const text = textOf(body, { ...cell, version: '1.1' })
      const document = JSON.parse(text)
      expect([JSON.stringify(parseAsWritten(text)) === text, text.isWellFormed()]).toEqual([true, true])
      expect(Object.keys(document)).toEqual(['_D', '_A', '_B', 'Invoice'])
      expect(document.Invoice).toHaveLength(1)
      expect(Object.keys(document.Invoice[0])).not.toEqual(expect.arrayContaining(['UBLExtensions']))
      expect(Object.keys(document.Invoice[0])).not.toEqual(expect.arrayContaining(['Signature']))
    },
  )

  test('becomes valid at the authority, where it knows everybody named', async () => {
    const sales = fc.sample(anySale.filter(isTaken), { numRuns: isInFull ? 60 : 25, seed: 20_261_121 })
    const sources = sales.map(({ body, ...cell }, at) => sourceOf(body, { ...cell, number: `INV-${at}` }))
    const known = sources.flatMap(({ sale }) => [sale.buyer, sale.supplier].flatMap((party) => party ?? []))
    const { sendAll } = await openShop(known)
    const faults = (await sendAll(sources)).flatMap(({ says }, at) =>
      says === 'Valid' ? [] : [{ says, sale: sales[at] }],
    )
    // Only the authority checks on which side a general TIN may stand.
    const others = faults.filter(({ says }) => !/ERR405|ERR406/.test(says))
    expect(others).toEqual([])
    expect(faults.length).toBeLessThan(sales.length / 2)
  })
})
