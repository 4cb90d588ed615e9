import { expect, test } from 'vitest'
import { attributeOf, nameText } from '../../../electron/gateway/authority/myinvois/sign/certificate-facts.ts'

const commonName = (value: string) => ({ oid: '2.5.4.3', value })

/** Each attribute: its object identifier, and its name in .NET. */
test.each([
  ['2.5.4.3', 'CN'],
  ['2.5.4.5', 'SERIALNUMBER'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'S'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'E'],
  ['2.5.4.97', 'OID.2.5.4.97'],
])('the attribute %s is written %s', (oid, keyword) => {
  expect(nameText([[{ oid, value: 'x' }]])).toBe(`${keyword}=x`)
})

test('a name is written from its end, several attributes of one place side by side', () => {
  const place = [commonName('Ali'), { oid: '2.5.4.5', value: '1' }]
  expect(nameText([[{ oid: '2.5.4.6', value: 'MY' }], place])).toBe('CN=Ali + SERIALNUMBER=1, C=MY')
  expect(nameText([])).toBe('')
})

test.each([
  ['Ali bin Contoh', 'Ali bin Contoh'],
  ['', '""'],
  [' Ali', '" Ali"'],
  ['Ali ', '"Ali "'],
  ['A, B', '"A, B"'],
  ['A+B', '"A+B"'],
  ['A=B', '"A=B"'],
  ['A"B"', '"A""B"""'],
  ['A\nB', '"A\nB"'],
  ['A<B', '"A<B"'],
  ['A>B', '"A>B"'],
  ['#A', '"#A"'],
  ['A;B', '"A;B"'],
])('the value %j is written %j', (value, written) => {
  expect(nameText([[commonName(value)]])).toBe(`CN=${written}`)
})

test('the first value of an attribute counts, without white space around it', () => {
  const name = [[commonName(' Ali ')], [commonName('Abu')], [{ oid: '2.5.4.97', value: '  ' }]]
  expect([attributeOf(name, '2.5.4.3'), attributeOf(name, '2.5.4.97'), attributeOf(name, '2.5.4.5')]).toEqual([
    'Ali',
    null,
    null,
  ])
})
