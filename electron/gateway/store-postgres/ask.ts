/** What may stand for a place holder. */
export type Cell = string | number | null | Uint8Array

/** Rows as they were answered, and how many a change met. */
export type Rows<Row> = readonly Row[] & { readonly count: number }

/**
 * One statement, its place holders `$1`, `$2` … filled by cells. What is asked without waiting for the answer before goes
 * out at once and is answered in order.
 */
export type Ask = <Row extends object>(text: string, ...cells: readonly Cell[]) => Promise<Rows<Row>>

/** @returns the first row; undefined where there is none */
export const first = async <Row>(rows: Promise<Rows<Row>>): Promise<Row | undefined> => (await rows)[0]

/** Numbers as one cell: `= ANY ($1::bigint[])`. */
export const numbersCell = (numbers: Iterable<number>): string => `{${[...numbers].join()}}`

/** @returns null where there is none of that name */
export async function settingOf(ask: Ask, name: string): Promise<string | null> {
  return (
    (await first(ask<{ readonly value: string }>('SELECT value FROM setting WHERE name = $1', name)))?.value ?? null
  )
}

export async function keepSetting(ask: Ask, name: string, value: string): Promise<void> {
  const text =
    'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
  await ask(text, name, value)
}
