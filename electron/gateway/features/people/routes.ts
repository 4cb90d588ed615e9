import type { z } from 'zod'
import { validationFailed } from '../../../../shared/api/faults.ts'
import type { approveActsRequestSchema } from '../../../../shared/api/operator/people.ts'
import { overLimitScope, roleScopes, type Scope } from '../../../../shared/api/scopes.ts'
import { includesOutlet } from '../../../../shared/domain/outlet.ts'
import { type Call, type OperatorHandlers, ok } from '../../http/call.ts'
import type { StoredRecord } from '../../store/port/records.ts'
import { findRecord } from '../records/find.ts'
import type { PeopleDeps } from './people.ts'
import { assertPin, personOf, requirePerson } from './proof.ts'
import { sessionRoutes } from './session.ts'
import { staffRoutes } from './staff.ts'

export const peopleRoutes = (deps: PeopleDeps) =>
  ({
    ...sessionRoutes(deps),
    ...staffRoutes(deps),
    /** See contract 3, reliability UI8. */
    approve: async (call) => {
      const to = personOf(call)
      const { act, records: named, supervisor, pin } = call.body
      // Looked up before the PIN is checked: a mistake here must not cost a try.
      const records = await Promise.all(named.map((each, at) => recordNamed(deps.records, each, call, at)))
      const approver = await requirePerson(deps.people, supervisor, '/supervisor')
      const may: readonly Scope[] = roleScopes[approver.role]
      const mayAll = () =>
        approver.outlets.length === 0 || records.every(({ record }) => includesOutlet(approver.outlets, record))
      if (!may.includes(act) || !mayAll()) throw validationFailed([{ pointer: '/supervisor', code: 'may_not_approve' }])
      await assertPin(deps, call, { person: approver, door: 'session', secret: pin, pointer: '/supervisor' })
      const facts = { act, saleGuids: records.map(({ record }) => record.saleGuid), for: call.caller.by }
      await deps.acts.add({ at: deps.clock.now(), by: `person:${approver.name}`, type: 'approved', facts })
      const items = records.map((record) => {
        const { saleGuid, version } = record.record
        return {
          SALE_GUID: saleGuid,
          version,
          approval: deps.approvals.grant({ act, saleGuid, version }, approver, to),
        }
      })
      return ok({ by: `person:${approver.name} for ${call.caller.by}`, items })
    },
    /** As `approve`, of a note that is not kept yet. */
    approveRefund: async (call) => {
      const to = personOf(call)
      const { SALE_GUID: saleGuid, TOTAL_PAYABLE: payable, CURRENCY_CODE: currencyCode, supervisor, pin } = call.body
      const approver = await requirePerson(deps.people, supervisor, '/supervisor')
      const may: readonly Scope[] = roleScopes[approver.role]
      if (!may.includes(overLimitScope)) throw validationFailed([{ pointer: '/supervisor', code: 'may_not_approve' }])
      await assertPin(deps, call, { person: approver, door: 'session', secret: pin, pointer: '/supervisor' })
      const amount = `${currencyCode} ${payable.toFixed(2)}`
      const facts = { act: 'refund', saleGuids: [saleGuid], amount, for: call.caller.by }
      await deps.acts.add({ at: deps.clock.now(), by: `person:${approver.name}`, type: 'approved', facts })
      const by = `person:${approver.name} for ${call.caller.by}`
      const allowedRefund = { saleGuid, payable, currencyCode, outlets: approver.outlets, by }
      return ok({ by, approval: deps.approvals.grant({ act: 'submit', allowedRefund }, approver, to) })
    },
  }) satisfies Partial<OperatorHandlers>

/**
 * @throws Fault record_not_found; validation_failed if the record changed since the person saw it (reliability UI12)
 */
async function recordNamed(
  records: PeopleDeps['records'],
  { SALE_GUID, version }: z.output<typeof approveActsRequestSchema>['records'][number],
  { caller }: Pick<Call, 'caller'>,
  at: number,
): Promise<StoredRecord> {
  const stored = await findRecord(records, SALE_GUID, caller)
  if (version != null && version !== stored.record.version)
    throw validationFailed([{ pointer: `/records/${at}/version`, code: 'record_changed' }])
  return stored
}
