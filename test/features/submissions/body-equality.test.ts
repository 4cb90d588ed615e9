import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { firstDifference } from '../../../electron/gateway/features/submissions/recall.ts'
import { parseJsonText } from '../../../electron/gateway/http/json-text.ts'
import { saleSchemas } from '../../../shared/document/sale.ts'

interface Described {
  readonly $defs?: Readonly<Record<string, { readonly decimalPlaces?: number }>>
}

/** The names of all fields in a schema, and whether each is an amount. */
function fieldsOf(schema: z.ZodType): ReadonlyMap<string, boolean> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  const amounts = Object.entries(described.$defs ?? {}).filter(([, { decimalPlaces }]) => decimalPlaces !== undefined)
  const marks = ['"decimalPlaces"', ...amounts.map(([id]) => `"#/$defs/${id}"`)]
  const found = new Map<string, boolean>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { properties = {} } = part as { readonly properties?: object }
    for (const [name, field] of Object.entries(properties)) {
      const text = JSON.stringify(field)
      found.set(
        name,
        found.get(name) === true || (!text.includes('"properties"') && marks.some((mark) => text.includes(mark))),
      )
    }
    for (const inner of Object.values(part)) look(inner)
  }
  look(described)
  return found
}

const fields = new Map(
  Object.values(saleSchemas)
    .flatMap((kinds): readonly z.ZodType[] => Object.values(kinds))
    .flatMap((schema) => [...fieldsOf(schema)]),
)
const areBodiesEqual = (one: object, other: object) => firstDifference(one, other) === null
const parse = (text: string) => parseJsonText(Buffer.from(text)) as object
const isSameText = (one: string, other: string) => areBodiesEqual(parse(one), parse(other))

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean())
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
  ),
})).value
const body = fc.dictionary(fc.string(), value, { noNullPrototype: true })

/** The same value with the keys of all objects in reverse order. */
function turned(any: unknown): unknown {
  if (Array.isArray(any)) return any.map(turned)
  if (typeof any !== 'object' || any === null) return any
  return Object.fromEntries(
    Object.entries(any)
      .toReversed()
      .map(([key, member]) => [key, turned(member)]),
  )
}

test('the first field that differs is named, in the order of the body that came', () => {
  const kept = { OUTLET_NAME: 'KLCC', LINES: [{ QUANTITY: '2' }, { QUANTITY: '1', TAXES: [{ RATE: 6 }] }] }
  const [first, second] = kept.LINES
  expect(firstDifference({ ...kept, LINES: [first, { ...second, TAXES: [{ RATE: 8 }] }] }, kept)).toEqual([
    'LINES',
    '1',
    'TAXES',
    '0',
    'RATE',
  ])
  expect(firstDifference({ ...kept, LINES: [first] }, kept)).toEqual(['LINES', '1'])
  expect(firstDifference({ LINES: kept.LINES }, kept)).toEqual(['OUTLET_NAME'])
})

describe('the same body', () => {
  test.prop([body])('is one that differs in the order of keys and in SALE_GUID only', (one) => {
    expect(areBodiesEqual(one, turned(one) as object)).toBe(true)
    expect(areBodiesEqual(one, { ...one, SALE_GUID: 'x' })).toBe(true)
  })

  test('is one whose parties are spelled otherwise, and not one with another party', () => {
    const party = { TIN: 'IG20304050607', ID_TYPE: 'NRIC', ID_NUMBER: '880101145566' }
    const spelled = { TIN: 'ig20304050607', ID_TYPE: 'Nric', ID_NUMBER: '880101-14-5566' }
    expect(areBodiesEqual({ BUYER: party }, { BUYER: spelled })).toBe(true)
    expect(areBodiesEqual({ BUYER: party }, { BUYER: { ...spelled, TIN: 'ig20304050608' } })).toBe(false)
    expect(areBodiesEqual({ BUYER: { ...party, ID_TYPE: 'BRN' } }, { BUYER: { ...spelled, ID_TYPE: 'brn' } })).toBe(
      false,
    )
    expect(areBodiesEqual({ EXTRA: party }, { EXTRA: spelled })).toBe(false)
  })

  test('is one whose texts and telephone numbers are typed otherwise, but for the till’s own', () => {
    const sale = (DESCRIPTION: string, PHONE: string) => ({ LINES: [{ DESCRIPTION }], BUYER: { PHONE } })
    const typed = sale(' Kopi\nO ', '+60 12-345 6789')
    expect(areBodiesEqual(sale('Kopi O', '+60123456789'), typed)).toBe(true)
    expect(areBodiesEqual(sale('KopiO', '+60123456789'), typed)).toBe(false)
    expect(areBodiesEqual({ EXTRA: ['a '] }, { EXTRA: ['a'] })).toBe(false)
  })

  test.prop([body, body])('is so whichever is asked about the other', (one, other) => {
    expect(areBodiesEqual(one, other)).toBe(areBodiesEqual(other, one))
  })

  test.prop([body, fc.string().filter((key) => key !== 'SALE_GUID' && key !== '__proto__'), scalar])(
    'is not one with something more',
    (one, key, more) => {
      fc.pre(!Object.hasOwn(one, key))
      expect(areBodiesEqual(one, { ...one, [key]: more })).toBe(false)
      expect(areBodiesEqual(one, { ...one, [key]: null })).toBe(true)
    },
  )

  test.each([
    ['{"A":1.10}', '{ "A" : 1.1 }', true],
    ['{"A":1e2}', '{"A":100}', true],
    ['{"A":-0}', '{"A":0}', true],
    ['{"A":1.10000000000000000000}', '{"A":1.1}', true],
    ['{"A":1234567890123.12345}', '{"A":1234567890123.12346}', false],
    ['{"A":1234567890123.12345}', '{"A":1234567890123.1234500}', true],
    ['{"A":12345678901234567}', '{"A":1.2345678901234567e16}', true],
    ['{"A":12345678901234567}', '{"A":"12345678901234567"}', false],
    ['{"A":12345678901234567}', '{"A":12345678901234568}', false],
    ['{"A":12345678901234567}', '{"A":{}}', false],
    ['{"A":"\\u0041"}', '{"A":"A"}', true],
    ['{"A":1}', '{"A":"1"}', false],
    ['{"A":[1,2]}', '{"A":[2,1]}', false],
    ['{"A":[1]}', '{"A":[1,null]}', false],
    ['{"A":[]}', '{"A":{}}', false],
    ['{"A":{}}', '{"A":null}', false],
    ['{"A":{"B":null}}', '{"A":{}}', true],
    ['{"LINES":[{"A":null,"B":1}]}', '{"LINES":[{"B":1}]}', true],
    ['{"EXTRA":null}', '{}', true],
    ['{"EXTRA":{"x":null}}', '{"EXTRA":{}}', false],
    ['{"EXTRA":{"x":[{"y":null}]}}', '{"EXTRA":{"x":[{}]}}', false],
    ['{"EXTRA":{"x":null,"y":1}}', '{"EXTRA":{"y":1,"x":null}}', true],
    ['{"A":false}', '{}', false],
    ['{"A":""}', '{}', false],
    ['{"__proto__":1}', '{}', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameText(one, other)).toBe(isSame)
    expect(isSameText(other, one)).toBe(isSame)
  })

  test.each([
    ['UNIT_PRICE', '"3.50"', '3.5'],
    ['AMOUNT', '"3.50"', '"3.5"'],
    ['TOTAL_PAYABLE', '100', '"1e2"'],
    ['EXCHANGE_RATE', '3.45000000000000000001', '"3.45000000000000000001"'],
  ])('an amount is the same as a number and as a text: %s', (name, one, other) => {
    expect(isSameText(`{"${name}":${one}}`, `{"${name}":${other}}`)).toBe(true)
    expect(isSameText(`{"${name}":${one}}`, `{"${name}":"3.51"}`)).toBe(false)
  })

  test.each([
    ['SALE_CODE', '"01"', '"1"'],
    ['DESCRIPTION', '"3.50"', '"3.5"'],
    ['EXTRA', '{"AMOUNT":"3.50"}', '{"AMOUNT":3.5}'],
  ])('a text that looks like an amount is a text: %s', (name, one, other) => {
    expect(isSameText(`{"${name}":${one}}`, `{"${name}":${other}}`)).toBe(false)
  })

  test('every amount of the schemas is compared by its value, and no other field', () => {
    const amounts = [...fields].filter(([, isAmount]) => isAmount)
    expect(amounts.length).toBeGreaterThan(12)
    const wrong = [...fields].filter(
      ([name, isAmount]) => areBodiesEqual({ LINES: [{ [name]: '3.50' }] }, { LINES: [{ [name]: 3.5 }] }) !== isAmount,
    )
    expect(wrong).toEqual([])
  })
})
