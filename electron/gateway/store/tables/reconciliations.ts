import type { KeptReconciliation, Reconciliations, SentRecord } from '../port/shifts.ts'
import { columnsWithCompany, type RowWithCompany } from '../rows/record-row.ts'
import { type Engine, firstRow, raw, type Statement, sql } from '../sql.ts'
import { companyIdSql } from './record-rows.ts'
import { type RecordReader, recordEventsSql } from './stored-of.ts'

const columns = raw(columnsWithCompany)
/** @param outcome NULL for a list */
const runsWith = (outcome: string) => sql`SELECT reconciliation.id, company.guid AS "companyGuid",
    company.code AS "companyCode", from_day AS "from", to_day AS "to", begun_at AS "begunAt", progress,
    ${raw(outcome)} AS outcome
  FROM reconciliation JOIN company ON company.id = company_id`

export function reconciliationsTable({ read, append, dialect }: Engine, stored: RecordReader): Reconciliations {
  const { by, textsOf, thenJoin } = dialect
  const sentRecord = async (row: RowWithCompany): Promise<SentRecord> => {
    const [{ seq, record }, events] = await Promise.all([
      stored(row),
      read<{ readonly facts: string }>(
        sql`SELECT facts FROM ${recordEventsSql(row.seq)} AND type IN ('taken', 'found', 'taken_over') ORDER BY version`,
      ),
    ])
    const named = events.flatMap(({ facts }) => (JSON.parse(facts) as { readonly uuid?: string }).uuid ?? [])
    return { seq, record, uuids: [...new Set([...named, ...(record.authority ? [record.authority.uuid] : [])])] }
  }
  const all = async (statement: Statement) => Promise.all((await read<RowWithCompany>(statement)).map(sentRecord))
  return {
    async begin({ id, companyGuid, from, to, begunAt }) {
      await append([
        sql`INSERT INTO reconciliation (id, company_id, from_day, to_day, begun_at)
            VALUES (${id}, ${companyIdSql(companyGuid)}, ${from}, ${to}, ${begunAt})`,
      ])
    },
    byId: async (id) =>
      (await firstRow(read<KeptReconciliation>(sql`${runsWith('outcome')} WHERE reconciliation.id = ${id}`))) ?? null,
    async list(companyGuid, limit) {
      const ofCompany = companyGuid === null ? sql`` : sql`WHERE company_id = ${companyIdSql(companyGuid)}`
      return read<KeptReconciliation>(
        sql`${runsWith('NULL')} ${ofCompany} ORDER BY begun_at DESC, reconciliation.id DESC LIMIT ${limit}`,
      )
    },
    async end(id, { progress, outcome }) {
      await append([sql`UPDATE reconciliation SET progress = ${progress}, outcome = ${outcome} WHERE id = ${id}`])
    },
    sentBetween: async (companyGuid, { sentAt, seq }, to, limit) =>
      all(sql`SELECT ${columns} FROM record ${by('record_sent')} ${thenJoin} company ON company.id = record.company_id
        WHERE company_id = ${companyIdSql(companyGuid)} AND (first_sent_at, seq) > (${sentAt}, ${seq})
          AND first_sent_at <= ${to} ORDER BY first_sent_at, seq LIMIT ${limit}`),
    byNumbers: async (companyGuid, numbers) =>
      all(sql`SELECT ${columns} FROM ${textsOf(numbers)}
        ${thenJoin} record ${by('record_document_number')}
          ON company_id = ${companyIdSql(companyGuid)} AND document_number = value AND phase <> 'voided'
        ${thenJoin} company ON company.id = record.company_id`),
  }
}
