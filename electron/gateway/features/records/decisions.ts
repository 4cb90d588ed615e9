import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { bodyToCorrectSchema } from '../../../../shared/api/operator/record-acts.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import type { LookUpResult } from '../../../../shared/domain/decide-look-up.ts'
import { holdReasonOf } from '../../../../shared/domain/decide-submission.ts'
import type { Happens, Received, RecordEvent, Refusal, Refused, Unchanged } from '../../../../shared/domain/event.ts'
import {
  decideClosure,
  decideRelease,
  decideResend,
  decideResolution,
  isResolvable,
} from '../../../../shared/domain/person-acts.ts'
import { type CallTo, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { StoredRecord } from '../../store/port/records.ts'
import { applyStoredCodes, parseBody, requireBody } from '../../stored-sale.ts'
import { authorityUnavailable } from '../taxpayers/taxpayer.ts'
import { type LookUpTarget, type RecordDeps, recordOfCall, retryOnConflict } from './find.ts'

type ActCall = CallTo<'lookUpRecord'>
type Acted = Awaited<ReturnType<OperatorHandler<'lookUpRecord'>>>

export const decisionRoutes = (deps: RecordDeps) =>
  ({
    lookUpRecord: async (call) => {
      const stored = await recordSeen(deps, call)
      const { by } = call.caller
      if (!(await deps.outbox.lookUpSoon(stored, by)))
        throw await denied(deps, { stored, call }, 'look_up_denied_status')
      const { saleGuid } = stored.record
      await deps.acts.add({ at: deps.clock.now(), by, type: 'look_up_asked', facts: { sale_guid: saleGuid } })
      return acted(deps, (await deps.records.byGuid(saleGuid)) ?? stored, call)
    },
    /** Asks the authority once more before a person's decision counts (reliability 4.3). */
    resolveRecord: async (call) => {
      const { as, evidence, AUTHORITY_UUID } = call.body
      const stored = await recordSeen(deps, call)
      if (!isResolvable(stored.record, as)) throw await denied(deps, { stored, call }, 'resolution_denied_status')
      // Taken before the question: the answer proves what was so at this time.
      const at = deps.clock.now()
      const finding = await whatIsThere(deps, { stored, uuid: AUTHORITY_UUID ?? null })
      // The answer brought the authority's time: if our clock is wrong, it cannot say that a quarantine is over.
      const isWrong = deps.authority.clock.status().kind === 'wrong'
      const quarantineMs = isWrong ? Number.POSITIVE_INFINITY : deps.timing.quarantineMs
      return deciding(deps, call, async ({ record }) => ({
        decision: decideResolution(record, as, { by: call.caller.by, evidence, at, finding }, { quarantineMs }),
      }))
    },
    closeRecord: (call) =>
      deciding(deps, call, async ({ record }) => ({
        decision: decideClosure(record, { by: call.caller.by, at: deps.clock.now(), reason: call.body.reason }),
      })),
    releaseRecord: (call) =>
      deciding(deps, call, async ({ seq, record }) => {
        const originals = await deps.records.originals(seq)
        const holds = holdReasonOf(originals.map((original) => original.record))
        return { decision: decideRelease(record, holds, { at: deps.clock.now() }), unchanged: originals }
      }),
    resendRecord: (call) =>
      deciding(deps, call, async ({ seq, record }) => {
        const originals = await deps.records.originals(seq)
        const holds = holdReasonOf(originals.map((original) => original.record))
        return {
          decision: decideResend(record, holds, { by: call.caller.by, at: deps.clock.now() }),
          body: requireBody(await deps.records.body(seq, record.revision)),
          unchanged: originals,
        }
      }),
    /**
     * The whole body of a refused record, so that a person can correct and resubmit it (contract 5). Personal numbers are
     * not masked, because a masked one cannot be sent: so no other record is shown like this.
     */
    correction: async (call) => {
      const stored = await recordOfCall(deps.records, call)
      const { phase, consolidated, closed, version, revision } = stored.record
      const isRefused = phase === 'invalid' && !consolidated
      if (!isRefused || closed) {
        const record = await deps.view.show(stored, call.language)
        throw new Fault(isRefused ? 'record_closed' : 'correction_denied_status', { record })
      }
      const kept = parseBody(await deps.records.body(stored.seq, revision))
      const body = applyStoredCodes(kept, stored.record) as z.output<typeof bodyToCorrectSchema>['body']
      return ok({ version, body } satisfies z.output<typeof bodyToCorrectSchema>)
    },
  }) satisfies Partial<OperatorHandlers>

/** @throws Fault authority_unavailable: without its answer a person's decision does not count */
async function whatIsThere(deps: RecordDeps, asked: LookUpTarget): Promise<LookUpResult> {
  const company = await deps.companies.byGuid(asked.stored.record.companyGuid)
  if (!company) throw new Fault('company_not_found')
  const finding = await deps.lookUpNow(company, asked)
  if (!finding) throw authorityUnavailable(deps.authority)
  return finding
}

interface Decided {
  readonly decision: Happens<Exclude<RecordEvent, Received>> | Refused | Unchanged
  readonly body?: Uint8Array
  readonly unchanged?: readonly StoredRecord[]
}

const deciding = (deps: RecordDeps, call: ActCall, decide: (was: StoredRecord) => Promise<Decided>): Promise<Acted> =>
  retryOnConflict(async () => {
    const was = await recordSeen(deps, call)
    const { decision, body, unchanged = [] } = await decide(was)
    if (decision.kind === 'unchanged') return acted(deps, was, call)
    if (decision.kind === 'refused') throw await denied(deps, { stored: was, call }, decision.code)
    const { event } = decision
    const { by } = call.caller
    const write = { kind: 'update', was, event, by, dueAt: deps.clock.now(), ...(body && { body }) } as const
    const written = await deps.records.write({ writes: [write], unchanged })
    if (!written.ok) return undefined
    const [stored = was] = written.stored
    await deps.outbox.changed(stored)
    return acted(deps, stored, call)
  })

/** @throws Fault record_changed if the caller saw another version */
async function recordSeen({ records, view }: RecordDeps, call: ActCall): Promise<StoredRecord> {
  const stored = await recordOfCall(records, call)
  const { version } = call.body
  if (version == null || version === stored.record.version) return stored
  throw new Fault('record_changed', { record: await view.show(stored, call.language) })
}

async function denied(
  { view, timing }: RecordDeps,
  { stored, call }: { readonly stored: StoredRecord; readonly call: ActCall },
  code: Refusal | 'look_up_denied_status',
): Promise<Fault> {
  const until = toIsoTime((stored.record.doubt?.since ?? 0) + timing.quarantineMs)
  return new Fault(code, { record: await view.show(stored, call.language), values: { until } })
}

const acted = async ({ view, clock }: RecordDeps, stored: StoredRecord, { language }: ActCall): Promise<Acted> =>
  ok(await view.showActed(stored, language, clock.now()))
