import type { Database } from 'better-sqlite3'
import type { KeptAttempt } from '../../../../shared/domain/attempt.ts'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { keptAttemptOf } from '../kept/history-rows.ts'
import type { EventLine } from '../kept/line.ts'
import type { KeptEvent } from '../port/records.ts'
import { ArchiveLost, archivesOf, keptEventOf } from './archives.ts'

/** What is read of a record whose rows were taken away, from the archives; in the order of the live rows. */
export interface ArchivedReads {
  /** @returns what the till sent; null where it cannot be read. @throws Error where it never sent that */
  body(seq: number, revision: number): Uint8Array | null
  /** @param live what the database still has */
  events(seq: number, live: readonly KeptEvent[]): readonly KeptEvent[]
  /** Every event of a record whose rows were taken away; nothing for any other. */
  ofRemoved(seq: number): readonly KeptEvent[]
  attempts(seq: number, live: readonly KeptAttempt[]): readonly KeptAttempt[]
  payload(sha256: string, seq: number): Uint8Array | null
}

/** @param lost an archive that was asked for cannot be read: what is left is handed out, and the rest is told of */
export function prepareArchivedReads(database: Database, lost: (finding: JournalFinding) => void): ArchivedReads {
  const archives = archivesOf(database)
  const isHere = database.prepare<[number], number>('SELECT 1 FROM event WHERE record_seq = ? AND version = 1').pluck()
  const linesOf = (seq: number): readonly EventLine[] | null => {
    try {
      return archives.eventsOf(seq)
    } catch (cause) {
      if (!(cause instanceof ArchiveLost)) throw cause
      lost(cause.finding)
      return null
    }
  }
  const removed = (seq: number) => (isHere.get(seq) === 1 ? [] : (linesOf(seq) ?? []))
  return {
    body(seq, revision) {
      const lines = linesOf(seq)
      const body = lines?.find((line) => line.revision === revision)?.body
      if (lines && !body) throw new Error(`record ${seq} has no revision ${revision}`)
      return inOwnMemory(body)
    },
    events(seq, live) {
      const first = live[0]?.version ?? 1
      if (first === 1) return live
      const archived = linesOf(seq) ?? []
      return [...archived.filter(({ version }) => version < first).map(keptEventOf), ...live]
    },
    ofRemoved: (seq) => removed(seq).map(keptEventOf),
    attempts(seq, live) {
      const known = new Set(live.map(({ id }) => id))
      return [...attemptsIn(removed(seq)).filter(({ id }) => !known.has(id)), ...live]
    },
    payload(sha256, seq) {
      return inOwnMemory(linesOf(seq)?.find(({ attempt }) => attempt?.sha256 === sha256)?.attempt?.document)
    },
  }
}

/** @param lines of one record, as the journal has them: in the order of the claims */
function attemptsIn(lines: readonly EventLine[]): readonly KeptAttempt[] {
  const outcomes = new Map(lines.flatMap(({ outcome }) => (outcome ? [[outcome.attempt_id, outcome]] : [])))
  const none = { at: null, kind: null, reason: null, http_status: null, correlation_id: null, answer: null }
  return lines.flatMap(({ attempt }) =>
    attempt ? [keptAttemptOf({ ...attempt, ...(outcomes.get(attempt.id) ?? none) })] : [],
  )
}

/** What goes to another thread takes along all that lies in the same memory. */
const inOwnMemory = (bytes: Uint8Array | null | undefined): Uint8Array | null => (bytes ? Uint8Array.from(bytes) : null)
