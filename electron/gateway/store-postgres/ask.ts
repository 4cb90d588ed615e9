import { rememberSome, type Statement } from '../store/sql.ts'

/** What may stand for a place holder. */
export type Cell = string | number | null | Uint8Array

/** Rows as they were answered, and how many a change met. */
export type Rows<Row> = readonly Row[] & { readonly count: number }

/**
 * One statement, its place holders `$1`, `$2` … filled by cells. What is asked without waiting for the answer before goes
 * out at once and is answered in order.
 */
export type Ask = <Row extends object>(text: string, ...cells: readonly Cell[]) => Promise<Rows<Row>>

/** As PostgreSQL numbers its place holders. */
const numberedOf = rememberSome(1_000, (text) => {
  let count = 0
  return text.replaceAll('?', () => {
    count += 1
    return `$${count}`
  })
})

export const asked = <Row extends object>(ask: Ask, { text, values }: Statement) =>
  ask<Row>(numberedOf(text), ...values)
