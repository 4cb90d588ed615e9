import type { Database } from 'better-sqlite3'
import type { CompanyIds } from './company-ids.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Consolidations, Run, ShiftName } from './port-consolidation.ts'
import { type RecordRow, recordOf } from './rows.ts'

type Runs = Pick<Consolidations, 'begin' | 'finish' | 'unfinished' | 'runs' | 'run' | 'documents'>

export function prepareConsolidationRuns(
  database: Database,
  { ids, commit }: { readonly ids: CompanyIds; readonly commit: GroupCommit },
): Runs {
  const begin = database.prepare(
    `INSERT INTO consolidation_run (id, company_id, by, last_day, shift, discloses, planned, left_over, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`,
  )
  const finish = database.prepare(
    'UPDATE consolidation_run SET finished_at = ?, left_over = ? WHERE id = ? AND finished_at IS NULL',
  )
  const counted = `SELECT consolidation_run.*, count(document_seq) AS made, coalesce(sum(members), 0) AS members
    FROM consolidation_run LEFT JOIN consolidation_document ON run_id = consolidation_run.id
    LEFT JOIN record ON record.seq = document_seq`
  const unfinished = database.prepare<[], RunRow>(`${counted} WHERE finished_at IS NULL GROUP BY consolidation_run.id`)
  const runs = database.prepare<[number, number], RunRow>(
    `${counted} WHERE consolidation_run.company_id = ? GROUP BY consolidation_run.id
     ORDER BY started_at DESC, consolidation_run.rowid DESC LIMIT ?`,
  )
  const run = database.prepare<[string], RunRow>(
    `${counted} WHERE consolidation_run.id = ? GROUP BY consolidation_run.id`,
  )
  const documents = database.prepare<[string], RecordRow>(
    `SELECT record.* FROM consolidation_document JOIN record ON record.seq = document_seq
     WHERE run_id = ? ORDER BY document_seq`,
  )
  const runOf = (row: RunRow): Run => ({
    id: row.id,
    companyGuid: ids.nameOf(row.company_id).guid,
    by: row.by,
    lastDay: row.last_day,
    shift: row.shift === null ? null : (JSON.parse(row.shift) as ShiftName),
    discloses: row.discloses === 1,
    planned: row.planned,
    leftOver: row.left_over,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    made: row.made,
    members: row.members,
  })

  return {
    begin({ id, companyGuid, by, lastDay, shift, discloses, planned, startedAt }) {
      return commit.write(() => {
        const named = shift && JSON.stringify(shift)
        const cells = [id, ids.idOf(companyGuid), by, lastDay, named, Number(discloses ?? false), planned, startedAt]
        return begin.run(...cells).changes === 1
      })
    },
    finish(runId, at, leftOver) {
      return commit.write(() => void finish.run(at, leftOver, runId))
    },
    async unfinished() {
      return unfinished.all().map(runOf)
    },
    async runs(companyGuid, limit) {
      return runs.all(ids.idOf(companyGuid), limit).map(runOf)
    },
    async run(runId) {
      const row = run.get(runId)
      return row ? runOf(row) : null
    },
    async documents(runId) {
      return documents.all(runId).map((row) => ({ seq: row.seq, record: recordOf(row, ids.nameOf(row.company_id)) }))
    },
  }
}

interface RunRow {
  readonly id: string
  readonly company_id: number
  readonly by: string
  readonly last_day: string
  readonly shift: string | null
  readonly discloses: number
  readonly planned: number
  readonly left_over: number
  readonly started_at: number
  readonly finished_at: number | null
  readonly made: number
  readonly members: number
}
