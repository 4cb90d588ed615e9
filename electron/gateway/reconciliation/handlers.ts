import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { reconciliations as rows } from '../../../shared/catalogue/operator/reconciliation.ts'
import type { reconcileAsk } from '../../../shared/catalogue/shapes/reconciliation.ts'
import { dayAfter } from '../../../shared/domain/shift-days.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import { csvReply } from '../shifts/csv.ts'
import { companyNamed, type ShiftParts } from '../shifts/desk.ts'
import type { KeptReconciliation, Reconciliations } from '../store/port-shifts.ts'
import type { ReconciliationRuns } from './runs.ts'
import { headShown, shownWith, tableOf } from './shown.ts'

export interface ReconciliationParts extends Pick<ShiftParts, 'companies'> {
  readonly reconciliations: Reconciliations
  readonly reconciliationRuns: Pick<ReconciliationRuns, 'begin' | 'resume' | 'stop' | 'isRunning'>
}

const mostListed = 50
const mostDays = 31

/** The deed behind each call about comparisons with the authority. */
export function reconciliationHandlers(parts: ReconciliationParts) {
  const { reconciliations, reconciliationRuns: runs } = parts
  const isRunning = (id: string) => runs.isRunning(id)
  return {
    reconciliations: async ({ caller }) => {
      const found = await reconciliations.list(caller.companyGuid, mostListed)
      return ok({ items: found.map((kept) => headShown(kept, isRunning(kept.id))) })
    },
    reconcile: async (call) => {
      const { COMPANY_CODE, from, to } = call.body as z.output<typeof reconcileAsk>
      if (from > to) throw validationFailed([{ pointer: '/to', code: 'period_reversed' }])
      if (to > dayAfter(from, mostDays - 1)) throw validationFailed([{ pointer: '/to', code: 'out_of_range' }])
      const company = await companyNamed(parts, COMPANY_CODE, call)
      const id = await runs.begin({ company, from, to, by: call.caller.by })
      if (id === null) throw new Fault('reconciliation_running')
      const kept = await reconciliations.byId(id)
      if (!kept) throw new Error(`reconciliation ${id} was not kept`)
      return ok(headShown(kept, isRunning(id)))
    },
    reconciliation: async (call) => {
      const kept = await keptAt(parts, call)
      return ok(shownWith(kept, isRunning(kept.id)))
    },
    stopReconciliation: async (call) => {
      await runs.stop((await keptAt(parts, call)).id)
      return ok(shownWith(await keptAt(parts, call), false))
    },
    resumeReconciliation: async (call) => {
      const kept = await keptAt(parts, call)
      const company = await parts.companies.byGuid(kept.companyGuid)
      if (!company) throw new Fault('record_not_found', { says: 'no_such_reconciliation' })
      if ((await runs.resume(kept, company.profile)) === 'running') throw new Fault('reconciliation_running')
      return ok(shownWith(await keptAt(parts, call), isRunning(kept.id)))
    },
    reconciliationTable: async (call) => {
      const kept = await keptAt(parts, call)
      return csvReply(`differences-${kept.from}-${kept.to}`, tableOf(kept))
    },
  } satisfies Record<keyof typeof rows, Handler>
}

/** @throws Fault record_not_found, also for another company's */
async function keptAt({ reconciliations }: ReconciliationParts, { params, caller }: Call): Promise<KeptReconciliation> {
  const kept = await reconciliations.byId((params['id'] ?? '').toLowerCase())
  const isVisible = caller.companyGuid === null || caller.companyGuid === kept?.companyGuid
  if (!kept || !isVisible) throw new Fault('record_not_found', { says: 'no_such_reconciliation' })
  return kept
}
