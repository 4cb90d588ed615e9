import type { Engine } from '../sql.ts'
import { actsTable } from './acts.ts'
import { buyersTable } from './buyers.ts'
import { codesTable } from './codes.ts'
import { companiesTable } from './companies.ts'
import { consolidationWrites } from './consolidation-writes.ts'
import { consolidationsTable } from './consolidations.ts'
import { draftsTable } from './drafts.ts'
import { peopleTable } from './people.ts'
import { reconciliationsTable } from './reconciliations.ts'
import { recordWrites } from './record-writes.ts'
import { type RecordDeps, recordsTable } from './records.ts'
import { type ScheduleDeps, scheduleTable } from './schedule.ts'
import { sessionsTable } from './sessions.ts'
import { settingsTable } from './settings.ts'
import { shiftDocuments } from './shift-documents.ts'
import { shiftsTable } from './shifts.ts'
import { verifiedTaxpayersTable } from './taxpayers.ts'
import { tokensTable } from './tokens.ts'
import { toldAlertsTable } from './told-alerts.ts'
import { waitingReceipts } from './waiting-receipts.ts'
import { webhooksTable } from './webhooks.ts'

interface TableDeps extends RecordDeps, ScheduleDeps {
  /** A row was changed or cannot be read. */
  readonly damaged: (seq: number) => unknown
}

export const tablesOver = (engine: Engine, deps: TableDeps) => ({
  acts: actsTable(engine),
  buyers: buyersTable(engine),
  codes: codesTable(engine),
  companies: companiesTable(engine),
  consolidations: {
    ...consolidationsTable(engine, deps.stored),
    ...consolidationWrites(engine),
    receipts: waitingReceipts(engine, deps.damaged),
  },
  drafts: draftsTable(engine),
  people: peopleTable(engine),
  records: { ...recordsTable(engine, deps), ...recordWrites(engine) },
  reconciliations: reconciliationsTable(engine, deps.stored),
  schedule: scheduleTable(engine, deps),
  sessions: sessionsTable(engine),
  settings: settingsTable(engine),
  shifts: { ...shiftsTable(engine), documents: shiftDocuments(engine, deps) },
  taxpayers: verifiedTaxpayersTable(engine),
  toldAlerts: toldAlertsTable(engine),
  tokens: tokensTable(engine),
  webhooks: webhooksTable(engine, deps.stored),
})
