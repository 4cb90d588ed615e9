import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { z } from 'zod'
import { csvCell, exportCellsOf, exportHeading } from '../../../shared/api/export-table.ts'
import { iteratePages } from '../../../shared/api/operator-client.ts'
import { BadConfiguration, parseSetting } from '../../gateway/settings/values.ts'
import type { GatewayClient } from './calls-over.ts'
import {
  apiCommand,
  type Command,
  type CommandInput,
  defineCommand,
  fromCallersDirectory,
  requiredDay,
  requireOperand,
} from './command.ts'

const csvOrJson = z.enum(['csv', 'json'], 'must be csv or json.').default('csv')

const daysIn = (flags: CommandInput['flags']) => ({ from: requiredDay(flags, 'from'), to: requiredDay(flags, 'to') })

interface Period {
  readonly from: string
  readonly to: string
  readonly format: 'csv' | 'json'
}

/** Prints all of it. */
export async function printExport(print: (text: string) => void, reached: GatewayClient, { format, ...days }: Period) {
  let between = ''
  // Printed with the first page: refused days must not leave the beginning of a file.
  let opening = format === 'csv' ? line(exportHeading) : '['
  for await (const { items } of iteratePages((after) => reached.call('export', { query: { ...days, ...after } }))) {
    print(opening)
    opening = ''
    for (const record of items) {
      print(format === 'csv' ? line(exportCellsOf(record)) : `${between}\n${JSON.stringify(record)}`)
      between = ','
    }
  }
  if (format === 'json') print('\n]\n')
  return null
}

const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

interface ExportRequest {
  readonly from: string
  readonly to: string
  readonly file: string
}

/** @throws BadConfiguration if the file exists */
export async function exportDocumentsToFile(reached: GatewayClient, { file, ...days }: ExportRequest) {
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

async function writePages(reached: GatewayClient, days: Omit<ExportRequest, 'file'>, handle: FileHandle) {
  const whole = createHash('sha256')
  let [bytes, lines] = [0, 0]
  for await (const { items } of iteratePages((after) =>
    reached.call('exportDocuments', { query: { ...days, ...after } }),
  )) {
    const rows = Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    await handle.appendFile(rows)
    whole.update(rows)
    bytes += rows.length
    lines += items.filter((item) => 'line' in item).length
  }
  return { bytes, lines, fingerprint: whole.digest('hex') }
}

const writtenText = ({ file, bytes, lines, fingerprint }: Awaited<ReturnType<typeof exportDocumentsToFile>>): string =>
  [
    `${file}: ${bytes} bytes, ${lines} lines of the journal.`,
    `Fingerprint (SHA-256), to be written down: ${fingerprint}`,
    lines === 0
      ? 'Nothing happened on these days. They are days of Malaysia, where the next one begins at 16:00 UTC.'
      : 'It has whole documents with names and numbers: keep it like the documents themselves. “resit verify FILE” proves it on any computer.',
  ].join('\n')

export const exportCommands: Readonly<Record<string, Command>> = {
  backup: apiCommand('backup', {
    usage: 'FILE',
    about: 'Copy the database into a new file while the gateway works.',
    ask: ({ operands }) => ({ body: { file: fromCallersDirectory(requireOperand(operands, 'FILE')) } }),
    text: ({ file, bytes }) => `${file}: ${bytes} bytes.`,
  }),
  'export --documents': defineCommand({
    usage: '--from YYYY-MM-DD --to YYYY-MM-DD FILE',
    about:
      'Everything of these days in one file that proves itself: what tills sent, every document that was sent, every answer and every line of the journal, with names and numbers. For an auditor.',
    run: ({ operands, flags }) => {
      const asked = { ...daysIn(flags), file: fromCallersDirectory(requireOperand(operands, 'FILE')) }
      return (reached) => exportDocumentsToFile(reached, asked)
    },
    text: writtenText,
  }),
  export: defineCommand({
    usage: '--from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json]',
    about: 'All records of sales of these days, the oldest sale first.',
    run: ({ flags, print }) => {
      const period = { ...daysIn(flags), format: parseSetting('--format', csvOrJson, flags['format']) }
      return (reached) => printExport(print, reached, period)
    },
    text: String,
  }),
}
