import { type Cell, memoizeUpTo, type Statement } from '../store/sql.ts'

/** The rows; after a change also the number of rows that it touched. */
export type Rows<Row> = readonly Row[] & { readonly count: number }

/** Place holders are `$1`, `$2` … Statements asked without waiting go out at once and are answered in order. */
export type Query = <Row extends object>(text: string, ...cells: readonly Cell[]) => Promise<Rows<Row>>

const numberedOf = memoizeUpTo(1_000, (text) => {
  let count = 0
  return text.replaceAll('?', () => {
    count += 1
    return `$${count}`
  })
})

export const runStatement = <Row extends object>(ask: Query, { text, values }: Statement) =>
  ask<Row>(numberedOf(text), ...values)
