import type { WorkKind } from '../../../../shared/domain/status.ts'
import type { DueRecord, Schedule, WorkBacklog } from '../port/port.ts'
import type { RowWithCompany } from '../rows/record-row.ts'
import { type Engine, numbersIn, readValue, type Statement, sql } from '../sql.ts'
import { andOutlets, companyIdSql, recordsWithCompany } from './record-rows.ts'
import { type RecordReader, recordsReader } from './stored-of.ts'

export interface ScheduleDeps {
  readonly stored: RecordReader
  /** Whether anything may go out to the authority. */
  readonly isTrusted: () => boolean | Promise<boolean>
}

export const scheduleTable = (engine: Engine, deps: ScheduleDeps): Schedule => ({
  ...scheduleReads(engine, deps),
  ...scheduleWrites(engine),
})

interface DueRow extends RowWithCompany {
  readonly due_at: number
  readonly tries: number
  readonly most_in_batch: number
  readonly unfinished_builds: number
}

const sliceSize = 100
const outgoing: readonly WorkKind[] = ['send', 'cancel']

function scheduleReads({ read, dialect }: Engine, { stored, isTrusted }: ScheduleDeps) {
  const { by, thenJoin } = dialect
  const all = recordsReader({ read }, stored)
  const scheduled = sql`record ${by('record_living')}`
  const waiting = (work: WorkKind, companyGuid: string) =>
    sql`work = ${work} AND company_id = ${companyIdSql(companyGuid)}`
  /** While a finding stops sending, nothing that would go out is due; what only asks still is. */
  const mayBeDue = async (work: WorkKind) => !outgoing.includes(work) || isTrusted()
  const dueAt = (which: Statement) => readValue<number>({ read }, sql`SELECT due_at AS value FROM ${which}`)
  const dueOf = async (row: DueRow): Promise<DueRecord> => ({
    ...(await stored(row)),
    dueAt: row.due_at,
    tries: row.tries,
    mostInBatch: row.most_in_batch,
    unfinishedBuilds: row.unfinished_builds,
  })
  return {
    async due(work, companyGuid, now, limit) {
      if (!(await mayBeDue(work))) return []
      const due: DueRecord[] = []
      for (let last = { dueAt: -1, seq: 0 }; due.length < limit; last = due.at(-1) ?? last) {
        const most = Math.min(limit - due.length, sliceSize)
        const rows = await read<DueRow>(
          sql`${recordsWithCompany(dialect, scheduled)} WHERE ${waiting(work, companyGuid)} AND due_at <= ${now}
              AND (due_at, seq) > (${last.dueAt}, ${last.seq}) ORDER BY due_at, seq LIMIT ${most}`,
        )
        due.push(...(await Promise.all(rows.map(dueOf))))
        if (rows.length < sliceSize) break
        // A till that sells meanwhile is answered in between.
        await new Promise((resolve) => setImmediate(resolve))
      }
      return due
    },
    all: (work, afterSeq, limit) =>
      all(sql`${recordsWithCompany(dialect, scheduled)} WHERE work = ${work} AND seq > ${afterSeq}
        ORDER BY seq LIMIT ${limit}`),
    nextDue: async (work, companyGuid) =>
      (await mayBeDue(work))
        ? dueAt(sql`${scheduled} WHERE ${waiting(work, companyGuid)} ORDER BY due_at, seq LIMIT 1`)
        : null,
    dueOf: (seq) => dueAt(sql`record WHERE seq = ${seq}`),
    lanes: (outlets) =>
      read<WorkBacklog>(
        sql`SELECT lane.work, company.guid AS "companyGuid", count, first_due_at AS "firstDueAt",
              submitted_at AS "oldestAt"
            FROM (SELECT work, company_id, count(*) AS count, min(due_at) AS first_due_at, min(seq) AS oldest_seq
                  FROM ${scheduled} WHERE work IS NOT NULL ${andOutlets(dialect, outlets)}
                    AND (work <> 'release' OR attention <> 'waits_for_consolidation')
                  GROUP BY work, company_id) AS lane
            ${thenJoin} record ON record.seq = oldest_seq ${thenJoin} company ON company.id = lane.company_id`,
      ),
    async unsentIssuedBefore(instant) {
      const rows = await read<{ readonly guid: string; readonly count: number }>(
        sql`SELECT company.guid, count(*) AS count
            FROM ${scheduled} ${thenJoin} company ON company.id = company_id
            WHERE work = 'send' AND issued_at < ${instant} GROUP BY company.guid`,
      )
      return new Map(rows.map(({ guid, count }) => [guid, count]))
    },
  } satisfies Partial<Schedule>
}

function scheduleWrites({ append, dialect }: Engine) {
  const set = async (change: Statement) => void (await append([sql`UPDATE record SET ${change}`]))
  const among = (work: WorkKind, seqs: readonly number[]) => sql`work = ${work} AND seq IN ${numbersIn(dialect, seqs)}`
  return {
    postpone: (work, seqs, at) => set(sql`due_at = ${at}, tries = tries + 1 WHERE ${among(work, seqs)}`),
    beginBuilds: (seqs) => set(sql`unfinished_builds = unfinished_builds + 1 WHERE ${among('send', seqs)}`),
    endBuilds: (seqs) => set(sql`unfinished_builds = 0 WHERE ${among('send', seqs)}`),
    advance: (byMs) => set(sql`due_at = due_at - ${Math.round(byMs)} WHERE work IS NOT NULL`),
    noLaterThan: (at) => set(sql`due_at = ${at} WHERE work IS NOT NULL AND due_at > ${at}`),
  } satisfies Partial<Schedule>
}
