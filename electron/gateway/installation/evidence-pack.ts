import { csvCell } from '../../../shared/api/csv-cell.ts'
import { toWire } from '../../../shared/api/record-to-wire.ts'
import { type AttemptShown, attemptColumns } from '../features/evidence/attempts.ts'
import { checkPack, type PackChecked } from '../features/evidence/check-pack.ts'
import { type ClockSign, clockColumns } from '../features/evidence/clock.ts'
import { type Spell, spellColumns } from '../features/evidence/connectivity.ts'
import { chainLines, gather, type Wanted } from '../features/evidence/gather.ts'
import { KeptNumbers } from '../features/evidence/kept-numbers.ts'
import { KeptRows } from '../features/evidence/kept-rows.ts'
import { formats, type Manifest } from '../features/evidence/manifest.ts'
import { readmes } from '../features/evidence/readme.ts'
import { type Member, type PackMade, PackTooLarge, writePack } from '../features/evidence/write-pack.ts'
import type { Clock } from '../ports.ts'
import { type AtRest, type KeptJournalLine, keptAnchor, keptLines } from './journal-at-rest.ts'

interface MakingPorts {
  readonly clock: Pick<Clock, 'now'>
  /** Told of each line that was read, with what was passed for it, as `journalBytes` counts. */
  readonly passed?: (bytes: number) => void
}

/**
 * Puts the evidence of some days into a new file. It reads the journal's files alone, so a gateway may run on them, and
 * holds no more of it in memory at a time than a few lines.
 * @throws Error of the file system
 */
export async function makeEvidence(
  where: AtRest,
  { clock, passed = () => undefined }: MakingPorts,
  { file, ...wanted }: Wanted & { readonly file: string },
): Promise<PackMade> {
  const read = () => passing(keptLines(where), passed)
  // Before the lines: an anchor is never ahead of what was written when it was sealed.
  const anchor = keptAnchor(where)
  const { from, to, company, hasDocuments = false } = wanted
  const shelves = shelvesBeside(file)
  try {
    const journal = gather(read, anchor, wanted, shelves)
    const made_at = toWire(clock.now())
    const format = hasDocuments ? formats.whole : formats.masked
    const common: Omit<Manifest, 'members'> = { format, from, to, company: company?.code ?? null, made_at, journal }
    const { bytes, sha256 } = await writePack(
      file,
      [
        ...readmes(common),
        ...tables('attempts', attemptColumns, shelves.attempts),
        ...tables('connectivity', spellColumns, shelves.connectivity),
        ...tables('clock', clockColumns, shelves.clock),
        { name: 'chain.ndjson', text: chainText(read, journal, wanted) },
        ...(anchor === null ? [] : [{ name: 'anchor.json', text: [anchor] }]),
      ],
      (members) => ({ ...common, members: [...members] }),
    )
    return {
      file,
      bytes,
      fingerprint: sha256,
      attempts: shelves.attempts.count,
      lines: journal.last.line - journal.before.line,
      isWhole: journal.is_whole,
    }
  } finally {
    for (const shelf of Object.values(shelves)) shelf.close()
  }
}

function shelvesBeside(file: string) {
  return {
    attempts: new KeptRows<AttemptShown>(file),
    connectivity: new KeptRows<Spell>(file),
    clock: new KeptRows<ClockSign>(file),
    numbers: new KeptNumbers(file),
  }
}

export { PackTooLarge }

/** Proves a pack without the gateway it comes from. @throws Error where the file cannot be read */
export const checkEvidence = (file: string): Promise<PackChecked> => checkPack(file)

/** How often the journal is read for a pack: for its bounds, for what it tells, and to be copied. */
export const readings = 3

function* passing(lines: Generator<KeptJournalLine, boolean>, passed: (bytes: number) => void) {
  for (let step = lines.next(); ; step = lines.next()) {
    if (step.done) return step.value
    passed(step.value.bytes)
    yield step.value
  }
}

function* chainText(
  read: () => Generator<KeptJournalLine, boolean>,
  journal: Manifest['journal'],
  wanted: Pick<Wanted, 'hasDocuments'>,
): Generator<string> {
  for (const line of chainLines(read, journal, wanted)) yield `${JSON.stringify(line)}\n`
}

function tables<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: Iterable<Row>,
): readonly Member[] {
  return [
    { name: `${name}.csv`, text: csvText(columns, rows) },
    { name: `${name}.json`, text: jsonText(rows) },
  ]
}

function* csvText<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: Iterable<Row>,
): Generator<string> {
  // A spreadsheet takes it for UTF-8 only with the mark in front.
  yield `\uFEFF${columns.join(',')}\r\n`
  for (const row of rows) yield `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`
}

/** A row a line: whoever checks the pack reads them one by one. */
function* jsonText(rows: Iterable<object>): Generator<string> {
  let before = '[\n'
  for (const row of rows) {
    yield `${before}${JSON.stringify(row)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
