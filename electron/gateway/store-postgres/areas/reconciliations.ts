import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import { reconciliations, uuidsOf } from '../../store/kept/reconciliation-rows.ts'
import type { KeptReconciliation, Reconciliations, SentRecord } from '../../store/port/shifts.ts'
import { type Ask, first, textsCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { StoredOf } from '../records/stored.ts'
import type { Writer } from '../writer.ts'

interface Context {
  readonly read: Ask
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly stored: StoredOf
}

export function prepareReconciliations({ read, writer, companies, stored }: Context): Reconciliations {
  const sentRecord = async (row: NamedRow): Promise<SentRecord> => {
    const [record, events] = await Promise.all([
      stored(row),
      read<{ readonly uuid: string | null }>(
        `SELECT facts::json ->> 'uuid' AS uuid FROM event
         WHERE record_seq = $1 AND type IN ('taken', 'found', 'adopted') ORDER BY version`,
        row.seq,
      ),
    ])
    return {
      ...record,
      uuids: uuidsOf(
        record.record,
        events.flatMap(({ uuid }) => uuid ?? []),
      ),
    }
  }
  return {
    begin: ({ id, companyGuid, from, to, begunAt, begunBy, state, progress }) =>
      writer.write(async ({ ask }) => {
        await ask(
          `INSERT INTO reconciliation (id, company_id, from_day, to_day, begun_at, begun_by, state, progress)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          id,
          await companies.idOf(companyGuid, ask),
          from,
          to,
          begunAt,
          begunBy,
          state,
          progress,
        )
      }),
    byId: async (id) =>
      (await first(read<KeptReconciliation>(`${reconciliations('outcome')} WHERE reconciliation.id = $1`, id))) ?? null,
    async list(companyGuid, limit) {
      const text = `${reconciliations('NULL::text')} WHERE $1::bigint IS NULL OR company_id = $1
        ORDER BY begun_at DESC, reconciliation.id DESC LIMIT $2`
      return read<KeptReconciliation>(text, await companies.idOrNull(companyGuid), limit)
    },
    step: (id, { state, progress, outcome, documents }) =>
      writer.write(async ({ ask }) => {
        const update = 'UPDATE reconciliation SET state = $2, progress = $3, outcome = $4 WHERE id = $1'
        await ask(update, id, state, progress, outcome)
        await ask(
          `INSERT INTO reconciliation_document (reconciliation_id, uuid, document)
           SELECT DISTINCT ON (listed.uuid) $1, listed.uuid, listed.document
           FROM jsonb_to_recordset($2::jsonb) AS listed (uuid text, document text)
           ON CONFLICT (reconciliation_id, uuid) DO UPDATE SET document = excluded.document`,
          id,
          JSON.stringify(documents),
        )
        if (state === 'done') await ask('DELETE FROM reconciliation_document WHERE reconciliation_id = $1', id)
      }),
    documents: (id, afterUuid, limit) =>
      read<{ readonly uuid: string; readonly document: string }>(
        `SELECT uuid, document FROM reconciliation_document WHERE reconciliation_id = $1 AND uuid > $2
         ORDER BY uuid LIMIT $3`,
        id,
        afterUuid,
        limit,
      ),
    async sentBetween(companyGuid, { sentAt, seq }, to, limit) {
      const rows = await read<NamedRow>(
        `${named} WHERE company_id = $1 AND (first_sent_at, seq) > ($2, $3) AND first_sent_at <= $4
         ORDER BY first_sent_at, seq LIMIT $5`,
        await companies.idOf(companyGuid),
        sentAt,
        seq,
        to,
        limit,
      )
      return Promise.all(rows.map(sentRecord))
    },
    async byNumbers(companyGuid, numbers) {
      const rows = await read<NamedRow>(
        `${named} WHERE company_id = $1 AND phase <> 'voided'
           AND document_number IN (SELECT jsonb_array_elements_text($2::jsonb))`,
        await companies.idOf(companyGuid),
        textsCell(numbers),
      )
      return Promise.all(rows.map(sentRecord))
    },
  }
}
