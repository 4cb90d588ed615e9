import { evolve } from '../../../../shared/domain/evolve.ts'
import type { Run, ShiftName } from '../port/consolidation.ts'
import type { Stored, Update } from '../port/records.ts'

/** What the index `record_waiting` has. */
export const waits = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"

/** What is asked of the receipts that wait, by their till: a `WaitingTill` without its company. */
export const waitingTills = `family, outlet_name AS "outletName", terminal_name AS "terminalName", count(*) AS count,
  min(issued_at) AS "oldestIssuedAt"`

const has = (states: string) =>
  `EXISTS (SELECT 1 FROM consolidation_member WHERE document_seq = record.seq AND ${states})`

/** A document whose members do not stand as it does. @param members how the engine reads records as `member` */
export const isUnfollowed = (members: string): string =>
  `members > 0 AND (
     (phase = 'valid' AND (${has("state = 'waiting'")} OR (long_id <> '' AND EXISTS (SELECT 1 FROM ${members}
       WHERE member.phase = 'valid' AND member.long_id = '' AND member.consolidated_into = record.sale_guid)))) OR
     (phase = 'invalid' AND closed = 0) OR
     (phase IN ('invalid', 'cancelled') AND ${has("state <> 'released'")}))`

/** A row of `consolidation_run` with what it made. */
export interface RunRow extends Omit<Run, 'shift' | 'discloses'> {
  readonly shift: string | null
  readonly discloses: number
}

export const runsWhere = (condition: string): string =>
  `SELECT run.id, company.guid AS "companyGuid", run.by, last_day AS "lastDay", shift, discloses, planned,
     left_over AS "leftOver", started_at AS "startedAt", finished_at AS "finishedAt",
     count(document_seq) AS made, CAST(coalesce(sum(record.members), 0) AS bigint) AS members
   FROM consolidation_run run JOIN company ON company.id = run.company_id
   LEFT JOIN consolidation_document ON run_id = run.id LEFT JOIN record ON record.seq = document_seq
   WHERE ${condition} GROUP BY run.id, company.guid`

export const runOf = (row: RunRow): Run => ({
  ...row,
  shift: row.shift === null ? null : (JSON.parse(row.shift) as ShiftName),
  discloses: row.discloses === 1,
})

/** What an event makes of a record, to be written. */
export const updateOf = (was: Stored, event: Parameters<typeof evolve>[1]): Update => ({
  kind: 'update',
  was,
  event,
  record: evolve(was.record, event),
  by: null,
  dueAt: null,
})
