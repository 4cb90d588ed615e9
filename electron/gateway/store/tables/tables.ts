import type { Engine } from '../sql.ts'
import { actsTable } from './acts.ts'
import { buyersTable } from './buyers.ts'
import { codesTable } from './codes.ts'
import { companiesTable } from './companies.ts'
import { consolidationWrites } from './consolidation-writes.ts'
import { consolidationsTable } from './consolidations.ts'
import { draftsTable } from './drafts.ts'
import { mailsTable } from './mails.ts'
import { peopleTable } from './people.ts'
import { reconciliationsTable } from './reconciliations.ts'
import { recordWrites } from './record-writes.ts'
import { recordReads } from './records.ts'
import { type ScheduleDeps, scheduleTable } from './schedule.ts'
import { sessionsTable } from './sessions.ts'
import { settingsTable } from './settings.ts'
import { shiftDocuments } from './shift-documents.ts'
import { shiftsTable } from './shifts.ts'
import { makeCheckedRecordReader } from './stored-of.ts'
import { verifiedTaxpayersTable } from './taxpayers.ts'
import { tokensTable } from './tokens.ts'
import { toldAlertsTable } from './told-alerts.ts'
import { waitingReceipts } from './waiting-receipts.ts'
import { webhooksTable } from './webhooks.ts'

/** @param damaged called for a record whose row or body was changed */
export function tablesOver(
  engine: Engine,
  isTrusted: ScheduleDeps['isTrusted'],
  damaged: (code: 'row_damaged' | 'body_damaged', record: number) => void,
) {
  const rowDamaged = (record: number) => damaged('row_damaged', record)
  const stored = makeCheckedRecordReader(engine, rowDamaged)
  const deps = { stored, isTrusted, bodyDamaged: (record: number) => damaged('body_damaged', record) }
  return {
    acts: actsTable(engine),
    buyers: buyersTable(engine),
    codes: codesTable(engine),
    companies: companiesTable(engine),
    consolidations: {
      ...consolidationsTable(engine, stored),
      ...consolidationWrites(engine),
      receipts: waitingReceipts(engine, rowDamaged),
    },
    drafts: draftsTable(engine),
    people: peopleTable(engine),
    records: { ...recordReads(engine, deps), ...recordWrites(engine) },
    reconciliations: reconciliationsTable(engine, stored),
    schedule: scheduleTable(engine, deps),
    sessions: sessionsTable(engine),
    settings: settingsTable(engine),
    shifts: { ...shiftsTable(engine), documents: shiftDocuments(engine, deps) },
    taxpayers: verifiedTaxpayersTable(engine),
    toldAlerts: toldAlertsTable(engine),
    tokens: tokensTable(engine),
    webhooks: webhooksTable(engine, stored),
    mails: mailsTable(engine),
  }
}
