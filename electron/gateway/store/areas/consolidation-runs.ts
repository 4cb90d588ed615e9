import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { type RunRow, runOf, runsWhere } from '../kept/consolidation-rows.ts'
import type { RecordRow } from '../kept/rows.ts'
import type { Consolidations } from '../port/consolidation.ts'
import { storedAsWritten } from '../records/stored.ts'
import type { CompanyIds } from './company-ids.ts'

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
  const unfinished = database.prepare<[], RunRow>(runsWhere('finished_at IS NULL'))
  const runs = database.prepare<[number, number], RunRow>(
    `${runsWhere('run.company_id = ?')} ORDER BY started_at DESC, run.rowid DESC LIMIT ?`,
  )
  const run = database.prepare<[string], RunRow>(runsWhere('run.id = ?'))
  const documents = database.prepare<[string], RecordRow>(
    `SELECT record.* FROM consolidation_document JOIN record ON record.seq = document_seq
     WHERE run_id = ? ORDER BY document_seq`,
  )

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
      return documents.all(runId).map(storedAsWritten(ids))
    },
  }
}
