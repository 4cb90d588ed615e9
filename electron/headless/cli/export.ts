import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { csvCell } from '../../../shared/api/csv-cell.ts'
import { exportHeading, exportRow } from '../../../shared/api/export-table.ts'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Reached } from './calls-over.ts'
import { type Command, calling, command, type Given } from './command.ts'
import { fromHere, neededDay, operand } from './given.ts'

const daysIn = (flags: Given['flags']) => ({ from: neededDay(flags, 'from'), to: neededDay(flags, 'to') })

function formatOf(given: string): 'csv' | 'json' {
  if (given !== 'csv' && given !== 'json') throw new BadConfiguration(`“${given}” is not one of csv, json.`)
  return given
}

interface Period {
  readonly from: string
  readonly to: string
  readonly format: 'csv' | 'json'
}

type Page = OperatorAnswer<'export'>

/** Prints all of it, so that there is nothing more to say. */
export async function exportTo(
  print: (text: string) => void,
  reached: Reached,
  { from, to, format }: Period,
): Promise<null> {
  const opening = format === 'csv' ? line(exportHeading) : '['
  let isFirst = true
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page = await reached.call('export', { query: { from, to, ...(after !== undefined && { after }) } })
    // Only now: days that are refused leave nothing that looks like the beginning of a file.
    if (after === undefined) print(opening)
    for (const record of page.items) {
      print(format === 'csv' ? line(exportRow(record)) : `${isFirst ? '' : ','}\n${JSON.stringify(record)}`)
      isFirst = false
    }
    after = page.next
  }
  if (format === 'json') print('\n]\n')
  return null
}

const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

interface Written {
  readonly file: string
  readonly bytes: number
  readonly lines: number
  /** SHA-256 of the file. */
  readonly fingerprint: string
}

interface Asked {
  readonly from: string
  readonly to: string
  readonly file: string
}

/** Writes everything of some days into a new file. @throws BadConfiguration if the file is there already */
export async function exportDocumentsTo(reached: Reached, { file, ...days }: Asked): Promise<Written> {
  const handle = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    throw new BadConfiguration(`${file} cannot be made: choose another name, in a folder that is there.`, { cause })
  })
  try {
    return { file, ...(await writePages(reached, days, handle)) }
  } catch (cause) {
    await rm(file)
    throw cause
  } finally {
    await handle.close()
  }
}

async function writePages(reached: Reached, days: Omit<Asked, 'file'>, handle: FileHandle) {
  const whole = createHash('sha256')
  let [bytes, lines] = [0, 0]
  for (let after: string | null | undefined; after !== null; ) {
    const query = { ...days, ...(after !== undefined && { after }) }
    const page: OperatorAnswer<'exportDocuments'> = await reached.call('exportDocuments', { query })
    const rows = Buffer.from(page.items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    await handle.appendFile(rows)
    whole.update(rows)
    bytes += rows.length
    lines += page.items.filter((item) => 'line' in item).length
    after = page.next
  }
  return { bytes, lines, fingerprint: whole.digest('hex') }
}

const writtenText = ({ file, bytes, lines, fingerprint }: Written): string =>
  [
    `${file}: ${bytes} bytes, ${lines} lines of the journal.`,
    `Fingerprint (SHA-256), to be written down: ${fingerprint}`,
    lines === 0
      ? 'Nothing happened on these days. They are days of Malaysia, where the next one begins at 16:00 UTC.'
      : 'It has whole documents with names and numbers: keep it like the documents themselves. “resit verify FILE” proves it on any computer.',
  ].join('\n')

/** What is kept, in files. */
export const exportCommands: Readonly<Record<string, Command>> = {
  backup: calling('backup', {
    usage: 'FILE',
    about: 'Copy the database into a new file while the gateway works.',
    ask: ({ operands }) => ({ body: { file: fromHere(operand(operands, 'FILE')) } }),
    text: ({ file, bytes }) => `${file}: ${bytes} bytes.`,
  }),
  'export --documents': command({
    usage: '--from YYYY-MM-DD --to YYYY-MM-DD FILE',
    about:
      'Everything of these days in one file that proves itself: what tills sent, every document that was sent, every answer and every line of the journal, with names and numbers. For an auditor.',
    run: ({ operands, flags }) => {
      const asked = { ...daysIn(flags), file: fromHere(operand(operands, 'FILE')) }
      return (reached) => exportDocumentsTo(reached, asked)
    },
    text: writtenText,
  }),
  export: command({
    usage: '--from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json]',
    about: 'All records of sales of these days, the oldest sale first.',
    run: ({ flags, print }) => {
      const period = { ...daysIn(flags), format: formatOf(flags['format'] ?? 'csv') }
      return (reached) => exportTo(print, reached, period)
    },
    text: String,
  }),
}
