import type { Database } from 'better-sqlite3'
import type { CompanyIds } from './company-ids.ts'
import type { GroupCommit } from './group-commit.ts'
import type { KeptReconciliation, ReconciliationState, Reconciliations, SentRecord } from './port-shifts.ts'
import { type RecordRow, recordOf } from './rows.ts'

interface Row {
  readonly id: string
  readonly company_id: number
  readonly from_day: string
  readonly to_day: string
  readonly begun_at: number
  readonly begun_by: string
  readonly state: ReconciliationState
  readonly progress: string
  readonly outcome: string | null
}

interface ListedRow {
  readonly uuid: string
  readonly document: string
}

export function prepareReconciliations(database: Database, commit: GroupCommit, ids: CompanyIds): Reconciliations {
  const insert = database.prepare(
    `INSERT INTO reconciliation (id, company_id, from_day, to_day, begun_at, begun_by, state, progress)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const byId = database.prepare<[string], Row>('SELECT * FROM reconciliation WHERE id = ?')
  const list = database.prepare<unknown[], Row>(
    `SELECT id, company_id, from_day, to_day, begun_at, begun_by, state, progress, NULL AS outcome FROM reconciliation
     WHERE ? IS NULL OR company_id = ? ORDER BY begun_at DESC, id DESC LIMIT ?`,
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
  const sentRecord = (row: RecordRow): SentRecord => {
    const record = recordOf(row, ids.nameOf(row.company_id))
    const current = record.authority ? [record.authority.uuid] : []
    return { seq: row.seq, record, uuids: [...new Set([...named.all(row.seq), ...current])] }
  }

  return {
    begin({ id, companyGuid, from, to, begunAt, begunBy, state, progress }) {
      return commit.write(() => {
        insert.run(id, ids.idOf(companyGuid), from, to, begunAt, begunBy, state, progress)
      })
    },
    async byId(id) {
      const row = byId.get(id)
      return row ? keptOf(row, ids) : null
    },
    async list(companyGuid, limit) {
      const companyId = companyGuid === null ? null : ids.idOf(companyGuid)
      return list.all(companyId, companyId, limit).map((row) => keptOf(row, ids))
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

const keptOf = (row: Row, ids: CompanyIds): KeptReconciliation => {
  const { guid, code } = ids.nameOf(row.company_id)
  return {
    id: row.id,
    companyGuid: guid,
    companyCode: code,
    from: row.from_day,
    to: row.to_day,
    begunAt: row.begun_at,
    begunBy: row.begun_by,
    state: row.state,
    progress: row.progress,
    outcome: row.outcome,
  }
}
