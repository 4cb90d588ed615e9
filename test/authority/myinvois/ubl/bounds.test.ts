import { describe, expect, test } from 'vitest'
import { placesIn } from '../../../support/sales.ts'
import { amounts } from './amount-bounds.ts'
import type { Bound } from './bound.ts'
import { codes, textOf } from './built.ts'
import { formats } from './format-bounds.ts'
import { refusalsOf } from './refusals.ts'
import { textBounds } from './text-bounds.ts'

const table: readonly Bound[] = [...textBounds, ...formats, ...amounts]

const shown = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
const goods = table.flatMap((bound) => bound.good.map((value) => [bound.pointer, shown(value), bound, value] as const))
const bads = table.flatMap((bound) =>
  bound.bad.map(([value, code]) => [`${bound.pointer} ${code}`, shown(value), bound, value] as const),
)

describe('at its bound a field passes here and at the authority', () => {
  test.each(goods)('%s %s', (_pointer, _shown, { put, wish }, value) => {
    const body = put(value)
    expect(placesIn(body, { codes, ...wish })).toEqual([])
    const text = textOf(body, wish)
    expect(refusalsOf(text, JSON.parse(text).Invoice[0].ID[0]._)).toEqual([])
  })
})

describe('one beyond its bound a field is refused at the till, where it stands', () => {
  test.each(bads)('%s as %s', (place, _shown, { put, wish }, value) => {
    expect(placesIn(put(value), { codes, ...wish })).toEqual([place])
  })
})
