import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  daySchema,
  epochMsSchema,
  guidSchema,
  isGuid,
  keyText,
  text,
  utf8LengthOf,
} from '../../shared/document/fields.ts'
import { graphemes } from '../support/any-text.ts'

const saidBy = (
  schema: { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('a GUID', () => {
  const hex = fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 32, maxLength: 32 })
    .map((d) => d.join(''))
  const form = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

  test.prop([hex.filter((digits) => !/^(0+|f+)$/i.test(digits))])(
    'of any variant and case is kept in lower case (IN11, IN12)',
    (digits) => {
      expect(guidSchema.parse(form(digits))).toBe(form(digits).toLowerCase())
    },
  )

  test.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '5e1f000000004000800000000000000a',
    '{5e1f0000-0000-4000-8000-00000000000a}',
    'urn:uuid:5e1f0000-0000-4000-8000-00000000000a',
    ' 5e1f0000-0000-4000-8000-00000000000a',
    '5e1f0000-0000-4000-8000-00000000000a\n',
    '5e1f0000-0000-4000-8000-00000000000ab',
    '5e1f0000-0000-4000-8000-00000000000а',
    '',
  ])('%j is none (IN11)', (value) => {
    expect(isGuid(value)).toBe(false)
    expect(saidBy(guidSchema, value)).toEqual(['bad_guid'])
  })
})

describe('a part of the business key', () => {
  test.each([
    'KLCC',
    'Kedai Kopi №1',
    '吉隆坡',
    'Café',
    "O'Brien; --",
    '50% off',
    '😀'.repeat(100),
    'خانه',
    'ก๊วยเตี๋ยว',
    'é'.normalize('NFC'),
  ])('%s is one', (value) => expect(keyText().parse(value)).toBe(value))

  test.each([
    ['a\u200bb', 'bad_text'],
    ['\ufeffKLCC', 'bad_text'],
    ['a\u202eb', 'bad_text'],
    ['a\u2066b', 'bad_text'],
    ['a\u034fb', 'bad_text'],
    ['a\ufe0fb', 'bad_text'],
    ['a\u3164b', 'bad_text'],
    ['a\u{e0041}b', 'bad_text'],
    ['a\u2028b', 'bad_text'],
    ['a\ufffab', 'bad_text'],
    ['a\u00adb', 'bad_text'],
    ['a\u0000b', 'bad_text'],
    ['a\u0085b', 'bad_text'],
    ['a\tb', 'bad_text'],
    [' KLCC', 'bad_text'],
    ['KLCC ', 'bad_text'],
    ['KLCC\u00a0', 'bad_text'],
    ['e\u0301', 'bad_text'],
    ['', 'too_short'],
    ['x'.repeat(101), 'too_long'],
    ['😀'.repeat(101), 'too_long'],
  ])('%j is %s (IN18, IN19, IN20, IN21)', (value, code) => {
    expect(saidBy(keyText(), value)).toContain(code)
  })

  test.prop([fc.string({ unit: 'binary', minLength: 1, maxLength: 100 })])(
    'is never changed: taken as it is or refused (IN20, IN21)',
    (value) => {
      const parsed = keyText().safeParse(value)
      if (parsed.success) expect(parsed.data).toBe(value)
      if (parsed.success) expect(value.normalize('NFC')).toBe(value)
    },
  )
})

describe('words for people', () => {
  test.each([
    ['x', []],
    [' 两 it’s ', []],
    ['   ', ['too_short']],
    ['a\u0007', ['control_characters']],
    ['a\u2028b', ['control_characters']],
    ['\u2029', ['control_characters']],
    [` \t${'x'.repeat(10)}\r\n`, []],
    ['12345678901', ['too_long']],
    ['😀'.repeat(5), []],
    // A person sees six characters; in UTF-16, which the authority may count, they are twelve.
    ['😀'.repeat(6), ['too_long']],
  ])('%j', (value, codes) => expect(saidBy(text(10), value)).toEqual(codes))

  test.each([
    ['  Kopi  ', 'Kopi'],
    ['Kopi\r\nO\tais\n', 'Kopi O ais'],
    ['\u00a0两  杯\u3000', '两  杯'],
    ['Nasi lemak', 'Nasi lemak'],
  ])('%j is kept as %j', (given, kept) => expect(text(20).parse(given)).toBe(kept))

  test.prop([graphemes])('are measured in UTF-8 as they are sent', (value) => {
    expect(utf8LengthOf(value)).toBe(Buffer.byteLength(value))
  })
})

describe('a time', () => {
  test.each([
    ['2026-11-20T12:05:06+08:00', Date.UTC(2026, 10, 20, 4, 5, 6)],
    ['2026-11-20T12:05:06Z', Date.UTC(2026, 10, 20, 12, 5, 6)],
    ['2026-11-20T12:05:06.789Z', Date.UTC(2026, 10, 20, 12, 5, 6, 789)],
    ['2024-02-29T00:00:00-03:30', Date.UTC(2024, 1, 29, 3, 30)],
    ['2026-11-20T12:05:06-00:00', Date.UTC(2026, 10, 20, 12, 5, 6)],
    ['2026-11-20t12:05:06z', Date.UTC(2026, 10, 20, 12, 5, 6)],
    ['2026-11-20t12:05:06.5+08:00', Date.UTC(2026, 10, 20, 4, 5, 6, 500)],
    ['2026-11-20T12:05:06.78999999999999999999Z', Date.UTC(2026, 10, 20, 12, 5, 6, 789)],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['1990-12-31T15:59:60.25-08:00', Date.UTC(1991, 0, 1, 0, 0, 0, 250)],
    ['1999-02-28T00:00:00Z', Date.UTC(1999, 1, 28)],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])('%s is read with its offset', (value, at) => expect(epochMsSchema.parse(value)).toBe(at))

  test.each([
    '2026-11-20T12:05:06',
    '2026-11-20 12:05:06Z',
    '2026-02-30T12:05:06Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:05:60Z',
    '2026-11-30T23:59:60+08:00',
    '2026-11-20T12:05:61Z',
    '2026-11-20T12:05:06.Z',
    '0000-12-31T00:00:00Z',
    // In UTC, in which answers are written, these two are outside the years of four digits.
    '0001-01-01T00:00:00+08:00',
    '9999-12-31T23:59:59-08:00',
    '9999-12-31T23:59:60Z',
    '2026-11-20T12:05:06+24:00',
    '2026-11-20',
  ])('%s is none', (value) => expect(saidBy(epochMsSchema, value)).toEqual(['bad_instant']))

  test('a day is a real one', () => {
    expect(daySchema.parse('2026-11-20')).toBe('2026-11-20')
    expect(saidBy(daySchema, '2026-02-30')).toEqual(['bad_day'])
  })
})
