import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseJsonText } from '../../electron/gateway/http/json-text.ts'
import { isLongNumber, type LongNumber } from '../../shared/document/amount.ts'
import { anyCharacters, graphemes } from '../support/any-text.ts'
import { processorMs } from '../support/processor-ms.ts'
import { faultOf } from '../support/requests.ts'

const parse = (text: string) => parseJsonText(Buffer.from(text))
const faultIn = (text: string | Uint8Array) => faultOf(() => parseJsonText(Buffer.from(text)))

const plainNumber = fc.oneof(
  fc.integer(),
  fc.integer({ min: -999_999, max: 999_999 }).map((n) => n / 100),
)
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    graphemes,
    plainNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(graphemes, tie('value'), { noNullPrototype: true }),
  ),
})).value
const object = fc.dictionary(graphemes, json, { noNullPrototype: true })

describe('JSON that is fine', () => {
  test.prop([object, fc.constantFrom(undefined, 1, '\t')])(
    'reads as JSON.parse reads it, however it is spaced',
    (value, space) => {
      const text = JSON.stringify(value, null, space)
      expect(parse(text)).toEqual(JSON.parse(text))
    },
  )

  test('may have the same key in different objects, and strings that look like keys', () => {
    const text = '{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":"a\\":1,\\"a","d":["a","a"],"":0}'
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  test('pollutes nothing by its keys (IN7)', () => {
    const value = parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('a key that appears twice', () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"\\u0061":1,"a":2}',
    '{"a" :1,"b":{"c":[1,{"x":1}]},"a"\n\t:2}',
    '{"x":{"a":1,"b":2,"a":3}}',
    '{"x":[{"a":1,"a":2}]}',
    '{"a/b":1,"a\\/b":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"😀":1,"\\ud83d\\ude00":2}',
    '{"":1,"":2}',
  ])('is refused: %s (IN3)', (text) => expect(faultIn(text)).toBe('duplicate_key'))

  test.prop([graphemes, object])('is found however it is escaped (IN3)', (key, value) => {
    const escaped = [...key]
      .flatMap((c) => c.split(''))
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    const rest = JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))).slice(1, -1)
    const text = `{${JSON.stringify(key)}:1${rest && `,${rest}`},"${escaped.join('')}":2}`
    expect(faultIn(text)).toBe('duplicate_key')
  })
})

describe('what is not JSON', () => {
  test.each([
    '',
    ' ',
    '{',
    '}',
    '{"a":1',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":1.}',
    '{"a":1}{"b":2}',
    '{"a":1}//',
    '/**/{"a":1}',
    '\ufeff{"a":1}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":"unclosed}',
    '{"a":"\\u12"}',
    '{"a":1]',
    '{"a":--1}',
  ])('is malformed: %j (IN1)', (text) => expect(faultIn(text)).toBe('malformed_json'))

  test.each(['[]', '[{}]', '"text"', '1', 'true', 'null'])('%s is JSON, and for the schema to refuse', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  test.prop([anyCharacters])('never ends in anything but a value or a fault of ours', (text) => {
    expect([null, 'malformed_json', 'duplicate_key', 'bad_encoding', 'too_deep']).toContain(faultIn(text))
  })
})

describe('bytes that are not UTF-8', () => {
  const around = (...bytes: number[]) => Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])

  test.each([
    ['a stray byte', around(0xff)],
    ['Latin-1', around(0xe9)],
    ['an overlong slash', around(0xc0, 0xaf)],
    ['a surrogate', around(0xed, 0xa0, 0x80)],
    ['beyond Unicode', around(0xf4, 0x90, 0x80, 0x80)],
    ['a cut character', Buffer.from('{"a":"é"}').subarray(0, 7)],
    ['UTF-16', Buffer.from('{"a":1}\u00ff', 'utf16le')],
  ])('are refused: %s (IN2)', (_, bytes) => expect(['bad_encoding', 'malformed_json']).toContain(faultIn(bytes)))

  test.each(['{"a":"\\ud800"}', '{"a":"\\udc00x"}', '{"\\ud800":1}', '{"a":["\\udc00\\ud800"]}'])(
    'and neither are lone surrogates: %s (IN2)',
    (text) => expect(faultIn(text)).toBe('bad_encoding'),
  )
})

describe('numbers', () => {
  test.each([
    ['123456789012345', 123456789012345],
    ['0.000001', 0.000001],
    ['12.72', 12.72],
    ['-0', -0],
  ])('%s arrives as %s', (written, read) => {
    expect(parse(`{"a":[${written}]}`)).toEqual({ a: [read] })
  })

  test.each(['1234567890123.12345', '9007199254740993', '-0.12345678901234567', '1.2345678901234567e3'])(
    '%s, which a float would change, arrives as it was written and is no text',
    (written) => {
      const { a } = parse(`{"a":${written}}`) as { a: unknown }
      expect(isLongNumber(a)).toBe(true)
      expect(JSON.stringify({ a })).toBe(`{"a":"${written}"}`)
    },
  )

  test('keep their value however many zeros they are written with', () => {
    expect(parse('{"a":1.100000000000000000000}')).toEqual({ a: 1.1 })
    expect(parse('{"a":5000000000000000.0}')).toEqual({ a: 5e15 })
  })

  test.prop([fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(8)])('never lose a digit (IN6)', (units, places) => {
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
    const text = `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${places ? `.${digits.slice(-places)}` : ''}`
    const { a } = parse(`{"a":${text}}`) as { a: number | LongNumber }
    const said = typeof a === 'number' ? a.toFixed(places) : a()
    expect(said.replace(/^-(0(?:\.0*)?)$/, '$1')).toBe(text)
  })

  test('inside strings are left alone', () => {
    expect(parse('{"a":"12345678901234567890"}')).toEqual({ a: '12345678901234567890' })
  })
})

describe('limits', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

  test('thirty-two levels are read, one more is too deep, and so are too many parts (IN4)', () => {
    expect(faultIn(nested(32))).toBeNull()
    expect(faultIn(nested(33))).toBe('too_deep')
    expect(faultIn(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).toBeNull()
    expect(faultIn(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)).toBe('too_deep')
    expect(faultIn('['.repeat(1_000_000))).toBe('too_deep')
    expect(faultIn(`{"a":[${'1,'.repeat(50_001)}1]}`)).toBe('too_deep')
  })

  test('depth counts what is open, not what was', () => {
    expect(faultIn(`{"a":[${'[],'.repeat(1000)}[]]}`)).toBeNull()
  })

  test.each([
    ['backslashes', (size: number) => `{"a":"${'\\\\'.repeat(size / 2)}"}`],
    ['escaped quotes', (size: number) => `{"a":"${'\\"'.repeat(size / 2)}"}`],
    ['an open string', (size: number) => `{"a":"${'\\"'.repeat(size / 2)}`],
    ['spaces after a string', (size: number) => `{"a":["x"${' '.repeat(size)}]}`],
    ['digits', (size: number) => `{"a":${'1'.repeat(size)}}`],
    ['zeros inside a number', (size: number) => `{"a":1${'0'.repeat(size)}1}`],
    ['minus signs', (size: number) => `{"a":${'-'.repeat(size)}}`],
    ['short strings', (size: number) => `{"a":[${'"x",'.repeat(Math.min(size / 4, 49_000))}"x"]}`],
  ])('a body of many %s takes time in line with its size (IN4)', async (_, textOf) => {
    const timeOf = (size: number) => {
      const bytes = Buffer.from(textOf(size))
      return processorMs(() => faultOf(() => parseJsonText(bytes)))
    }
    await timeOf(100_000)
    // A quadratic parser needs minutes for a megabyte. The limit only has to tell the two apart.
    expect(await timeOf(1_000_000)).toBeLessThan(2000)
  })
})
