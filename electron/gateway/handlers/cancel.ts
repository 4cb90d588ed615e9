import type { Cell } from '../../../shared/catalogue/endpoint.ts'
import { Fault, type FaultCode } from '../../../shared/catalogue/faults.ts'
import type { WireRecord } from '../../../shared/catalogue/shapes/record.ts'
import { decideCancel, isCancelledByUs } from '../../../shared/domain/decide-cancel.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import { crashPoint } from '../crash-points.ts'
import type { Call, Handler, Reply } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import type { Records, Stored } from '../store/port-records.ts'
import { untilFresh } from '../until-fresh.ts'
import { findRecord } from './find-record.ts'
import type { RecordView } from './record-view.ts'

export interface CancelParts {
  readonly records: Records
  readonly view: RecordView
  readonly clock: Clock
  /** By the authority's clock. */
  readonly authorityTime: Pick<Clock, 'now'>
  /** How long the caller waits for the authority's word. */
  readonly waitMs: number
  /** Asks the authority now; resolves when its word is stored or could not be had. */
  readonly ask: (saleGuid: string) => Promise<void>
}

/** Stores the intent durably, then asks the authority (contract 8). */
export const cancel =
  (parts: CancelParts, cell: Cell): Handler =>
  async (call) => {
    const { SALE_GUID: saleGuid, REASON: reason } = call.body as { readonly SALE_GUID: string; readonly REASON: string }
    const step = await untilFresh(() => request(parts, cell, { call, saleGuid, reason }))
    crashPoint('cancel_requested')
    if (step === 'begun') await within(parts.waitMs, parts.ask(saleGuid))
    const stored = await findRecord(parts.records, saleGuid, cell, call.caller)
    const reply = replyFor(stored, await parts.view.show(stored, call.language))
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
async function request(parts: CancelParts, cell: Cell, { call, saleGuid, reason }: Wish): Promise<Step | undefined> {
  const { records, clock, authorityTime, view } = parts
  const was = await findRecord(records, saleGuid, cell, call.caller)
  const isReferredTo = await records.isReferredTo(was.seq)
  const { by } = call.caller
  const decision = decideCancel(was.record, { reason, by, at: authorityTime.now(), isReferredTo })
  if (decision.kind === 'unchanged') return isCancelledByUs(was.record) ? 'done' : 'running'
  if (decision.kind === 'refused') throw new Fault(decision.code, { record: await view.show(was, call.language) })
  const { event } = decision
  // Due later than the answer is waited for: this call asks itself, the outbox only if that fails.
  const dueAt = clock.now() + parts.waitMs
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

function replyFor({ record }: Stored, body: WireRecord): Reply {
  if (record.phase === 'cancelled') return { status: 200, body }
  if (record.cancellation?.state === 'refused') throw refusal(record.cancellation, body)
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
