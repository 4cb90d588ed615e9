import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { reconciliations, uuidsOf } from '../kept/reconciliation-rows.ts'
import type { RecordRow } from '../kept/rows.ts'
import type { KeptReconciliation, Reconciliations, SentRecord } from '../port/shifts.ts'
import { storedAsWritten } from '../records/stored.ts'
import type { CompanyIds } from './company-ids.ts'

interface ListedRow {
  readonly uuid: string
  readonly document: string
}

export function prepareReconciliations(
  database: Database,
  commit: GroupCommit,
  { ids }: { readonly ids: CompanyIds },
): Reconciliations {
  const insert = database.prepare(
    `INSERT INTO reconciliation (id, company_id, from_day, to_day, begun_at, begun_by, state, progress)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const byId = database.prepare<[string], KeptReconciliation>(
    `${reconciliations('outcome')} WHERE reconciliation.id = ?`,
  )
  const list = database.prepare<unknown[], KeptReconciliation>(
    `${reconciliations('NULL')} WHERE ? IS NULL OR company_id = ?
     ORDER BY begun_at DESC, reconciliation.id DESC LIMIT ?`,
  )
  const update = database.prepare('UPDATE reconciliation SET state = ?, progress = ?, outcome = ? WHERE id = ?')
  const keep = database.prepare(
    `INSERT INTO reconciliation_document (reconciliation_id, uuid, document) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET document = excluded.document`,
  )
  const forget = database.prepare('DELETE FROM reconciliation_document WHERE reconciliation_id = ?')
  const documents = database.prepare<unknown[], ListedRow>(
    `SELECT uuid, document FROM reconciliation_document WHERE reconciliation_id = ? AND uuid > ? ORDER BY uuid LIMIT ?`,
  )
  const sent = database.prepare<unknown[], RecordRow>(
    `SELECT * FROM record INDEXED BY record_sent WHERE company_id = ? AND (first_sent_at, seq) > (?, ?)
       AND first_sent_at <= ? ORDER BY first_sent_at, seq LIMIT ?`,
  )
  const numbered = database.prepare<unknown[], RecordRow>(
    `SELECT record.* FROM json_each(?) JOIN record INDEXED BY record_document_number
     ON company_id = ? AND document_number = json_each.value AND phase <> 'voided'`,
  )
  const named = database
    .prepare<[number], string>(
      `SELECT json_extract(facts, '$.uuid') FROM event
       WHERE record_seq = ? AND type IN ('taken', 'found', 'adopted')`,
    )
    .pluck()
  const stored = storedAsWritten(ids)
  const sentRecord = (row: RecordRow): SentRecord => {
    const { seq, record } = stored(row)
    return { seq, record, uuids: uuidsOf(record, named.all(seq)) }
  }

  return {
    begin({ id, companyGuid, from, to, begunAt, begunBy, state, progress }) {
      return commit.write(() => {
        insert.run(id, ids.idOf(companyGuid), from, to, begunAt, begunBy, state, progress)
      })
    },
    async byId(id) {
      return byId.get(id) ?? null
    },
    async list(companyGuid, limit) {
      const companyId = companyGuid === null ? null : ids.idOf(companyGuid)
      return list.all(companyId, companyId, limit)
    },
    step(id, { state, progress, outcome, documents: listed }) {
      return commit.write(() => {
        update.run(state, progress, outcome, id)
        for (const { uuid, document } of listed) keep.run(id, uuid, document)
        if (state === 'done') forget.run(id)
      })
    },
    async documents(id, afterUuid, limit) {
      return documents.all(id, afterUuid, limit)
    },
    async sentBetween(companyGuid, { sentAt, seq }, to, limit) {
      return sent.all(ids.idOf(companyGuid), sentAt, seq, to, limit).map(sentRecord)
    },
    async byNumbers(companyGuid, numbers) {
      return numbered.all(JSON.stringify(numbers), ids.idOf(companyGuid)).map(sentRecord)
    },
  }
}
