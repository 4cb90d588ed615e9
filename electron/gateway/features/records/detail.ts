import type { z } from 'zod'
import type { recordDetail } from '../../../../shared/api/operator/record-detail.ts'
import { toWire, toWireOrNull } from '../../../../shared/api/record-to-wire.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { isSameMonth } from '../../../../shared/domain/consolidation-period.ts'
import { isReceipt } from '../../../../shared/domain/consolidation-rules.ts'
import { cancelQuarantineEnd } from '../../../../shared/domain/decide-cancel.ts'
import type { LookUpRules } from '../../../../shared/domain/decide-look-up.ts'
import { conversionDenial, personActsFor } from '../../../../shared/domain/person-acts.ts'
import type { Instant, RecordState } from '../../../../shared/domain/record.ts'
import { workOf } from '../../../../shared/domain/status.ts'
import { type Language, words } from '../../../../shared/words/words.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { readable, uncheckedSale } from '../../kept-sale.ts'
import type { KeptEvent } from '../../store/port/records.ts'
import { attemptShown } from './attempt.ts'
import { type RecordDeps, recordAt } from './find.ts'
import { saleShown } from './sale.ts'

type Detail = z.output<typeof recordDetail>

/** Everything there is to know of one record. */
export const showRecord =
  (deps: RecordDeps): OperatorHandler<'showRecord'> =>
  async (call) => {
    const stored = await recordAt(deps.records, call)
    const { seq, record } = stored
    const [shown, conversion, body, events, attempts, dueAt] = await Promise.all([
      deps.view.show(stored, call.language),
      conversionOf(deps, record, call.language),
      deps.records.body(seq, record.revision),
      deps.records.events(seq),
      deps.records.attempts(seq),
      deps.schedule.dueOf(seq),
    ])
    return ok({
      version: record.version,
      acts: [...personActsFor(record, deps.clock.now())],
      conversion,
      record: shown,
      sale: readable(() => saleShown(uncheckedSale(body, record))),
      timeline: {
        ...timelineOf(record, deps.timing),
        next_work_at: toWireOrNull(dueAt !== null && dueAt > deps.clock.now() ? dueAt : null),
      },
      events: events.map(eventShown),
      attempts: attempts.map(attemptShown),
    } satisfies Detail)
  }

/** Only a sale has a buyer who could ask. */
async function conversionOf(
  { companies, clock }: RecordDeps,
  record: RecordState,
  language: Language,
): Promise<Detail['conversion']> {
  const company = isReceipt(record) && record.family === 'sale' ? await companies.byGuid(record.companyGuid) : null
  if (!company) return null
  const { timeZone } = company.profile
  const denial = conversionDenial(record, isSameMonth(dayOf(record.issuedAt, timeZone), dayOf(clock.now(), timeZone)))
  return { hindrance: denial && words[language].fault[denial] }
}

const later = (instant: Instant | null, ms: number): Instant | null => (instant === null ? null : instant + ms)

function timelineOf(record: RecordState, timing: LookUpRules): Omit<Detail['timeline'], 'next_work_at'> {
  const { doubt, firstSentAt, everSent, cancellation } = record
  const doubtedAt = doubt?.since ?? null
  return {
    phase: record.phase,
    first_sent_at: toWireOrNull(firstSentAt),
    doubted_at: toWireOrNull(doubtedAt),
    quarantine_until: toWireOrNull(later(doubtedAt, timing.quarantineMs)),
    look_ups: doubt?.lookUps ?? 0,
    last_look_up_at: toWireOrNull(doubt?.lastLookUpAt ?? null),
    resend_until: toWireOrNull(everSent ? later(firstSentAt, timing.resendWindowMs) : null),
    next_work: workOf(record),
    cancellation_doubted_at: toWireOrNull(cancellation?.doubtedAt ?? null),
    cancellation_quarantine_until: toWireOrNull(cancelQuarantineEnd(record, timing)),
  }
}

function eventShown({ version, by, event }: KeptEvent): Detail['events'][number] {
  const { type, at, ...facts } = event
  return { version, at: toWire(at), type, by, facts }
}
