import { mostListed } from '../../../../shared/domain/finding-list.ts'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { origin } from '../../store/kept/frame.ts'
import { type EventRow, stateAfter } from '../../store/kept/history-rows.ts'
import { ofRecord } from '../../store/kept/record-proof.ts'
import type { RecordRow } from '../../store/kept/rows.ts'
import { stepSize, Tally } from '../../store/kept/tally.ts'
import type { Verification } from '../../store/port/journal.ts'
import { type Ask, numbersCell } from '../ask.ts'
import { codeOf, headOf, headsOf, isMac, macOf, type Seal } from './heads.ts'
import { type ChainPlace, chainAt, proveLines } from './prove-lines.ts'

/**
 * Proves everything from the first line on: each chain against the rows that its lines tell of, that no row is without
 * a line, each record against its events and its hash, and every sealed head against the lines that it was made of.
 */
export async function verifyAll(ask: Ask, seal: Seal | null): Promise<Verification> {
  const tally = new Tally()
  const heads = await headsOf(ask)
  for (const [id, line] of heads) await verifyChain(ask, { id, end: line }, tally)
  await verifyCounts(ask, tally)
  await verifyRecords(ask, tally)
  await verifySeals(ask, seal, tally)
  return tally.verified({ provedBefore: 0, code: codeOf(headOf(heads)) })
}

async function verifyChain(
  ask: Ask,
  { id, end }: { readonly id: number; readonly end: number },
  tally: Tally,
): Promise<void> {
  let place: ChainPlace = { chainId: id, line: 0, chain: origin }
  for (;;) {
    const step = await proveLines(ask, place)
    tally.add(...step.findings)
    tally.lines += step.lines
    tally.bodies += step.bodies
    if (!step.next) break
    place = { ...place, ...step.next }
  }
  if (place.line !== end) tally.add(finding('lines_lost', { line: place.line + 1, detail: `chain ${id}` }))
}

/** Rows that no line tells of, or references that differ from the last line that told of them. */
async function verifyCounts(ask: Ask, tally: Tally): Promise<void> {
  const unlined = {
    event: 'SELECT seq FROM event WHERE NOT EXISTS (SELECT 1 FROM journal_line WHERE event_seq = event.seq)',
    act: 'SELECT seq FROM act WHERE NOT EXISTS (SELECT 1 FROM journal_line WHERE act_seq = act.seq)',
    attempt: `SELECT record_seq AS seq FROM attempt WHERE NOT EXISTS
      (SELECT 1 FROM event JOIN journal_line ON event_seq = event.seq
       WHERE event.record_seq = attempt.record_seq AND beside::json ->> 'attempt' = attempt.id)`,
    attempt_outcome: `SELECT record_seq AS seq FROM attempt_outcome JOIN attempt ON attempt.id = attempt_id WHERE NOT EXISTS
      (SELECT 1 FROM event JOIN journal_line ON event_seq = event.seq
       WHERE event.record_seq = attempt.record_seq AND beside::json ->> 'outcome' = attempt_id)`,
  } as const
  for (const [table, text] of Object.entries(unlined)) {
    const rows = await ask<{ readonly seq: number; readonly count: number }>(
      `SELECT seq, count(*) OVER () AS count FROM (${text}) unlined ORDER BY seq LIMIT ${mostListed}`,
    )
    tally.add(...rows.map(({ seq }) => finding('entry_unlined', { detail: `${table} ${seq}` })))
    tally.addUnlisted('entry_unlined', (rows[0]?.count ?? 0) - rows.length)
  }
  const references = await ask<{ readonly seq: number; readonly count: number }>(
    `SELECT told.record_seq AS seq, count(*) OVER () AS count FROM (
       SELECT DISTINCT ON (record_seq) record_seq, beside::json -> 'originals' AS originals
       FROM journal_line JOIN event ON event.seq = event_seq WHERE beside::json -> 'originals' IS NOT NULL
       ORDER BY record_seq, version DESC
     ) told WHERE (SELECT jsonb_agg(original_seq ORDER BY original_seq) FROM reference WHERE note_seq = told.record_seq)
       IS DISTINCT FROM (SELECT jsonb_agg(DISTINCT seq::bigint ORDER BY seq::bigint)
                         FROM json_array_elements_text(told.originals) AS seq)
     LIMIT ${mostListed}`,
  )
  tally.add(...references.map(({ seq }) => finding('row_differs', { record: seq, detail: 'reference' })))
  tally.addUnlisted('row_differs', (references[0]?.count ?? 0) - references.length)
}

async function verifyRecords(ask: Ask, tally: Tally): Promise<void> {
  for (let after = 0; ; ) {
    const { last, count, findings } = await proveRecords(ask, after)
    tally.records += count
    tally.addOnce(...findings)
    if (last === null) return
    after = last
  }
}

/** Proves the next few records against their events and their hashes. @returns the last one; null where there was none */
export async function proveRecords(ask: Ask, after: number) {
  const rows = await ask<RecordRow>('SELECT * FROM record WHERE seq > $1 ORDER BY seq LIMIT $2', after, stepSize)
  const events = await ask<EventRow & { readonly record_seq: number }>(
    `SELECT record_seq, seq, version, at, type, by, facts FROM event WHERE record_seq = ANY ($1::bigint[])
     ORDER BY record_seq, version`,
    numbersCell(rows.map(({ seq }) => seq)),
  )
  const history = Map.groupBy(events, ({ record_seq }) => record_seq)
  const findings = rows.flatMap((row) => ofRecord(row, stateAfter(history.get(row.seq) ?? [])))
  return { last: rows.at(-1)?.seq ?? null, count: rows.length, findings }
}

interface SealRow {
  readonly at: number
  readonly lines: number
  readonly code: string
  readonly heads: string
  readonly installation: string | null
  readonly mac: string | null
}

/** A head that was sealed names lines: they must be there as they were. */
async function verifySeals(ask: Ask, seal: Seal | null, tally: Tally): Promise<void> {
  const seals = await ask<SealRow>('SELECT at, lines, code, heads, installation, mac FROM journal_seal ORDER BY seq')
  for (const row of seals) {
    const { at, lines: line, code: chain, heads } = row
    const isOwn = seal !== null && row.installation === seal.installation
    const isForged = isOwn && !isMac(row.mac ?? '', macOf({ at, line, chain }, seal))
    const named = JSON.parse(heads) as Awaited<ReturnType<typeof headsOf>>
    if (isForged || headOf(named).chain !== chain) tally.add(finding('head_forged', { line }))
    else tally.add(...(await missingOf(ask, named)))
  }
}

async function missingOf(ask: Ask, heads: Awaited<ReturnType<typeof headsOf>>): Promise<readonly JournalFinding[]> {
  const findings: JournalFinding[] = []
  for (const [id, line, chain] of heads) {
    const kept = await chainAt(ask, id, line)
    if (!kept) findings.push(finding('lines_lost', { line, detail: `chain ${id}` }))
    else if (Buffer.from(kept).toString('hex') !== chain)
      findings.push(finding('line_differs', { line, detail: `chain ${id}` }))
  }
  return findings
}
