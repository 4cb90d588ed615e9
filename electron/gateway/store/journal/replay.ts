import type { Database } from 'better-sqlite3'
import type { Attempt, AttemptOutcome } from '../../../../shared/domain/attempt.ts'
import type { Outcome } from '../../../../shared/domain/outcome.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import type { Within } from '../group-commit.ts'
import type { LineRead } from '../kept/frame.ts'
import { type ActLine, type AttemptLine, type EventLine, lineOf, type OutcomeCells } from '../kept/line.ts'
import { type RecordRow, recordOf } from '../kept/rows.ts'
import type { Stored, Write } from '../port/records.ts'
import { inOrder } from '../sql.ts'
import { writeRecords } from '../tables/record-writes.ts'
import type { JournalLines } from './journal-lines.ts'
import { prepareSubjectReplay } from './subject.ts'

export interface ReplayDeps {
  readonly database: Database
  readonly ids: CompanyIds
  readonly journalLines: JournalLines
  /** It does not ask whether something may go out: it did. */
  readonly within: Within
}

/** A line as the copy has it. */
export interface CopiedLine extends LineRead {
  readonly line: number
  readonly chain: Uint8Array
}

export interface Replayed {
  readonly lines: number
  /** The first line that could not be written again, and everything behind it; null if all could. */
  readonly brokenAt: number | null
}

/**
 * Writes lines that only the copy has into the database, by the same way they were written at first: each must end with
 * the very chain that it was copied with, or nothing of it is kept. Runs inside a transaction.
 */
export function prepareReplay(deps: ReplayDeps): (lines: Iterable<CopiedLine>) => Replayed {
  const { database, journalLines } = deps
  const replayEvent = prepareEventReplay(deps)
  const replayAct = prepareActReplay(deps)
  const replayOne = database.transaction((copied: CopiedLine) => {
    const line = lineOf(copied)
    if (line.kind === 'act') replayAct(line)
    else replayEvent(line)
    if (!journalLines.end.chain.equals(copied.chain)) throw new Error(`line ${line.line} comes out otherwise`)
  })
  return (lines) => {
    let count = 0
    for (const copied of lines) {
      const { end } = journalLines
      try {
        replayOne(copied)
        count += 1
      } catch {
        // What it says cannot be: it is damaged, and so nothing behind it follows from anything.
        journalLines.rewind(end)
        return { lines: count, brokenAt: end.line + 1 }
      }
    }
    return { lines: count, brokenAt: null }
  }
}

function prepareActReplay({ database, ids, within }: ReplayDeps): (line: ActLine) => void {
  const replaySubject = prepareSubjectReplay(database)
  return ({ at, by, type, facts, subject }) => {
    const act = { at, by, type, facts }
    replaySubject(act, subject)
    ids.reload()
    within(() => inOrder([{ act, subject: subject ?? undefined }]))
  }
}

function prepareEventReplay({ database, ids, within }: ReplayDeps): (line: EventLine) => void {
  const row = database.prepare<[number], RecordRow>('SELECT * FROM record WHERE seq = ?')

  function storedAt(seq: number): Stored {
    const found = row.get(seq)
    if (!found) throw new Error(`record ${seq} is not there`)
    return { seq, record: recordOf(found, ids.nameOf(found.company_id)) }
  }

  return (line) => {
    const written = within((transaction) => writeRecords(transaction, { writes: [writeOf(line, storedAt)] }))
    if (!written.ok) throw new Error(written.why)
    if (written.stored[0]?.seq !== line.record) throw new Error(`it would be record ${written.stored[0]?.seq}`)
  }
}

function writeOf(line: EventLine, storedAt: (seq: number) => Stored): Write {
  const { event, by, body, originals, attempt, outcome } = line
  const effects = {
    by,
    ...(body && { body }),
    ...(originals && { originals: originals.map((seq) => ({ seq })) }),
  }
  if (event.type === 'received')
    return { kind: 'insert', event, day: line.day ?? '', mayFollowVoided: true, ...effects }
  const was = storedAt(line.record)
  return {
    kind: 'update',
    was,
    event,
    ...effects,
    ...(attempt && { attempt: attemptOf(attempt) }),
    ...(outcome && { outcome: outcomeOf(outcome) }),
  }
}

const attemptOf = (cells: AttemptLine): Attempt => ({
  id: cells.id,
  batchId: cells.batch_id,
  revision: cells.revision,
  sha256: cells.sha256,
  payload: cells.document,
  documentTime: cells.document_time,
  claimedAt: cells.claimed_at,
  sendDeadline: cells.send_deadline,
})

const outcomeOf = ({ kind, reason, ...cells }: OutcomeCells): AttemptOutcome => ({
  attemptId: cells.attempt_id,
  at: cells.at,
  outcome: { kind, ...(reason !== null && { reason }) } as Outcome,
  httpStatus: cells.http_status,
  correlationId: cells.correlation_id,
  answer: cells.answer,
})
