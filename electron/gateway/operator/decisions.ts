import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { recordActAsk, resolutionAsk } from '../../../shared/catalogue/shapes/records.ts'
import { originalsOf } from '../../../shared/domain/decide-hold.ts'
import { decideClosure, decideResend } from '../../../shared/domain/decide-invalid.ts'
import type { Finding, LookUpRules } from '../../../shared/domain/decide-look-up.ts'
import { decideRelease } from '../../../shared/domain/decide-release.ts'
import { decideResolution, isResolvable } from '../../../shared/domain/decide-resolution.ts'
import type { Happens, Refusal, Refused, Unchanged } from '../../../shared/domain/decision.ts'
import type { Received, RecordEvent } from '../../../shared/domain/event.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Call, type Handler, ok, type Reply } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import type { Acts, Companies, Company } from '../store/port.ts'
import type { Records, Stored } from '../store/port-records.ts'
import { untilFresh } from '../until-fresh.ts'
import { recordAt } from './records-find.ts'

export interface DecisionParts {
  readonly records: Records
  readonly companies: Pick<Companies, 'byGuid'>
  readonly acts: Pick<Acts, 'add'>
  readonly view: RecordView
  readonly clock: Clock
  readonly timing: LookUpRules
  /** Brings the next look-up forward. @returns false where nothing is in doubt */
  readonly lookUpSoon: (stored: Stored, by: string) => Promise<boolean>
  /** What the authority has of a record; null where it does not answer. */
  readonly lookUpNow: (company: Company, asked: Asked) => Promise<Finding | null>
  /** What waits for the record has to know, and whoever works on it. */
  readonly changed: (stored: Stored) => Promise<void>
}

interface Asked {
  readonly stored: Stored
  readonly uuid: string | null
}

type LivingEvent = Exclude<RecordEvent, Received>

export const lookUpRecord =
  (parts: DecisionParts): Handler =>
  async (call) => {
    const stored = await recordSeen(parts, call)
    const { by } = call.caller
    if (!(await parts.lookUpSoon(stored, by))) throw await denied(parts, { stored, call }, 'look_up_denied_status')
    const { saleGuid } = stored.record
    await parts.acts.add({ at: parts.clock.now(), by, type: 'look_up_asked', facts: { sale_guid: saleGuid } })
    return acted(parts, (await parts.records.byGuid(saleGuid)) ?? stored, call)
  }

/** A person settles what the gateway cannot (reliability T18), after the authority was asked once more. */
export const resolveRecord =
  (parts: DecisionParts): Handler =>
  async (call) => {
    const { as, evidence, uuid } = call.body as z.output<typeof resolutionAsk>
    const stored = await recordSeen(parts, call)
    if (!isResolvable(stored.record, as)) throw await denied(parts, { stored, call }, 'resolution_denied_status')
    // Before the question: what it finds is proven for then, not for when the answer comes.
    const at = parts.clock.now()
    const finding = await whatIsThere(parts, { stored, uuid: uuid ?? null })
    return deciding(parts, call, async ({ record }) => ({
      decision: decideResolution(record, as, { by: call.caller.by, evidence, at, finding }, parts.timing),
    }))
  }

export const closeRecord =
  (parts: DecisionParts): Handler =>
  (call) =>
    deciding(parts, call, async ({ record }) => ({
      decision: decideClosure(record, { by: call.caller.by, at: parts.clock.now() }),
    }))

export const releaseRecord =
  (parts: DecisionParts): Handler =>
  (call) =>
    deciding(parts, call, async ({ seq, record }) => {
      const originals = await parts.records.originals(seq)
      const standing = originalsOf(originals.map((original) => original.record))
      return { decision: decideRelease(record, standing, { at: parts.clock.now() }), unchanged: originals }
    })

export const resendRecord =
  (parts: DecisionParts): Handler =>
  (call) =>
    deciding(parts, call, async ({ seq, record }) => {
      const originals = await parts.records.originals(seq)
      const standing = originalsOf(originals.map((original) => original.record))
      return {
        decision: decideResend(record, standing, { by: call.caller.by, at: parts.clock.now() }),
        // Every revision has its body: what a till sends again is compared with it.
        body: await parts.records.body(seq, record.revision),
        unchanged: originals,
      }
    })

/** @throws Fault authority_unavailable: without its word a person's does not count */
async function whatIsThere(parts: DecisionParts, asked: Asked): Promise<Finding> {
  const company = await parts.companies.byGuid(asked.stored.record.companyGuid)
  if (!company) throw new Fault('company_not_found')
  const finding = await parts.lookUpNow(company, asked)
  if (!finding) throw new Fault('authority_unavailable')
  return finding
}

interface Decided {
  readonly decision: Happens<LivingEvent> | Refused | Unchanged
  readonly body?: Uint8Array
  /** Records that the decision rests on. */
  readonly unchanged?: readonly Stored[]
}

/** Decides on the record as it is by then; the version that was seen is compared every time. */
const deciding = (parts: DecisionParts, call: Call, decide: (was: Stored) => Promise<Decided>): Promise<Reply> =>
  untilFresh(async () => {
    const was = await recordSeen(parts, call)
    const { decision, body, unchanged = [] } = await decide(was)
    if (decision.kind === 'unchanged') return acted(parts, was, call)
    if (decision.kind === 'refused') throw await denied(parts, { stored: was, call }, decision.code)
    const { event } = decision
    const record = evolve(was.record, event)
    const { by } = call.caller
    const write = { kind: 'update', was, record, event, by, dueAt: parts.clock.now(), ...(body && { body }) } as const
    const written = await parts.records.write({ writes: [write], unchanged })
    if (!written.ok) return undefined
    const stored = written.doubted?.[0] ?? { seq: was.seq, record }
    await parts.changed(stored)
    return acted(parts, stored, call)
  })

/** @throws Fault record_changed where it is not as the caller saw it: a stale screen never acts */
async function recordSeen({ records, view }: DecisionParts, call: Call): Promise<Stored> {
  const stored = await recordAt(records, call)
  const { version } = call.body as z.output<typeof recordActAsk>
  if (version == null || version === stored.record.version) return stored
  throw new Fault('record_changed', { record: await view.show(stored, call.language) })
}

interface Denied {
  readonly stored: Stored
  readonly call: Call
}

async function denied(
  { view, timing }: DecisionParts,
  { stored, call }: Denied,
  code: Refusal | 'look_up_denied_status',
): Promise<Fault> {
  const until = toWire((stored.record.doubtedAt ?? 0) + timing.quarantineMs)
  return new Fault(code, { record: await view.show(stored, call.language), values: { until } })
}

const acted = async ({ view, clock }: DecisionParts, stored: Stored, { language }: Call): Promise<Reply> =>
  ok(await view.showActed(stored, language, clock.now()))
