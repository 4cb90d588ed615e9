import { codesRoutes } from '../features/codes/routes.ts'
import { companiesRoutes } from '../features/companies/companies.ts'
import { consolidationRoutes } from '../features/consolidation/routes.ts'
import { doctorRoutes } from '../features/doctor/routes.ts'
import { eventsRoutes } from '../features/events/routes.ts'
import { healthRoutes } from '../features/health/routes.ts'
import { installationsRoutes } from '../features/installations/routes.ts'
import { journalRoutes } from '../features/journal/journal.ts'
import { outletsRoutes } from '../features/outlets/routes.ts'
import { peopleRoutes } from '../features/people/routes.ts'
import { practiceRoutes } from '../features/practice/routes.ts'
import { reconciliationRoutes } from '../features/reconciliation/routes.ts'
import { recordsRoutes } from '../features/records/routes.ts'
import { reportsRoutes } from '../features/reports/routes.ts'
import { sendingRoutes } from '../features/sending/routes.ts'
import { shiftsRoutes } from '../features/shifts/routes.ts'
import { slipRoutes } from '../features/slip/routes.ts'
import { draftsRoutes } from '../features/submissions/routes.ts'
import { tokensRoutes } from '../features/tokens/routes.ts'
import { upkeepRoutes } from '../features/upkeep/routes.ts'
import { webhooksRoutes } from '../features/webhooks/routes.ts'
import type { OperatorHandlers } from '../http/call.ts'
import type { Parts } from './parts.ts'

/** The features that answer the operator API. It does not compile if an endpoint has no handler. */
export const operatorHandlers = (parts: Parts): OperatorHandlers => ({
  ...codesRoutes(parts),
  ...companiesRoutes(parts),
  ...consolidationRoutes(parts),
  ...doctorRoutes(parts),
  ...eventsRoutes(parts),
  ...healthRoutes(parts),
  ...installationsRoutes(parts),
  ...journalRoutes(parts),
  ...outletsRoutes(parts),
  ...peopleRoutes(parts),
  ...practiceRoutes(parts),
  ...reconciliationRoutes(parts),
  ...recordsRoutes(parts),
  ...reportsRoutes(parts),
  ...sendingRoutes(parts),
  ...shiftsRoutes(parts),
  ...slipRoutes(parts),
  ...draftsRoutes(parts),
  ...tokensRoutes(parts),
  ...upkeepRoutes(parts),
  ...webhooksRoutes(parts),
})
