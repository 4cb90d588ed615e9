import { describe, expect, test } from 'vitest'
import {
  decimal,
  derTag,
  elementsIn,
  MalformedDer,
  objectIdentifier,
  required,
  stringOf,
} from '../../../electron/gateway/authority/myinvois/sign/der.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const ofContent = (hex: string, tag = 0) => ({ tag, content: bytes(hex) })
const shown = (hex: string) =>
  elementsIn(bytes(hex)).map(({ tag, content }) => [tag, Buffer.from(content).toString('hex')])

describe('elementsIn', () => {
  test('finds every element that stands in some bytes, empty ones too', () => {
    expect(shown('02 01 05  04 00  30 02 aa bb')).toEqual([
      [0x02, '05'],
      [derTag.octetString, ''],
      [derTag.sequence, 'aabb'],
    ])
    expect(shown('')).toEqual([])
  })

  test.each([
    ['7f', 0x7f],
    ['81 80', 0x80],
    ['82 01 02', 0x102],
    ['83 01 00 00', 0x1_0000],
    ['84 00 00 00 03', 3],
  ])('reads the length %s', (length, expected) => {
    const [element, ...rest] = elementsIn(Buffer.concat([bytes(`04 ${length}`), Buffer.alloc(expected, 7)]))
    expect(element?.content).toEqual(Buffer.alloc(expected, 7))
    expect(rest).toEqual([])
  })

  test.each([
    ['an element longer than what holds it', '04 02 aa', 'an element is longer than what holds it'],
    ['a tag alone', '04 00 04', 'an element has no length'],
    ['the indefinite length, which DER forbids', '04 80 00 00', 'a length cannot be read'],
    ['a length of five bytes', '04 85 00 00 00 00 01 aa', 'a length cannot be read'],
    ['half a length', '04 82 00', 'a length cannot be read'],
  ])('refuses %s', (_, hex, message) => {
    expect(() => elementsIn(bytes(hex))).toThrow(new MalformedDer(message))
  })
})

test('an element is asked for by its kind, or by being there at all', () => {
  const element = ofContent('05', derTag.octetString)
  expect(required(element)).toBe(element)
  expect(required(element, derTag.octetString)).toBe(element)
  expect(() => required(element, derTag.sequence)).toThrow(new MalformedDer('an element is missing'))
  expect(() => required(undefined)).toThrow(MalformedDer)
})

test.each([
  ['55 04 61', '2.5.4.97'],
  ['2a 86 48 86 f7 0d 01 09 01', '1.2.840.113549.1.9.1'],
  ['09 92 26 89 93 f2 2c 64 01 19', '0.9.2342.19200300.100.1.25'],
  ['4f 01', '1.39.1'],
  ['50 01', '2.0.1'],
  ['88 37', '2.999'],
])('the object identifier %s is %s', (hex, dotted) => {
  expect(objectIdentifier(ofContent(hex))).toBe(dotted)
})

test.each([
  ['7f', '127'],
  ['00 ff', '255'],
  ['ff', '-1'],
  ['80', '-128'],
  ['40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01', `${64n * 256n ** 19n + 1n}`],
])('the integer %s is %s', (hex, number) => {
  expect(decimal(ofContent(hex))).toBe(number)
})

test.each([
  ['BMPString', '00 e9 83 36', derTag.bmpString, 'é茶'],
  ['TeletexString', 'e9', derTag.teletexString, 'é'],
  ['UTF8String', 'c3 a9 e8 8c b6', 0x0c, 'é茶'],
  ['PrintableString', '4d 59', 0x13, 'MY'],
])('text in a %s', (_, hex, tag, text) => {
  expect(stringOf(ofContent(hex, tag))).toBe(text)
})
