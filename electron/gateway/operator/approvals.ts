import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { roles, type Scope } from '../../../shared/catalogue/scopes.ts'
import type { approvalsAsk } from '../../../shared/catalogue/shapes/people.ts'
import type { Approvals, Pins, Sessions } from '../access.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Clock } from '../ports.ts'
import type { Acts } from '../store/port.ts'
import type { People } from '../store/port-people.ts'
import type { Records, Stored } from '../store/port-records.ts'
import { assertPin, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

export interface ApprovalParts {
  readonly records: Pick<Records, 'byGuid'>
  readonly people: People
  readonly acts: Acts
  readonly pins: Pins
  readonly sessions: Sessions
  readonly approvals: Approvals
  readonly clock: Clock
}

type Asked = z.output<typeof approvalsAsk>

/** Somebody who may lets who is signed in do it, once for each of these records (contract 3, reliability UI8). */
export const approve =
  (parts: ApprovalParts): Handler =>
  async (call) => {
    const to = personOf(call)
    const { act, records: named, supervisor, pin } = call.body as Asked
    // Looked up before the PIN: it is not asked for in vain.
    const records = await Promise.all(named.map((each, at) => recordNamed(parts.records, each, at)))
    const approver = await personNamed(parts.people, supervisor, '/supervisor')
    const may: readonly Scope[] = roles[approver.role]
    if (!may.includes(act)) throw validationFailed([{ pointer: '/supervisor', code: 'may_not_approve' }])
    const endings = parts.sessions.endingsOf(approver.id)
    await assertPin(parts.pins, approver, await triedAt(call, 'session', pin))
    await assertUnchanged(parts, { operator: approver, endings, pointer: '/supervisor' })
    const saleGuids = records.map(({ record }) => record.saleGuid)
    const facts = { act, saleGuids, for: call.caller.by }
    await parts.acts.add({ at: parts.clock.now(), by: `person:${approver.name}`, type: 'approved', facts })
    const items = records.map((record) => {
      const { secret, expiresAt } = parts.approvals.grant({ act, record, approver }, to)
      const { saleGuid, version } = record.record
      return { SALE_GUID: saleGuid, VERSION: version, approval: secret, expires_at: toWire(expiresAt) }
    })
    return ok({ by: `person:${approver.name} for ${call.caller.by}`, items })
  }

/** @throws Fault record_not_found; validation_failed where it is not what the person saw any more (reliability UI12) */
async function recordNamed(
  records: ApprovalParts['records'],
  { SALE_GUID, VERSION }: Asked['records'][number],
  at: number,
): Promise<Stored> {
  const stored = await records.byGuid(SALE_GUID)
  if (!stored) throw new Fault('record_not_found')
  if (VERSION != null && VERSION !== stored.record.version)
    throw validationFailed([{ pointer: `/records/${at}/VERSION`, code: 'record_changed' }])
  return stored
}
