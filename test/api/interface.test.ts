import { describe, expect, test } from 'vitest'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { faults } from '../../shared/api/faults.ts'
import { operatorApi } from '../../shared/api/operator.ts'

/** Copied from interface 4.1. */
const general = [
  'GET /version/',
  'GET /taxauth/classification_code',
  'GET /taxauth/currency_code',
  'GET /taxauth/payment_method',
  'GET /taxauth/tax_type',
  'GET /taxauth/unit_type',
  'POST /taxauth/tin_validation',
  'GET /taxauth/tin_search',
]

/** Copied from interface 4.2. */
const operations = [
  'POST <prefix>/<kind>_submission',
  'GET <prefix>/<kind>_checkstatus/by_guid',
  'GET <prefix>/<kind>_checkstatus/by_submission',
  'POST <prefix>/<kind>_cancellation',
  'POST <prefix>/<kind>_void/by_sale_guid',
  'POST <prefix>/<kind>_void/by_sale_code',
]
const inFamilies = ['/sale', '/self_billed'].flatMap((prefix) =>
  ['invoice', 'credit_note', 'debit_note', 'refund_note'].flatMap((kind) =>
    operations.map((operation) => operation.replace('<prefix>', prefix).replace('<kind>', kind)),
  ),
)

const sorted = (texts: readonly string[]) => texts.toSorted()

describe('the catalogue is the interface', () => {
  test('it has the methods and paths of the interface, these 56 and no others', () => {
    const served = interfaceCatalogue.map(({ method, path }) => `${method} ${path}`)
    expect(served).toHaveLength(56)
    expect(sorted(served)).toEqual(sorted([...general, ...inFamilies]))
  })

  test('no two endpoints have the same name', () => {
    expect(new Set(interfaceCatalogue.map(({ id }) => id)).size).toBe(interfaceCatalogue.length)
  })

  test('an endpoint of the grid is named after its kind, family and operation, and stands under that path', () => {
    const cells = interfaceCatalogue.flatMap(({ id, path, cell }) => (cell ? [{ id, path, cell }] : []))
    expect(cells).toHaveLength(48)
    for (const { id, path, cell } of cells) {
      expect(id).toBe(`${cell.kind}.${cell.family}.${cell.operation}`)
      expect(path.startsWith(`/${cell.family}/${cell.kind}_`)).toBe(true)
    }
  })

  test.each([
    ['by_guid', ['sale_guid']],
    ['by_submission', ['company_guid', 'submission_from', 'submission_to', 'outlet_name']],
  ])('status %s takes its input in headers (interface 4.3)', (path, headers) => {
    const endpoints = interfaceCatalogue.filter((endpoint) => endpoint.path.endsWith(`_checkstatus/${path}`))
    expect(endpoints).toHaveLength(8)
    for (const endpoint of endpoints) expect(Object.keys(endpoint.headers?.shape ?? {})).toEqual(headers)
  })

  test('what is sent has a body and what is asked has none', () => {
    for (const { id, method, body } of interfaceCatalogue)
      expect([id, body !== undefined]).toEqual([id, method === 'POST'])
  })

  test.each([
    [/\/[a-z_]+_submission$(?<!\/by_submission)/, 8, 'submit'],
    [/_checkstatus\/by_guid$/, 8, 'read'],
    [/_checkstatus\/by_submission$/, 8, 'read'],
    [/_cancellation$/, 8, 'cancel'],
    [/_void\/by_sale_guid$/, 8, 'void'],
    [/_void\/by_sale_code$/, 8, 'void'],
    [/^\/taxauth\/tin_/, 2, 'taxpayer'],
    [/^\/taxauth\/(?!tin_)/, 5, 'any'],
    [/^\/version\/$/, 1, 'any'],
  ])('the paths %s, %i of them, need the scope %s (contract 3)', (form, count, scope) => {
    const needed = interfaceCatalogue.filter(({ path }) => form.test(path)).map((endpoint) => endpoint.scope)
    expect(needed).toEqual(Array.from({ length: count }, () => scope))
  })

  test('every error that an endpoint lists exists, once', () => {
    for (const { id, faults: codes } of [
      ...interfaceCatalogue,
      ...Object.entries(operatorApi).map(([id, row]) => ({ id, ...row })),
    ]) {
      expect(
        codes.filter((code) => !Object.hasOwn(faults, code)),
        id,
      ).toEqual([])
      expect(new Set(codes).size, id).toBe(codes.length)
    }
  })
})
