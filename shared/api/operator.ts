import type { z } from 'zod'
import type { EndpointRow } from './axes.ts'
import { approvalsRows } from './operator/approvals.ts'
import { changesRows } from './operator/changes.ts'
import { codesRows } from './operator/codes.ts'
import { companiesRows } from './operator/companies.ts'
import { consolidationRows } from './operator/consolidation.ts'
import { doctorRows } from './operator/doctor.ts'
import { draftsRows } from './operator/drafts.ts'
import { eventsRows } from './operator/events.ts'
import { exportRows } from './operator/export.ts'
import { figuresRows } from './operator/figures.ts'
import { healthRows } from './operator/health.ts'
import { installationsRows } from './operator/installations.ts'
import { journalRows } from './operator/journal.ts'
import { newDocumentRows } from './operator/new-document.ts'
import { outletsRows } from './operator/outlets.ts'
import { peopleRows } from './operator/people.ts'
import { picturesRows } from './operator/pictures.ts'
import { practiceRows } from './operator/practice.ts'
import { reconciliationRows } from './operator/reconciliation.ts'
import { recordActsRows } from './operator/record-acts.ts'
import { recordDetailRows } from './operator/record-detail.ts'
import { recordListRows } from './operator/record-list.ts'
import { refusalRows } from './operator/refusals.ts'
import { reportRows } from './operator/report.ts'
import { sendingRows } from './operator/sending.ts'
import { sessionRows } from './operator/session.ts'
import { shiftsRows } from './operator/shifts.ts'
import { tokensRows } from './operator/tokens.ts'
import { upkeepRows } from './operator/upkeep.ts'
import { webhooksRows } from './operator/webhooks.ts'

export interface OperatorRow extends Omit<EndpointRow, 'body'> {
  readonly body?: z.ZodType
  /** Under /operator/v1. */
  readonly path: `/${string}`
  /** Where it is not as much as any ask may have. */
  readonly mostBodyBytes?: number
}

/** What the command line and the screens ask of a gateway beyond the interface (contract 10). */
export const operator = {
  ...changesRows,
  ...healthRows,
  ...picturesRows,
  ...tokensRows,
  ...companiesRows,
  ...codesRows,
  ...doctorRows,
  ...exportRows,
  ...practiceRows,
  ...consolidationRows,
  ...figuresRows,
  ...installationsRows,
  ...outletsRows,
  ...journalRows,
  ...newDocumentRows,
  ...sessionRows,
  ...peopleRows,
  ...approvalsRows,
  ...draftsRows,
  ...eventsRows,
  ...reconciliationRows,
  ...upkeepRows,
  ...recordListRows,
  ...refusalRows,
  ...recordDetailRows,
  ...recordActsRows,
  ...sendingRows,
  ...reportRows,
  ...shiftsRows,
  ...webhooksRows,
} as const satisfies Record<string, OperatorRow>

export type OperatorCall = keyof typeof operator
