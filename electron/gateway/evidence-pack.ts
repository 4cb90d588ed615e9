import { readFileSync } from 'node:fs'
import { csvCell } from '../../shared/catalogue/csv-cell.ts'
import { toWire } from '../../shared/catalogue/record-to-wire.ts'
import { attemptColumns } from './evidence/attempts.ts'
import { checkPack, type PackChecked } from './evidence/check-pack.ts'
import { clockColumns } from './evidence/clock.ts'
import { spellColumns } from './evidence/connectivity.ts'
import { chainLines, gather, type Period } from './evidence/gather.ts'
import { format, type Manifest } from './evidence/manifest.ts'
import { readmes } from './evidence/readme.ts'
import { type Member, writePack } from './evidence/write-pack.ts'
import { type AtRest, keptAnchor, keptLines } from './journal-at-rest.ts'
import type { Clock } from './ports.ts'

export interface PackMade {
  readonly file: string
  readonly bytes: number
  readonly fingerprint: string
  readonly attempts: number
  readonly lines: number
  /** Whether the journal could be read to its end. */
  readonly isWhole: boolean
}

/**
 * Puts the evidence of some days into a new file. It reads the journal's files alone, so a gateway may run on them.
 * @throws Error of the file system
 */
export async function makeEvidence(
  where: AtRest,
  { clock }: { readonly clock: Clock },
  { file, ...days }: Period & { readonly file: string },
): Promise<PackMade> {
  // Before the lines: an anchor is never ahead of what was written when it was sealed.
  const anchor = keptAnchor(where)
  const { from, to } = days
  const { journal, attempts, connectivity, clock: signs } = gather(() => keptLines(where), anchor, days)
  const common: Omit<Manifest, 'members'> = { format, from, to, made_at: toWire(clock.now()), journal }
  const written = await writePack(
    file,
    [
      ...readmes(common),
      ...tables('attempts', attemptColumns, attempts),
      ...tables('connectivity', spellColumns, connectivity),
      ...tables('clock', clockColumns, signs),
      { name: 'chain.ndjson', text: chainText(where, journal) },
      ...(anchor === null ? [] : [{ name: 'anchor.json', text: [anchor] }]),
    ],
    (members) => ({ ...common, members: [...members] }),
  )
  return {
    file,
    bytes: written.bytes,
    fingerprint: written.sha256,
    attempts: attempts.length,
    lines: journal.last.line - journal.before.line,
    isWhole: journal.is_whole,
  }
}

/** Proves a pack without the gateway it comes from. @throws Error where the file cannot be read */
export const checkEvidence = (file: string): PackChecked => checkPack(readFileSync(file))

function* chainText(where: AtRest, journal: Manifest['journal']): Generator<string> {
  for (const line of chainLines(() => keptLines(where), journal)) yield `${JSON.stringify(line)}\n`
}

function tables<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): readonly Member[] {
  const csv = [columns.join(','), ...rows.map((row) => columns.map((column) => csvCell(row[column])).join(','))]
  return [
    // A spreadsheet takes it for UTF-8 only with the mark in front.
    { name: `${name}.csv`, text: [`\uFEFF${csv.join('\r\n')}\r\n`] },
    { name: `${name}.json`, text: [`${JSON.stringify(rows, null, 1)}\n`] },
  ]
}
