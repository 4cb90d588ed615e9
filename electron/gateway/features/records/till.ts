import { setTimeout as pause } from 'node:timers/promises'
import type { operations } from '../../../../shared/api/axes.ts'
import type { GridCell } from '../../../../shared/api/endpoint.ts'
import { Fault, type FaultCode } from '../../../../shared/api/faults.ts'
import { toDomainNames } from '../../../../shared/document/fields.ts'
import { isDay } from '../../../../shared/domain/calendar.ts'
import { decideCancel, isCancelledByUs } from '../../../../shared/domain/decide-cancel.ts'
import { seesCompany, seesOutlet } from '../../../../shared/domain/outlet.ts'
import { decideVoid } from '../../../../shared/domain/person-acts.ts'
import type { BusinessKey } from '../../../../shared/domain/record.ts'
import { type CallOf, type OperationHandlers, ok } from '../../http/call.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { RecordWithAcceptanceDay, StoredRecord } from '../../store/port/records.ts'
import type { RangeInputs } from './cursors.ts'
import { findRecord, type RecordDeps, retryOnConflict } from './find.ts'

const mostRows = 25

export const tillRoutes = (deps: RecordDeps) =>
  ({
    statusByGuid:
      (cell) =>
      async ({ headers, caller, language }) =>
        ok(await deps.view.show(await findRecord(deps.records, headers.sale_guid, caller, cell), language)),
    statusBySubmission: (cell, path) => async (call) => {
      const inputs = await rangeInputs(deps, call, cell)
      const { cursor } = call.query
      const after = cursor === undefined ? null : deps.cursors.read(cursor, inputs)
      const pageSize = after?.pageSize ?? Number(call.query.page_size ?? mostRows)
      const found = await deps.records.range({ ...inputs, outlets: call.caller.outlets, after, limit: pageSize + 1 })
      const rows = found.slice(0, pageSize)
      const last = found.length > pageSize ? rows.at(-1) : undefined
      const cursorAfter = ({ day, seq }: RecordWithAcceptanceDay) => deps.cursors.write({ day, seq, pageSize }, inputs)
      const next = last ? `${path}?${new URLSearchParams({ cursor: cursorAfter(last), ...call.inputsInQuery })}` : null
      const items = await Promise.all(
        rows.map(({ record, isReferredTo }) => deps.view.renderRecord(record, isReferredTo, call.language)),
      )
      const paging = { page_size: pageSize, returned: rows.length, has_more: next !== null, next }
      return { ...ok({ items, paging }), ...(next !== null && { headers: { link: `<${next}>; rel="next"` } }) }
    },
    voidByGuid: (cell) => (call) =>
      voiding(deps, call, () => findRecord(deps.records, call.body.SALE_GUID, call.caller, cell)),
    voidBySaleCode: (cell) => (call) =>
      voiding(deps, call, async () => {
        const key: BusinessKey = toDomainNames(call.body)
        const { live, latestVoided } = await deps.records.byKey(cell.family, cell.kind, key)
        const stored = live ?? latestVoided
        if (!stored || !seesOutlet(call.caller, stored.record)) throw new Fault('record_not_found')
        return stored
      }),
    /** The intent is durable before the authority is asked (contract 8). */
    cancel: (cell) => async (call) => {
      const { SALE_GUID: saleGuid } = call.body
      const step = await retryOnConflict(() => requestCancel(deps, cell, call))
      checkpoint('cancel_requested')
      if (step === 'begun')
        await Promise.race([deps.outbox.askToCancel(saleGuid), pause(deps.cancelWaitMs, undefined, { ref: false })])
      const stored = await findRecord(deps.records, saleGuid, call.caller, cell)
      const body = await deps.view.show(stored, call.language)
      const { cancellation, phase } = stored.record
      // Looked at first: this may also be a document that was cancelled elsewhere meanwhile.
      if (cancellation?.state === 'refused') {
        const { code, message } = cancellation
        const values = { reason: message || (code ?? '') }
        throw new Fault(codesOfRefusals[code ?? ''] ?? 'cancel_refused', { record: body, values })
      }
      const headers = step === 'done' && { headers: { 'idempotency-replayed': 'true' } }
      return { status: phase === 'cancelled' ? 200 : 202, body, ...headers }
    },
  }) satisfies Partial<OperationHandlers>

type RangeCall = CallOf<(typeof operations)['statusBySubmission']>

async function rangeInputs(
  { companies }: RecordDeps,
  { headers, caller }: RangeCall,
  { kind, family }: GridCell,
): Promise<RangeInputs> {
  const { company_guid: companyGuid, outlet_name: outletName = null } = headers
  const from = dayIn(headers, 'submission_from')
  const to = dayIn(headers, 'submission_to')
  if (from > to) throw new Fault('range_reversed')
  if (!seesCompany(caller, companyGuid) || !(await companies.byGuid(companyGuid))) throw new Fault('company_not_found')
  return { companyGuid, family, kind, from, to, outletName }
}

function dayIn(headers: RangeCall['headers'], header: 'submission_from' | 'submission_to'): string {
  const day = headers[header]
  if (!isDay(day)) throw new Fault('bad_date', { values: { header } })
  return day
}

type VoidCall = CallOf<(typeof operations)['voidByGuid' | 'voidBySaleCode']>

/** A void races with the sender: the first write wins (interface 3). */
const voiding = (deps: RecordDeps, call: VoidCall, find: () => Promise<StoredRecord>) =>
  retryOnConflict(async () => {
    const was = await find()
    const { by } = call.caller
    const decision = decideVoid(was.record, { by, at: deps.clock.now(), reason: call.body.REASON })
    if (decision.kind === 'refused')
      throw new Fault(decision.code, { record: await deps.view.show(was, call.language) })
    const { event } = decision
    const written = await deps.records.write({ writes: [{ kind: 'update', was, event, by }] })
    if (!written.ok) return undefined
    checkpoint('void_stored')
    const [stored = was] = written.stored
    await deps.outbox.changed(stored)
    return ok(await deps.view.show(stored, call.language))
  })

/** @returns undefined if the record changed meanwhile */
async function requestCancel(
  { records, clock, authority, view, cancelWaitMs }: RecordDeps,
  cell: GridCell,
  { body: { SALE_GUID, REASON: reason }, caller, language }: CallOf<(typeof operations)['cancel']>,
): Promise<'begun' | 'running' | 'done' | undefined> {
  const was = await findRecord(records, SALE_GUID, caller, cell)
  const isReferredTo = (await records.notesOn(was.seq)).length > 0
  const { by } = caller
  const decision = decideCancel(was.record, { reason, by, at: authority.clock.now(), isReferredTo })
  if (decision.kind === 'unchanged') return isCancelledByUs(was.record) ? 'done' : 'running'
  if (decision.kind === 'refused') throw new Fault(decision.code, { record: await view.show(was, language) })
  const { event } = decision
  // This call asks the authority; the outbox does so only if this call fails.
  const dueAt = clock.now() + cancelWaitMs
  const written = await records.write({ writes: [{ kind: 'update', was, event, by, dueAt }], unreferenced: was })
  return written.ok ? 'begun' : undefined
}

/** Refusals of the authority that have a code of their own here (myinvois 2, E3). */
const codesOfRefusals: Readonly<Record<string, FaultCode>> = {
  OperationPeriodOver: 'cancel_denied_period',
  cancel_denied_period: 'cancel_denied_period',
  cancel_denied_status: 'cancel_denied_status',
  cancel_denied_referenced: 'cancel_denied_referenced',
  cancel_denied_consolidated: 'cancel_denied_consolidated',
  IncorrectState: 'cancel_denied_status',
  ActiveReferencingDocuments: 'cancel_denied_referenced',
}
