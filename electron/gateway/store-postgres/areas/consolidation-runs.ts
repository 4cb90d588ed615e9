import { type RunRow, runOf, runsWhere } from '../../store/kept/consolidation-rows.ts'
import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import type { Consolidations } from '../../store/port/consolidation.ts'
import { first } from '../ask.ts'
import type { ConsolidationDeps } from './consolidation.ts'

type Runs = Pick<Consolidations, 'begin' | 'finish' | 'unfinished' | 'runs' | 'run' | 'documents'>

export function prepareConsolidationRuns({ read, writer, companies, stored }: ConsolidationDeps): Runs {
  return {
    begin: ({ id, companyGuid, by, lastDay, shift, discloses, planned, startedAt }) =>
      writer.write(async ({ ask }) => {
        const ofShift = shift && JSON.stringify(shift)
        const { count } = await ask(
          `INSERT INTO consolidation_run (id, company_id, by, last_day, shift, discloses, planned, started_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
          id,
          await companies.idOf(companyGuid, ask),
          by,
          lastDay,
          ofShift,
          Number(discloses ?? false),
          planned,
          startedAt,
        )
        return count === 1
      }),
    finish: (runId, at, leftOver) =>
      writer.write(async ({ ask }) => {
        const text = `UPDATE consolidation_run SET finished_at = $2, left_over = $3
          WHERE id = $1 AND finished_at IS NULL`
        await ask(text, runId, at, leftOver)
      }),
    unfinished: async () => (await read<RunRow>(runsWhere('finished_at IS NULL'))).map(runOf),
    async runs(companyGuid, limit) {
      const text = `${runsWhere('run.company_id = $1')} ORDER BY started_at DESC, run.seq DESC LIMIT $2`
      return (await read<RunRow>(text, await companies.idOf(companyGuid), limit)).map(runOf)
    },
    async run(runId) {
      const row = await first(read<RunRow>(runsWhere('run.id = $1'), runId))
      return row ? runOf(row) : null
    },
    async documents(runId) {
      const text = `${named} JOIN consolidation_document ON document_seq = record.seq WHERE run_id = $1 ORDER BY seq`
      return Promise.all((await read<NamedRow>(text, runId)).map(stored))
    },
  }
}
