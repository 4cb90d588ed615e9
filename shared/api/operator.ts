import type { CompletedFields, OperatorEndpoint, OperatorRow } from './axes.ts'
import { codesRows } from './operator/codes.ts'
import { companiesRows } from './operator/companies.ts'
import { consolidationRows } from './operator/consolidation.ts'
import { draftsRows } from './operator/drafts.ts'
import { healthRows } from './operator/health.ts'
import { installationsRows } from './operator/installations.ts'
import { mailRows } from './operator/mail.ts'
import { peopleRows } from './operator/people.ts'
import { proofRows } from './operator/proof.ts'
import { reconciliationRows } from './operator/reconciliation.ts'
import { recordActsRows } from './operator/record-acts.ts'
import { recordDetailRows } from './operator/record-detail.ts'
import { recordListRows } from './operator/record-list.ts'
import { rememberedRows } from './operator/remembered.ts'
import { reportRows } from './operator/report.ts'
import { sessionRows } from './operator/session.ts'
import { shiftsRows } from './operator/shifts.ts'
import { tokensRows } from './operator/tokens.ts'
import { upkeepRows } from './operator/upkeep.ts'
import { webhooksRows } from './operator/webhooks.ts'

export const operatorBase = '/operator/v1'

const rows = {
  ...healthRows,
  ...tokensRows,
  ...companiesRows,
  ...codesRows,
  ...consolidationRows,
  ...reportRows,
  ...installationsRows,
  ...proofRows,
  ...sessionRows,
  ...peopleRows,
  ...draftsRows,
  ...reconciliationRows,
  ...upkeepRows,
  ...recordListRows,
  ...recordDetailRows,
  ...recordActsRows,
  ...rememberedRows,
  ...shiftsRows,
  ...webhooksRows,
  ...mailRows,
} as const satisfies Record<string, OperatorRow>

export type OperatorCallId = keyof typeof rows
type Endpoints = { readonly [Id in OperatorCallId]: (typeof rows)[Id] & CompletedFields }

/** An endpoint with a body is a POST. */
const completed = ({ faults = [], ...row }: OperatorRow): OperatorEndpoint => ({
  outletScope: row.scope === 'open' || row.scope === 'person' ? 'no_sale' : 'refused',
  ...row,
  method: row.body ? 'POST' : 'GET',
  faults,
})

/** See contract 10. */
export const operatorApi = Object.fromEntries(
  Object.entries<OperatorRow>(rows).map(([id, row]) => [id, completed(row)]),
) as unknown as Endpoints
