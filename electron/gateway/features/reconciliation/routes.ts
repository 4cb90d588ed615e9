import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { reconcileAnswerSchema, reconciliationSchema } from '../../../../shared/api/operator/reconciliation.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { addDays } from '../../../../shared/domain/calendar.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import type { Difference } from '../../../../shared/domain/reconciliation.ts'
import { namedOf } from '../../../../shared/domain/shift-report.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import { companyNamed, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Store } from '../../store/port/port.ts'
import type { KeptReconciliation } from '../../store/port/shifts.ts'
import { namedShown } from '../shifts/shown.ts'
import type { ComparisonResult } from './compare.ts'
import type { Progress, ReconciliationRuns } from './runs.ts'

const mostListed = 50
const mostDays = 31

export function reconciliationRoutes({
  companies,
  reconciliations,
  reconciliationRuns: runs,
}: Pick<Store, 'companies' | 'reconciliations'> & { readonly reconciliationRuns: ReconciliationRuns }) {
  const headOf = (kept: KeptReconciliation) => headShown(kept, runs.progressOf(kept.id))
  return {
    reconciliations: async ({ caller }) =>
      ok({ items: (await reconciliations.list(caller.companyGuid, mostListed)).map(headOf) }),
    reconcile: async (call) => {
      const { company: code, from, to } = call.body
      if (from > to) throw validationFailed([{ pointer: '/to', code: 'period_reversed' }])
      if (to > addDays(from, mostDays - 1)) throw validationFailed([{ pointer: '/to', code: 'out_of_range' }])
      const { profile: company } = await companyNamed(companies, code, call.caller)
      const id = await runs.begin({ company, from, to, by: call.caller.by })
      if (id === null) throw new Fault('reconciliation_running')
      const kept = await reconciliations.byId(id)
      if (!kept) throw new Error(`reconciliation ${id} was not kept`)
      return ok(headOf(kept))
    },
    reconciliation: async ({ params, caller }) => {
      const kept = await reconciliations.byId(params.id)
      if (!kept || !seesCompany(caller, kept.companyGuid))
        throw new Fault('record_not_found', { says: 'no_such_reconciliation' })
      const outcome = kept.outcome === null ? null : (JSON.parse(kept.outcome) as ComparisonResult)
      return ok({
        reconciliation: headOf(kept),
        compared_at: outcome && toIsoTime(outcome.at),
        unproven: outcome?.unproven ?? 0,
        difference_count: outcome?.count ?? 0,
        differences: (outcome?.differences ?? []).map(differenceShown),
      })
    },
  } satisfies Partial<OperatorHandlers>
}

/** A comparison that neither runs nor ended was cut off when the gateway stopped. */
function headShown(kept: KeptReconciliation, running: Progress | null): z.output<typeof reconciliationSchema> {
  const { id, companyCode, from, to, begunAt } = kept
  const progress = running ?? (kept.progress === null ? null : (JSON.parse(kept.progress) as Progress))
  const halt = progress ? progress.halt : 'restarted'
  return {
    id,
    company: companyCode,
    from,
    to,
    started_at: toIsoTime(begunAt),
    state: running ? 'running' : halt === null ? 'done' : 'stopped',
    halt,
    documents_read: progress?.documents ?? 0,
    stretches_read: progress?.read ?? 0,
    stretches: progress?.stretches ?? 0,
  }
}

const differenceShown = ({
  kind,
  here,
  there,
}: Difference): z.output<typeof reconcileAnswerSchema>['differences'][number] => ({
  kind,
  here: here && {
    ...namedShown(namedOf(here)),
    STATUS: statusOf(here),
  },
  there: there && {
    AUTHORITY_UUID: there.uuid,
    DOCUMENT_NUMBER: there.documentNumber,
    STATUS: there.status,
    TOTAL_PAYABLE: there.total,
  },
})
