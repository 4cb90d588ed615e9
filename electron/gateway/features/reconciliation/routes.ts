import { Fault } from '../../../../shared/api/faults.ts'
import { validationFailed } from '../../../../shared/api/findings.ts'
import { dayAfter } from '../../../../shared/domain/calendar.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import { type CallNaming, companyNamed, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Store } from '../../store/port/port.ts'
import type { KeptReconciliation } from '../../store/port/shifts.ts'
import type { ReconciliationRuns } from './runs.ts'
import { headShown, shownWith } from './shown.ts'

const mostListed = 50
const mostDays = 31

export function reconciliationRoutes(
  deps: Pick<Store, 'companies' | 'reconciliations'> & { readonly reconciliationRuns: ReconciliationRuns },
) {
  const { reconciliations, reconciliationRuns: runs } = deps
  const isRunning = (id: string) => runs.isRunning(id)
  return {
    reconciliations: async ({ caller }) => {
      const found = await reconciliations.list(caller.companyGuid, mostListed)
      return ok({ items: found.map((kept) => headShown(kept, isRunning(kept.id))) })
    },
    reconcile: async (call) => {
      const { company: code, from, to } = call.body
      if (from > to) throw validationFailed([{ pointer: '/to', code: 'period_reversed' }])
      if (to > dayAfter(from, mostDays - 1)) throw validationFailed([{ pointer: '/to', code: 'out_of_range' }])
      const { profile: company } = await companyNamed(deps.companies, code, call.caller)
      const id = await runs.begin({ company, from, to, by: call.caller.by })
      if (id === null) throw new Fault('reconciliation_running')
      const kept = await reconciliations.byId(id)
      if (!kept) throw new Error(`reconciliation ${id} was not kept`)
      return ok(headShown(kept, isRunning(id)))
    },
    reconciliation: async (call) => {
      const kept = await keptAt(deps, call)
      return ok(shownWith(kept, isRunning(kept.id)))
    },
  } satisfies Partial<OperatorHandlers>
}

/** @throws Fault record_not_found, also for another company's */
async function keptAt(
  { reconciliations }: Pick<Store, 'reconciliations'>,
  { params, caller }: CallNaming<'id'>,
): Promise<KeptReconciliation> {
  const kept = await reconciliations.byId(params.id)
  if (!kept || !seesCompany(caller, kept.companyGuid))
    throw new Fault('record_not_found', { says: 'no_such_reconciliation' })
  return kept
}
