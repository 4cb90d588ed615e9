import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { approvalsAsk } from '../../../../shared/api/operator/approvals.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { roles, type Scope } from '../../../../shared/api/scopes.ts'
import { isOf } from '../../../../shared/domain/outlet.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Stored } from '../../store/port/records.ts'
import type { PeopleDeps } from './deps.ts'
import { assertPin, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

type Asked = z.output<typeof approvalsAsk>

/** Somebody who may lets who is signed in do it, once for each of these records (contract 3, reliability UI8). */
export const approve =
  (deps: PeopleDeps): OperatorHandler<'approve'> =>
  async (call) => {
    const to = personOf(call)
    const { act, records: named, supervisor, pin } = call.body
    // Looked up before the PIN: it is not asked for in vain.
    const records = await Promise.all(named.map((each, at) => recordNamed(deps.records, each, at)))
    const approver = await personNamed(deps.people, supervisor, '/supervisor')
    const may: readonly Scope[] = roles[approver.role]
    if (!may.includes(act)) throw validationFailed([{ pointer: '/supervisor', code: 'may_not_approve' }])
    const endings = deps.sessions.endingsOf(approver.id)
    const isTheirs = approver.outlets.length === 0 || records.every(({ record }) => isOf(approver.outlets, record))
    if (!isTheirs) throw validationFailed([{ pointer: '/supervisor', code: 'may_not_approve' }])
    await assertPin(deps.pins, approver, await triedAt(call, 'session', pin))
    await assertUnchanged(deps, { person: approver, endings, pointer: '/supervisor' })
    const saleGuids = records.map(({ record }) => record.saleGuid)
    const facts = { act, saleGuids, for: call.caller.by }
    await deps.acts.add({ at: deps.clock.now(), by: `person:${approver.name}`, type: 'approved', facts })
    const items = records.map((record) => {
      const { secret, expiresAt } = deps.approvals.grant({ act, record, approver }, to)
      const { saleGuid, version } = record.record
      return { SALE_GUID: saleGuid, version, approval: secret, expires_at: toWire(expiresAt) }
    })
    return ok({ by: `person:${approver.name} for ${call.caller.by}`, items })
  }

/** @throws Fault record_not_found; validation_failed where it is not what the person saw any more (reliability UI12) */
async function recordNamed(
  records: PeopleDeps['records'],
  { SALE_GUID, version }: Asked['records'][number],
  at: number,
): Promise<Stored> {
  const stored = await records.byGuid(SALE_GUID)
  if (!stored) throw new Fault('record_not_found')
  if (version != null && version !== stored.record.version)
    throw validationFailed([{ pointer: `/records/${at}/version`, code: 'record_changed' }])
  return stored
}
