import { describe, expect, test } from 'vitest'
import { csvCell } from '../../electron/gateway/csv-cell.ts'
import { csvOf } from '../../renderer/parts/csv.ts'

const cells = {
  'of the gateway': csvCell,
  'of the screens': (text: string) => csvOf([[text]]).slice(1, -2),
}
const formulas = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'].map((mark) => `${mark}cmd|A1`)

describe.each(Object.entries(cells))('a cell %s', (_whose, cell) => {
  test.each(formulas)('that begins like a formula is none: %j (UI14)', (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/)
  })

  test.each(['Kopi O', 'A=B', '陈记', '５＋５', ' -'])('that is none stays as it is: %j', (text) => {
    expect(cell(text)).toBe(text)
  })
})
