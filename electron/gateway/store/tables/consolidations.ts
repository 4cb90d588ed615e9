import type {
  CompanyWaitingSummary,
  ConsolidationRun,
  Consolidations,
  TillWaitingSummary,
} from '../port/consolidation.ts'
import { columnsWithCompany, toConsolidateSql as waitsText } from '../rows/record-row.ts'
import { type Engine, oneRow, raw, readCount, type Statement, sql } from '../sql.ts'
import { andOutlets, companyIdSql } from './record-rows.ts'
import { type RecordReader, recordsReader } from './stored-of.ts'

export const consolidationsTable = (engine: Engine, stored: RecordReader) => ({
  ...reads(engine, stored),
  ...runs(engine, stored),
})

const waits = raw(waitsText)
const columns = raw(columnsWithCompany)
const has = (states: Statement) =>
  sql`EXISTS (SELECT 1 FROM consolidation_member WHERE document_seq = record.seq AND ${states})`

function reads({ read, dialect }: Engine, stored: RecordReader) {
  const { by, thenJoin } = dialect
  const all = recordsReader({ read }, stored)
  const isUnfollowed = sql`members > 0 AND (
     (phase = 'valid' AND (${has(sql`state = 'waiting'`)} OR (long_id <> '' AND EXISTS (
       SELECT 1 FROM record AS member ${by('record_unlinked')}
       WHERE member.phase = 'valid' AND member.long_id = '' AND member.consolidated_into = record.sale_guid)))) OR
     (phase = 'invalid' AND closed = 0) OR
     (phase IN ('invalid', 'cancelled') AND ${has(sql`state <> 'released'`)}))`
  return {
    async tills(companyGuid, issuedBefore) {
      const rows = await read<Omit<TillWaitingSummary, 'companyGuid'>>(
        sql`SELECT family, outlet_name AS "outletName", terminal_name AS "terminalName", count(*) AS count,
              min(issued_at) AS "oldestIssuedAt"
            FROM record ${by('record_waiting')}
            WHERE company_id = ${companyIdSql(companyGuid)} AND ${waits} AND issued_at < ${issuedBefore}
            GROUP BY outlet_name, terminal_name, family ORDER BY outlet_name, terminal_name, family`,
      )
      return rows.map((row): TillWaitingSummary => ({ companyGuid, ...row }))
    },
    waiting: (outlets) =>
      read<CompanyWaitingSummary>(
        sql`SELECT company.guid AS "companyGuid", min(issued_at) AS "oldestIssuedAt",
              count(*) + (SELECT count(*) FROM record AS note ${by('record_attention')}
                WHERE attention = 'waits_for_consolidation' AND company_id = company.id AND phase = 'held'
                  AND consolidated_into IS NULL ${andOutlets(dialect, outlets, 'note')}) AS count
            FROM record ${by('record_waiting')} ${thenJoin} company ON company.id = company_id
            WHERE ${waits} ${andOutlets(dialect, outlets)} GROUP BY company.id`,
      ),
    documentsOf({ companyGuid, family, outletName, terminalName }, start) {
      const ofTill = sql`company_id = ${companyIdSql(companyGuid)}
        AND sale_code >= ${start} AND sale_code < ${`${start}~`} AND shift_code = 'CONSOLIDATED'
        AND terminal_name = ${terminalName} AND outlet_name = ${outletName} AND family = ${family} AND kind = 'invoice'`
      return readCount(
        { read },
        sql`SELECT (SELECT count(*) FROM record ${by('record_business_key')} WHERE phase <> 'voided' AND ${ofTill}) +
              (SELECT count(*) FROM record ${by('record_voided_key')} WHERE voided_at IS NOT NULL AND ${ofTill}) AS count`,
      )
    },
    unfollowed: (limit) =>
      all(
        sql`SELECT ${columns} FROM record ${by('record_consolidated_document')}
            ${thenJoin} company ON company.id = record.company_id
            WHERE ${isUnfollowed} ORDER BY record.seq LIMIT ${limit}`,
      ),
    members: (documentSeq, afterSeq, limit) =>
      all(
        sql`SELECT ${columns} FROM consolidation_member ${thenJoin} record ON record.seq = record_seq
            ${thenJoin} company ON company.id = record.company_id
            WHERE document_seq = ${documentSeq} AND record_seq > ${afterSeq} ORDER BY record_seq LIMIT ${limit}`,
      ),
  } satisfies Partial<Consolidations>
}

interface RunRow extends Omit<ConsolidationRun, 'discloses'> {
  readonly discloses: number
}

const runOf = (row: RunRow): ConsolidationRun => ({ ...row, discloses: row.discloses === 1 })

function runs({ read, append }: Engine, stored: RecordReader) {
  const all = recordsReader({ read }, stored)
  const found = async (where: Statement, order = sql``) => {
    const rows = await read<RunRow>(
      sql`SELECT run.id, company.guid AS "companyGuid", run.by, last_day AS "lastDay", discloses, planned,
            left_over AS "leftOver", run.closed, started_at AS "startedAt", finished_at AS "finishedAt",
            count(document_seq) AS made, CAST(coalesce(sum(record.members), 0) AS bigint) AS members
          FROM consolidation_run run JOIN company ON company.id = run.company_id
          LEFT JOIN consolidation_document ON run_id = run.id LEFT JOIN record ON record.seq = document_seq
          WHERE ${where} GROUP BY run.seq, company.guid ${order}`,
    )
    return rows.map(runOf)
  }
  return {
    async begin({ id, companyGuid, by, lastDay, discloses, planned, startedAt }) {
      const refused = await append([
        oneRow(
          sql`INSERT INTO consolidation_run
                (id, company_id, by, last_day, discloses, planned, left_over, started_at)
              VALUES (${id}, ${companyIdSql(companyGuid)}, ${by}, ${lastDay},
                ${Number(discloses ?? false)}, ${planned}, 0, ${startedAt}) ON CONFLICT DO NOTHING`,
          'running',
        ),
      ])
      return !refused
    },
    async finish(runId, at, leftOver) {
      await append([
        sql`UPDATE consolidation_run SET finished_at = ${at}, left_over = ${leftOver}
            WHERE id = ${runId} AND finished_at IS NULL`,
      ])
    },
    unfinished: () => found(sql`finished_at IS NULL`),
    runs: async (companyGuid, limit) =>
      found(
        sql`run.company_id = ${companyIdSql(companyGuid)}`,
        sql`ORDER BY started_at DESC, run.seq DESC LIMIT ${limit}`,
      ),
    run: async (runId) => (await found(sql`run.id = ${runId}`))[0] ?? null,
    documents: (runId) =>
      all(
        sql`SELECT ${columns} FROM consolidation_document JOIN record ON record.seq = document_seq
            JOIN company ON company.id = record.company_id WHERE run_id = ${runId} ORDER BY document_seq`,
      ),
  } satisfies Partial<Consolidations>
}
