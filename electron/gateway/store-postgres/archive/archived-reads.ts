import type { KeptAttempt } from '../../../../shared/domain/attempt.ts'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import {
  bodyIn,
  documentIn,
  keptEventOf,
  withArchivedAttempts,
  withArchivedEvents,
  withArchivedRows,
} from '../../store/kept/archived-rows.ts'
import type { EventRow } from '../../store/kept/history-rows.ts'
import type { EventLine } from '../../store/kept/line.ts'
import type { KeptEvent } from '../../store/port/records.ts'
import type { Ask } from '../ask.ts'
import { archivedHistory } from './blocks.ts'

/** What is read of a record whose rows were taken away, from the archives; in the order of the live rows. */
export interface ArchivedReads {
  /** @returns what the till sent; null where it cannot be read. @throws Error where it never sent that */
  body(seq: number, revision: number): Promise<Uint8Array | null>
  /** The same of one whose rows were taken away; null for any other. */
  bodyOfRemoved(seq: number, revision: number): Promise<Uint8Array | null>
  /** Whether rows of a record were taken away: what cannot be read of it is told of with its month. */
  isRemoved(seq: number): Promise<boolean>
  /** @param live what the tables still have, read before */
  events(seq: number, live: readonly KeptEvent[]): Promise<readonly KeptEvent[]>
  /** As `events`, as rows. */
  rows(seq: number, live: readonly EventRow[]): Promise<readonly EventRow[]>
  /** Every event of a record whose rows were taken away; nothing for any other. */
  ofRemoved(seq: number): Promise<readonly KeptEvent[]>
  attempts(seq: number, live: readonly KeptAttempt[]): Promise<readonly KeptAttempt[]>
  payload(sha256: string, seq: number): Promise<Uint8Array | null>
}

/** @param lost a month that was asked for cannot be read: what is left is handed out, and the rest is told of */
export function prepareArchivedReads(
  read: Ask,
  now: () => Instant,
  lost: (found: readonly JournalFinding[]) => Promise<void>,
): ArchivedReads {
  const linesOf = async (seq: number): Promise<readonly EventLine[] | null> => {
    const history = await archivedHistory(read, seq, now())
    await lost(history.lost)
    return history.isLost && history.lines.length === 0 ? null : history.lines
  }
  const isRemoved = async (seq: number): Promise<boolean> =>
    (await read('SELECT 1 AS is FROM event WHERE record_seq = $1 AND version = 1', seq)).length === 0
  const removed = async (seq: number): Promise<readonly EventLine[]> =>
    (await isRemoved(seq)) ? ((await linesOf(seq)) ?? []) : []
  return {
    async body(seq, revision) {
      const history = await archivedHistory(read, seq, now())
      await lost(history.lost)
      const body = bodyIn(history.lines, revision)
      if (!body && !history.isLost) throw new Error(`record ${seq} has no revision ${revision}`)
      return body
    },
    isRemoved,
    bodyOfRemoved: async (seq, revision) => bodyIn(await removed(seq), revision),
    async events(seq, live) {
      const first = live[0]?.version ?? 1
      return first === 1 ? live : withArchivedEvents((await linesOf(seq)) ?? [], live)
    },
    async rows(seq, live) {
      const first = live[0]?.version ?? 1
      return first === 1 ? live : withArchivedRows((await linesOf(seq)) ?? [], live)
    },
    ofRemoved: async (seq) => (await removed(seq)).map(keptEventOf),
    attempts: async (seq, live) => withArchivedAttempts(await removed(seq), live),
    payload: async (sha256, seq) => documentIn((await linesOf(seq)) ?? [], sha256),
  }
}
