import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import type { EndpointRow } from '../../shared/api/axes.ts'
import { catalogue } from '../../shared/api/catalogue.ts'
import { operator } from '../../shared/api/operator.ts'
import { misfit, quickRead } from '../../shared/api/quick-read.ts'
import { saleDocuments } from '../../shared/api/shapes/sale-document.ts'
import { aLine, aNote, aParty, aSale, aSelfBilled, aTax } from '../support/sales.ts'

/** What the quick reading makes of a value has to be what zod makes of it, to the order of its members. */
function isReadAlike(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value)
  const read = quickRead(schema)(value)
  expect(read).toEqual(parsed.success ? parsed.data : misfit)
  expect(JSON.stringify(read)).toBe(JSON.stringify(parsed.data))
}

const guid = 'aaaaaaaa-0000-4000-8000-000000000000'
const texts = ['', ' ', 'A', 'NA', '022', '2', '12.50', '-0.05', '1e3', '2026-11-20', '2026-11-20T12:00:00.000Z', guid]
const tins = ['C25845632020', 'IG845462070', 'EI00000000010', '+60387654321', 'a@shop.example', 'sale', 'invoice']
const plain = fc.constantFrom<unknown>(...texts, ...tins, 0, 1, -1, 2.5, 212, true, false, null, Number.NaN, [], {})

/** Values for a schema: most fit, and anything may stand anywhere. */
function valuesFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const members = fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, valuesFor(member)])),
        { requiredKeys: Object.keys(def.shape).filter((name) => def.shape[name]?._zod.optin === undefined) },
      )
      const strange = fc.tuple(members, fc.constantFrom('COLOUR', '__proto__', 'toString'), plain)
      const more = strange.map(([given, name, value]) => ({ ...given, ...Object.fromEntries([[name, value]]) }))
      return mostly(members, fc.oneof(more, plain))
    }
    case 'array':
      return mostly(fc.array(valuesFor(def.element), { minLength: 1, maxLength: 3 }), plain)
    case 'optional':
    case 'nullable':
      return mostly(valuesFor(def.innerType), fc.constantFrom(undefined, null))
    case 'union':
      return fc.oneof(...def.options.map(valuesFor))
    default:
      return mostly(fitting(schema), plain)
  }
}

const mostly = (usual: fc.Arbitrary<unknown>, rare: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: rare })

function fitting(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const values = [...(schema._zod.values ?? []), ...texts, ...tins, 1, 2.5, true, null, {}]
  const fit = values.filter((value) => z.safeParse(schema, value).success)
  return fit.length > 0 ? fc.constantFrom(...fit) : plain
}

const rows: readonly Pick<EndpointRow, 'summary' | 'body' | 'answers'>[] = [...catalogue, ...Object.values(operator)]
const named = rows.flatMap(({ summary, body, answers }) => [
  [`the body of “${summary}”`, body] as const,
  ...Object.entries(answers).map(([status, schema]) => [`the ${status} of “${summary}”`, schema] as const),
])
const schemas = new Map(named.flatMap(([name, schema]) => (schema instanceof z.ZodType ? [[schema, name]] : [])))

describe('whatever is said is read as zod reads it', () => {
  test('there are many schemas to try', () => {
    expect(schemas.size).toBeGreaterThan(60)
  })

  test.each([...schemas].map(([schema, name]) => [name, schema] as const))('%s', (_, schema) => {
    fc.assert(fc.property(valuesFor(schema), (value) => isReadAlike(schema, value)))
  })
})

describe('what tills send is read quickly', () => {
  const full = { BUYER: aParty(), LINES: [aLine({ TAXES: [aTax({ AMOUNT: '0.42' }), aTax()] })], EXTRA: { a: [1] } }

  test.each([
    ['an invoice', saleDocuments.sale.invoice, aSale({ ...full, TOTALS: { TOTAL_PAYABLE: 7.42 } })],
    ['a note', saleDocuments.sale.credit_note, aNote(full)],
    ['a self-billed invoice', saleDocuments.self_billed.invoice, aSelfBilled()],
  ])('%s', (_, schema: z.ZodType, body) => {
    expect(quickRead(schema)(body)).not.toBe(misfit)
    isReadAlike(schema, body)
  })
})
