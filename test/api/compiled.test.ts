import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileSchemaOnce } from '../../shared/document/fields.ts'
import { saleSchemas } from '../../shared/document/sale.ts'

const documents = Object.values(saleSchemas).flatMap((kinds) => Object.values(kinds) as z.ZodType[])

test('zod can generate a parser for every document that a till submits', () => {
  expect(documents).toHaveLength(8)
  for (const document of documents) expect(() => z.compile(document, { strict: true })).not.toThrow()
})

test('a parser is generated once for each schema', () => {
  for (const document of documents) expect(compileSchemaOnce(document)).toBe(compileSchemaOnce(document))
})

test('it refuses what the schema refuses, with the same faults', () => {
  const body = { LINES: [{ QUANTITY: 'x', DESCRIPTION: ' ' }], ISSUED_AT: 'never', SUPPLIER: {}, EXTRA: 1 }
  for (const document of documents)
    expect(compileSchemaOnce(document).safeParse(body).error?.issues).toEqual(document.safeParse(body).error?.issues)
})
