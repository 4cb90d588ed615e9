import type { operations } from '../../../../shared/api/axes.ts'
import type { Cell } from '../../../../shared/api/endpoint.ts'
import { Fault, type FaultCode } from '../../../../shared/api/faults.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { decideCancel, isCancelledByUs } from '../../../../shared/domain/decide-cancel.ts'
import { evolve } from '../../../../shared/domain/evolve.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import type { Call, GridHandler, ReplyOf } from '../../http/call.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { Stored } from '../../store/port/records.ts'
import type { RecordDeps } from './deps.ts'
import { findRecord } from './find-record.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** Stores the intent durably, then asks the authority (contract 8). */
export const cancel =
  (deps: RecordDeps, cell: Cell): GridHandler<'cancel'> =>
  async (call) => {
    const { SALE_GUID: saleGuid, REASON: reason } = call.body
    const step = await retryOnConflict(() => request(deps, cell, { call, saleGuid, reason }))
    checkpoint('cancel_requested')
    if (step === 'begun') await within(deps.cancelWaitMs, deps.outbox.askToCancel(saleGuid))
    const stored = await findRecord(deps.records, saleGuid, cell, call.caller)
    const reply = replyFor(stored, await deps.view.show(stored, call.language))
    return step === 'done' ? { ...reply, headers: { 'idempotency-replayed': 'true' } } : reply
  }

interface Wish {
  readonly call: Call
  readonly saleGuid: string
  readonly reason: string
}

/** What a call finds: it began the cancellation, one runs already, or it was done before. */
type Step = 'begun' | 'running' | 'done'

/** @returns undefined where the record changed meanwhile */
async function request(deps: RecordDeps, cell: Cell, { call, saleGuid, reason }: Wish): Promise<Step | undefined> {
  const { records, clock, authority, view } = deps
  const was = await findRecord(records, saleGuid, cell, call.caller)
  const isReferredTo = await records.isReferredTo(was.seq)
  const { by } = call.caller
  const decision = decideCancel(was.record, { reason, by, at: authority.clock.now(), isReferredTo })
  if (decision.kind === 'unchanged') return isCancelledByUs(was.record) ? 'done' : 'running'
  if (decision.kind === 'refused') throw new Fault(decision.code, { record: await view.show(was, call.language) })
  const { event } = decision
  // Due later than the answer is waited for: this call asks itself, the outbox only if that fails.
  const dueAt = clock.now() + deps.cancelWaitMs
  const record = evolve(was.record, event)
  const written = await records.write({
    writes: [{ kind: 'update', was, record, event, by, dueAt }],
    unreferenced: was,
  })
  return written.ok ? 'begun' : undefined
}

/** The authority's refusals that this interface has a code of its own for (myinvois 2, E3). */
const codesOfRefusals: Readonly<Record<string, FaultCode>> = {
  OperationPeriodOver: 'cancel_denied_period',
  cancel_denied_period: 'cancel_denied_period',
  cancel_denied_status: 'cancel_denied_status',
  cancel_denied_referenced: 'cancel_denied_referenced',
  cancel_denied_consolidated: 'cancel_denied_consolidated',
  IncorrectState: 'cancel_denied_status',
  ActiveReferencingDocuments: 'cancel_denied_referenced',
}

function replyFor({ record }: Stored, body: WireRecord): ReplyOf<(typeof operations)['cancel']> {
  // First: refused is also what was cancelled elsewhere meanwhile.
  if (record.cancellation?.state === 'refused') throw refusal(record.cancellation, body)
  if (record.phase === 'cancelled') return { status: 200, body }
  return { status: 202, body }
}

function refusal({ code, message }: NonNullable<RecordState['cancellation']>, record: WireRecord): Fault {
  return new Fault(codesOfRefusals[code ?? ''] ?? 'cancel_refused', {
    record,
    values: { reason: message || (code ?? '') },
  })
}

async function within(ms: number, task: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([task, tired])
  clearTimeout(timer)
}
