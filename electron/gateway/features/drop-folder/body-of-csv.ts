import { CsvError, parse } from 'csv-parse/sync'
import { Fault } from '../../../../shared/api/faults.ts'

type Json = string | boolean | Json[] | { [name: string]: Json }
type Path = readonly string[]

/** The fields of a document that are no texts; amounts may be (contract 5). */
const flags = ['CONSOLIDATE', 'PRICES_INCLUDE_TAX']
const lineColumns = 'LINE'
const totalColumn = 'TOTALS.TOTAL_PAYABLE'

/**
 * The body of a submission from a table: a row for each line of the document, a column for each field, named by its
 * path (docs/drop-folder.md).
 * @throws Fault bad_encoding, malformed_csv; validation_failed where no total proves that the file is whole
 */
export function bodyOfCsv(bytes: Uint8Array): string {
  const [header = [], ...rows] = rowsIn(textOf(bytes))
  const paths = header.map((name) => pathOf(name.trim()))
  const whole = new Map<string, string>()
  const lines = rows.map((cells, at) => {
    const filled = paths.flatMap((path, column) => {
      const cell = cells[column] ?? ''
      return cell === '' ? [] : [{ path, cell }]
    })
    for (const { path, cell } of filled) if (path[0] !== lineColumns) agree(whole, path.join('.'), cell, at + 2)
    return filled.filter(({ path }) => path[0] === lineColumns).map(({ path, cell }) => ({ path: path.slice(1), cell }))
  })
  // A file that was cut off between two rows reads like a whole one, and would be taxed as one.
  if (!whole.has(totalColumn))
    throw new Fault('validation_failed', { entries: [{ pointer: '/TOTALS/TOTAL_PAYABLE', code: 'required' }] })
  const body = treeOf([...whole].map(([name, cell]) => ({ path: name.split('.'), cell })))
  return JSON.stringify({ ...body, LINES: lines.filter((line) => line.length > 0).map(treeOf) })
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Fault('bad_encoding', { cause })
  }
}

function rowsIn(text: string): readonly (readonly string[])[] {
  // The last cell may have been cut off, too: only a line end says that it was not.
  if (!/[\r\n]$/.test(text)) throw malformed(text.split(/\r?\n/).length)
  try {
    return parse(text, { bom: true, skip_empty_lines: true })
  } catch (cause) {
    throw malformed(cause instanceof CsvError ? Number(cause['lines'] ?? 1) : 1, cause)
  }
}

const malformed = (line: number, cause?: unknown) =>
  new Fault('malformed_csv', { values: { line: String(line) }, cause })

function pathOf(column: string): Path {
  const path = column.split('.')
  const isPath = path.every((step, at) => (at > 0 && /^[1-9]\d{0,2}$/.test(step)) || /^[A-Z][A-Z0-9_]*$/.test(step))
  if (!isPath) throw malformed(1)
  return path
}

/** One file holds one document: what is said of all of it is said once, or in every row alike. */
function agree(whole: Map<string, string>, name: string, cell: string, line: number): void {
  if ((whole.get(name) ?? cell) !== cell) throw malformed(line)
  whole.set(name, cell)
}

/** Numbered steps count the entries of a list from 1; entries that no cell fills are left out. */
function treeOf(cells: readonly { readonly path: Path; readonly cell: string }[]): { [name: string]: Json } {
  const tree = new Map<string, { readonly path: Path; readonly cell: string }[]>()
  for (const { path, cell } of cells) {
    const [first = '', ...rest] = path
    tree.set(first, [...(tree.get(first) ?? []), { path: rest, cell }])
  }
  return Object.fromEntries([...tree].map(([name, below]) => [name, valueOf(name, below)]))
}

function valueOf(name: string, below: readonly { readonly path: Path; readonly cell: string }[]): Json {
  const [only] = below
  if (below.length === 1 && only?.path.length === 0)
    return flags.includes(name) && /^(true|false)$/i.test(only.cell) ? /^true$/i.test(only.cell) : only.cell
  // A column that is a field and has fields below it, which no body has.
  if (below.some(({ path }) => path.length === 0)) throw malformed(1)
  const isList = below.every(({ path: [step = ''] }) => /^\d/.test(step))
  const tree = treeOf(below)
  if (!isList) return tree
  return Object.keys(tree)
    .toSorted((one, other) => Number(one) - Number(other))
    .flatMap((step) => tree[step] ?? [])
}
