import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { stepSize } from '../../store/kept/tally.ts'
import { type Ask, numbersCell } from '../ask.ts'
import { linesAfter } from './lines.ts'

/** Behind which line of which chain it is gone on. */
export interface ChainPlace {
  readonly chainId: number
  readonly line: number
  /** With which that line ends. */
  readonly chain: Uint8Array
}

export interface LinesProved {
  readonly lines: number
  readonly bodies: number
  readonly findings: readonly JournalFinding[]
  /** Null where there are no more. */
  readonly next: Pick<ChainPlace, 'line' | 'chain'> | null
}

/**
 * Proves the next lines of a chain against the rows that they tell of.
 * @param ask of one transaction that sees one moment
 */
export async function proveLines(ask: Ask, place: ChainPlace): Promise<LinesProved> {
  const { chainId } = place
  const lines = await linesAfter(ask, place, stepSize)
  const findings: JournalFinding[] = []
  let { line: before, chain } = place
  for (const kept of lines) {
    const { line, record } = kept
    if (line !== before + 1)
      findings.push(finding('entry_unlined', { line: before + 1, detail: `chain ${chainId}: line missing` }))
    else if (!kept.frame(chain)?.chain.equals(kept.chain)) findings.push(finding('entry_changed', { line, record }))
    before = line
    chain = kept.chain
  }
  findings.push(...(await besideOf(ask, lines)))
  const next = lines.length === 0 ? null : { line: before, chain }
  const bodies = lines.filter(({ hasBody }) => hasBody).length
  return { lines: lines.length, bodies, findings, next }
}

interface Told {
  readonly line: number
  readonly record: number | null
  readonly day: string | null
}

/** What stands in tables of its own says what the lines say. */
async function besideOf(ask: Ask, lines: readonly Told[]): Promise<readonly JournalFinding[]> {
  const told = lines.filter(({ day }) => day !== null)
  if (told.length === 0) return []
  const days = await ask<{ readonly seq: number; readonly submitted_day: string }>(
    'SELECT seq, submitted_day FROM record WHERE seq = ANY ($1::bigint[])',
    numbersCell(told.map(({ record }) => record ?? 0)),
  )
  const dayOf = new Map(days.map(({ seq, submitted_day }) => [seq, submitted_day]))
  return told
    .filter(({ day, record }) => dayOf.get(record ?? 0) !== day)
    .map(({ line, record }) => finding('row_differs', { line, record, detail: 'submitted_day' }))
}

/** With which chain a line ends; null if there is no such line. */
export async function chainAt(ask: Ask, chainId: number, line: number): Promise<Uint8Array | null> {
  const text = 'SELECT chain FROM journal_line WHERE chain_id = $1 AND line = $2'
  const [row] = await ask<{ readonly chain: Buffer }>(text, chainId, line)
  return row?.chain ?? null
}
