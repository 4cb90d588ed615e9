import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import type { RecordRow } from '../kept/rows.ts'
import { isLiving } from '../kept/status-sql.ts'
import type { Lane, Schedule } from '../port/port.ts'
import { amongOutlets } from '../records/sql.ts'
import type { StoredOf } from '../records/stored.ts'
import type { CompanyIds } from './company-ids.ts'

/** What has the work of sending (shared/domain/work.ts), by what the index has. */
const toSend =
  "phase = 'queued' AND consolidated_into IS NULL AND (consolidated = 0 OR members > 0) AND submission_enabled = 1"

export function prepareSchedule(
  database: Database,
  commit: GroupCommit,
  { ids: companies, stored }: { readonly ids: CompanyIds; readonly stored: StoredOf },
): Schedule {
  type DueRow = RecordRow & {
    readonly due_at: number
    readonly tries: number
    readonly most_in_batch: number
    readonly unfinished_builds: number
  }
  const due = database.prepare<unknown[], DueRow>(
    `SELECT record.*, outbox.due_at, outbox.tries, outbox.most_in_batch, outbox.unfinished_builds
     FROM outbox JOIN record ON record.seq = record_seq
     WHERE outbox.work = ? AND outbox.company_id = ? AND outbox.due_at <= ? ORDER BY outbox.due_at, record_seq LIMIT ?`,
  )
  const all = database.prepare<unknown[], RecordRow>(
    `SELECT record.* FROM outbox JOIN record ON record.seq = record_seq
     WHERE outbox.work = ? AND record_seq > ? ORDER BY record_seq LIMIT ?`,
  )
  const lanesIn = (waiting: string) =>
    database.prepare<unknown[], LaneRow>(
      `SELECT work, lane.company_id, count, first_due_at, submitted_at AS oldest_at FROM
         (SELECT work, company_id, count(*) AS count, min(due_at) AS first_due_at, min(record_seq) AS oldest_seq
          FROM ${waiting} GROUP BY work, company_id) AS lane
       JOIN record ON record.seq = oldest_seq`,
    )
  const lanes = lanesIn('outbox')
  const lanesOfOutlets = lanesIn(
    `(SELECT outbox.* FROM outbox CROSS JOIN record ON record.seq = record_seq
      WHERE record.company_id = ? AND ${amongOutlets('?')})`,
  )
  const issuedBefore = database.prepare<unknown[], { readonly company_id: number; readonly count: number }>(
    `SELECT company_id, count(*) AS count FROM record INDEXED BY record_living WHERE ${isLiving} AND ${toSend} AND issued_at < ?
     GROUP BY company_id`,
  )
  const nextDue = database
    .prepare<unknown[], number>(
      'SELECT due_at FROM outbox WHERE work = ? AND company_id = ? ORDER BY due_at, record_seq LIMIT 1',
    )
    .pluck()
  const dueOf = database.prepare<[number], number>('SELECT due_at FROM outbox WHERE record_seq = ?').pluck()
  const advance = database.prepare('UPDATE outbox SET due_at = due_at - ?')
  const hasten = database.prepare('UPDATE outbox SET due_at = ? WHERE due_at > ?')
  const postpone = database.prepare('UPDATE outbox SET due_at = ?, tries = tries + 1 WHERE record_seq = ? AND work = ?')

  const beginBuild = database.prepare(
    "UPDATE outbox SET unfinished_builds = unfinished_builds + 1 WHERE record_seq = ? AND work = 'send'",
  )
  const endBuild = database.prepare("UPDATE outbox SET unfinished_builds = 0 WHERE record_seq = ? AND work = 'send'")

  return {
    async due(work, companyGuid, now, limit) {
      return due.all(work, companies.idOf(companyGuid), now, limit).map((row) => ({
        ...stored(row),
        dueAt: row.due_at,
        tries: row.tries,
        mostInBatch: row.most_in_batch,
        unfinishedBuilds: row.unfinished_builds,
      }))
    },
    async all(work, afterSeq, limit) {
      return all.all(work, afterSeq, limit).map(stored)
    },
    async nextDue(work, companyGuid) {
      return nextDue.get(work, companies.idOf(companyGuid)) ?? null
    },
    async dueOf(seq) {
      return dueOf.get(seq) ?? null
    },
    async lanes(of) {
      const rows = of ? lanesOfOutlets.all(companies.idOf(of.companyGuid), JSON.stringify(of.outletNames)) : lanes.all()
      return rows.map((row) => ({
        work: row.work,
        companyGuid: companies.nameOf(row.company_id).guid,
        count: row.count,
        firstDueAt: row.first_due_at,
        oldestAt: row.oldest_at,
      }))
    },
    async unsentIssuedBefore(instant) {
      const rows = issuedBefore.all(instant)
      return new Map(rows.map((row) => [companies.nameOf(row.company_id).guid, row.count]))
    },
    postpone(work, seqs, dueAt) {
      return commit.write(() => {
        for (const seq of seqs) postpone.run(dueAt, seq, work)
      })
    },
    beginBuilds(seqs) {
      return commit.write(() => {
        for (const seq of seqs) beginBuild.run(seq)
      })
    },
    endBuilds(seqs) {
      return commit.write(() => {
        for (const seq of seqs) endBuild.run(seq)
      })
    },
    advance(byMs) {
      return commit.write(() => void advance.run(Math.round(byMs)))
    },
    noLaterThan(dueAt) {
      return commit.write(() => void hasten.run(dueAt, dueAt))
    },
  }
}

interface LaneRow {
  readonly work: Lane['work']
  readonly company_id: number
  readonly count: number
  readonly first_due_at: number
  readonly oldest_at: number
}
