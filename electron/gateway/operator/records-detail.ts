import type { z } from 'zod'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { recordDetail } from '../../../shared/catalogue/shapes/records.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { isSameMonth } from '../../../shared/domain/consolidation-period.ts'
import { cancelQuarantineEnd } from '../../../shared/domain/decide-cancel.ts'
import { isReceipt } from '../../../shared/domain/decide-consolidation.ts'
import { conversionDenial } from '../../../shared/domain/decide-conversion.ts'
import type { LookUpRules } from '../../../shared/domain/decide-look-up.ts'
import { personActsFor } from '../../../shared/domain/person-acts.ts'
import type { Instant, RecordState } from '../../../shared/domain/record.ts'
import { workOf } from '../../../shared/domain/work.ts'
import { type Language, words } from '../../../shared/words/words.ts'
import { type Handler, ok } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import { readable } from '../sale-of-body.ts'
import type { Companies } from '../store/port.ts'
import type { KeptEvent, Records } from '../store/port-records.ts'
import type { ListParts } from './records.ts'
import { attemptShown } from './records-attempt.ts'
import { recordAt } from './records-find.ts'
import { saleShown } from './records-sale.ts'

export interface DetailParts extends Omit<ListParts, 'records' | 'companies'> {
  readonly records: Pick<Records, 'byGuid' | 'body' | 'events' | 'attempts' | 'isReferredTo'>
  readonly companies: Pick<Companies, 'byGuid'>
  readonly clock: Clock
  readonly timing: LookUpRules
}

type Detail = z.output<typeof recordDetail>

/** Everything there is to know of one record. */
export const showRecord =
  (parts: DetailParts): Handler =>
  async (call) => {
    const stored = await recordAt(parts.records, call)
    const { seq, record } = stored
    const [shown, conversion, body, events, attempts] = await Promise.all([
      parts.view.show(stored, call.language),
      conversionOf(parts, record, call.language),
      parts.records.body(seq, record.revision),
      parts.records.events(seq),
      parts.records.attempts(seq),
    ])
    return ok({
      version: record.version,
      acts: [...personActsFor(record, parts.clock.now())],
      conversion,
      record: shown,
      sale: readable(() => saleShown(parts.saleIn(body, record))),
      timeline: timelineOf(record, parts.timing),
      events: events.map(eventShown),
      attempts: attempts.map(attemptShown),
    } satisfies Detail)
  }

/** Only a sale has a buyer who could ask. */
async function conversionOf(
  { companies, clock }: DetailParts,
  record: RecordState,
  language: Language,
): Promise<Detail['conversion']> {
  const company = isReceipt(record) && record.family === 'sale' ? await companies.byGuid(record.companyGuid) : null
  if (!company) return null
  const { timeZone } = company.profile
  const denial = conversionDenial(record, isSameMonth(dayOf(record.issuedAt, timeZone), dayOf(clock.now(), timeZone)))
  return { hindrance: denial && words[language].fault[denial] }
}

const wireOrNull = (instant: Instant | null): string | null => (instant === null ? null : toWire(instant))
const later = (instant: Instant | null, ms: number): Instant | null => (instant === null ? null : instant + ms)

function timelineOf(record: RecordState, timing: LookUpRules): Detail['timeline'] {
  const { doubtedAt, firstSentAt, everSent, cancellation } = record
  return {
    phase: record.phase,
    issued_at: toWire(record.issuedAt),
    submitted_at: toWire(record.submittedAt),
    first_sent_at: wireOrNull(firstSentAt),
    doubted_at: wireOrNull(doubtedAt),
    quarantine_until: wireOrNull(later(doubtedAt, timing.quarantineMs)),
    look_ups: record.lookUps,
    last_look_up_at: wireOrNull(record.lastLookUpAt),
    resend_until: wireOrNull(everSent ? later(firstSentAt, timing.resendWindowMs) : null),
    next_work: workOf(record),
    validated_at: wireOrNull(record.validatedAt),
    cancellable_until: wireOrNull(record.cancellableUntil),
    cancellation_doubted_at: wireOrNull(cancellation?.doubtedAt ?? null),
    cancellation_quarantine_until: wireOrNull(cancelQuarantineEnd(record, timing)),
    voided_at: wireOrNull(record.voidedAt),
    cancelled_at: wireOrNull(record.cancelledAt),
  }
}

function eventShown({ version, by, event }: KeptEvent): Detail['events'][number] {
  const { type, at, ...facts } = event
  return { version, at: toWire(at), type, by, facts }
}
