import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  aggregate,
  attributes,
  elementWithComma,
  flagLeaf,
  leaf,
  leafIfAny,
  listIfAny,
  listOf,
  listOfOne,
  moneyWriter,
  numberLeaf,
} from '../../../../electron/gateway/authority/myinvois/ubl/element.ts'
import { decimalOf } from '../../../../shared/document/decimal.ts'
import { anyCharacters, graphemes } from '../../../support/any-text.ts'

const anyText = fc.oneof(
  anyCharacters,
  graphemes,
  fc.constantFrom('"', '\\', 'tab\tend', '\u0000', '\u001f', '\u007f', '\u2028', '\ud800', '\udfff', '😀', '}]}', ''),
)

describe('an element is written as JSON writes it', () => {
  test.prop([anyText])('with any text for its value', (value) => {
    expect(leaf(value)).toBe(JSON.stringify([{ _: value }]))
    expect(leafIfAny(value)).toBe(leaf(value))
  })

  test.prop([anyText, anyText])('with any text in its attributes', (value, unitCode) => {
    const text = leaf(value, attributes({ unitCode, listID: 'CLASS' }))
    expect(text).toBe(JSON.stringify([{ _: value, unitCode, listID: 'CLASS' }]))
  })

  test.each([true, false])('with %s for its value', (value) => {
    expect(flagLeaf(value)).toBe(JSON.stringify([{ _: value }]))
  })

  test('with the elements in it that are there, in the order given', () => {
    const content = listOfOne({ B: undefined, A: leaf('1'), C: undefined, D: listOf([aggregate({ E: leaf('2') })]) })
    expect(content).toBe(JSON.stringify([{ A: [{ _: '1' }], D: [{ E: [{ _: '2' }] }] }]))
    expect(listOfOne({})).toBe('[{}]')
  })

  test('with as many objects in it as there are, and left out where there are none', () => {
    const two = [aggregate({ A: leaf('1') }), aggregate({ A: leaf('2') })]
    expect(listOf(two)).toBe(JSON.stringify([{ A: [{ _: '1' }] }, { A: [{ _: '2' }] }]))
    expect(listIfAny(two)).toBe(listOf(two))
    expect([listIfAny([]), leafIfAny(undefined)]).toEqual([undefined, undefined])
  })

  test('behind another, where it is there', () => {
    expect(`[{"A":${leaf('1')}${elementWithComma('B', leaf('2'))}${elementWithComma('C', undefined)}}]`).toBe(
      listOfOne({ A: leaf('1'), B: leaf('2') }),
    )
  })
})

test.each([
  ['12.70', '12.7'],
  ['0.0000001', '0.0000001'],
  ['100000000000000000000000.01', '100000000000000000000000.01'],
  ['-0.02', '-0.02'],
])('the number %s is written as %s, with no digit lost and no exponent', (given, written) => {
  const value = decimalOf(given)
  expect(numberLeaf(value)).toBe(`[{"_":${written}}]`)
  expect(numberLeaf(value, attributes({ unitCode: 'C62' }))).toBe(`[{"_":${written},"unitCode":"C62"}]`)
  expect(moneyWriter('MYR')(value)).toBe(`[{"_":${written},"currencyID":"MYR"}]`)
})
