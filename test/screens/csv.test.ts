import { describe, expect, test } from 'vitest'
import { csvOf } from '../../renderer/parts/csv.ts'
import { csvCell } from '../../shared/api/export-table.ts'

const formulas = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'].map((mark) => `${mark}cmd|A1`)

describe('a cell', () => {
  test.each(formulas)('that begins like a formula is none: %j (UI14)', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  })

  test.each(['Kopi O', 'A=B', '陈记', '５＋５', ' -', '-5.00'])('that is none stays as it is: %j', (text) => {
    expect(csvCell(text)).toBe(text)
  })
})

test('a list saved by a screen is made of such cells, and says that it is UTF-8', () => {
  expect(csvOf([['=1', 'a,b'], ['陈']])).toBe('\u{feff}\'=1,"a,b"\r\n陈\r\n')
})

test('what follows a semicolon is no formula either, where that separates cells (UI14)', () => {
  for (const text of ['a;=cmd', 'a;+1', 'x; @sum', 'x;"=cmd"', 'a;b;-1'])
    expect(csvCell(text)).not.toMatch(/;[\s"]*[=+\-@]/)
  expect(csvCell('one; two')).toBe('one; two')
})
