import type { Database } from 'better-sqlite3'
import type { KeptAttempt } from '../../../../shared/domain/attempt.ts'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { bodyIn, documentIn, keptEventOf, withArchivedAttempts, withArchivedEvents } from '../kept/archived-rows.ts'
import type { EventLine } from '../kept/line.ts'
import type { KeptEvent } from '../port/records.ts'
import { ArchiveLost, archivesOf } from './archives.ts'

/** What is read of a record whose rows were taken away, from the archives; in the order of the live rows. */
export interface ArchivedReads {
  /** @returns what the till sent; null where it cannot be read. @throws Error where it never sent that */
  body(seq: number, revision: number): Uint8Array | null
  /** Whether rows of a record were taken away: what cannot be read of it is told of with its month. */
  isRemoved(seq: number): boolean
  /** @param live what the database still has */
  events(seq: number, live: readonly KeptEvent[]): readonly KeptEvent[]
  /** Every event of a record whose rows were taken away; nothing for any other. */
  ofRemoved(seq: number): readonly KeptEvent[]
  attempts(seq: number, live: readonly KeptAttempt[]): readonly KeptAttempt[]
  payload(sha256: string, seq: number): Uint8Array | null
}

/** @param lost an archive that was asked for cannot be read: what is left is handed out, and the rest is told of */
export function prepareArchivedReads(
  database: Database,
  lost: (findings: readonly JournalFinding[]) => void,
): ArchivedReads {
  const archives = archivesOf(database)
  const isHere = database.prepare<[number], number>('SELECT 1 FROM event WHERE record_seq = ? AND version = 1').pluck()
  const linesOf = (seq: number): readonly EventLine[] | null => {
    try {
      return archives.eventsOf(seq)
    } catch (cause) {
      if (!(cause instanceof ArchiveLost)) throw cause
      lost(cause.findings)
      return null
    }
  }
  const isRemoved = (seq: number) => isHere.get(seq) !== 1
  const removed = (seq: number) => (isRemoved(seq) ? (linesOf(seq) ?? []) : [])
  return {
    body(seq, revision) {
      const lines = linesOf(seq)
      const body = lines && bodyIn(lines, revision)
      if (lines && !body) throw new Error(`record ${seq} has no revision ${revision}`)
      return body
    },
    isRemoved,
    events(seq, live) {
      const first = live[0]?.version ?? 1
      return first === 1 ? live : withArchivedEvents(linesOf(seq) ?? [], live)
    },
    ofRemoved: (seq) => removed(seq).map(keptEventOf),
    attempts: (seq, live) => withArchivedAttempts(removed(seq), live),
    payload: (sha256, seq) => documentIn(linesOf(seq) ?? [], sha256),
  }
}
