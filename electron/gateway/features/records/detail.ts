import type { z } from 'zod'
import type { recordDetailSchema } from '../../../../shared/api/operator/record-detail.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { isReceipt } from '../../../../shared/domain/consolidation-rules.ts'
import { allowedActsOf, conversionDenial } from '../../../../shared/domain/person-acts.ts'
import { type Language, words } from '../../../../shared/words/words.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { StoredRecord } from '../../store/port/records.ts'
import { nullIfUnreadable, parseSale } from '../../stored-sale.ts'
import { isGivenBack, receiptContextOf } from '../consolidation/receipt-surroundings.ts'
import { attemptShown } from './attempt.ts'
import { type RecordDeps, recordOfCall } from './find.ts'
import { saleShown } from './sale.ts'

type Detail = z.output<typeof recordDetailSchema>

export const showRecord =
  (deps: RecordDeps): OperatorHandler<'showRecord'> =>
  async (call) => {
    const stored = await recordOfCall(deps.records, call)
    const { seq, record } = stored
    const [shown, conversion, refunded, body, events, attempts, dueAt] = await Promise.all([
      deps.view.show(stored, call.language),
      conversionOf(deps, stored, call.language),
      isGivenBack(deps.records, await deps.records.notesOn(seq)),
      deps.records.body(seq, record.revision),
      deps.records.events(seq),
      deps.records.attempts(seq),
      deps.schedule.dueOf(seq),
    ])
    return ok({
      version: record.version,
      acts: [...allowedActsOf(record, deps.clock.now())],
      conversion,
      refunded,
      record: shown,
      sale: nullIfUnreadable(() => saleShown(parseSale(body, record))),
      next_work_at: toIsoTimeOrNull(dueAt !== null && dueAt > deps.clock.now() ? dueAt : null),
      events: events.map(({ version, by, event: { type, at } }) => ({ version, at: toIsoTime(at), type, by })),
      attempts: attempts.map(attemptShown),
    } satisfies Detail)
  }

/** Only a receipt has a buyer who can ask for an e-invoice. */
async function conversionOf(
  { records, companies, clock }: RecordDeps,
  stored: StoredRecord,
  language: Language,
): Promise<Detail['conversion']> {
  const { record } = stored
  const company = isReceipt(record) && record.family === 'sale' ? await companies.byGuid(record.companyGuid) : null
  if (!company) return null
  const denial = conversionDenial(record, await receiptContextOf(records, stored, { company, now: clock.now() }))
  return { blockReason: denial && words[language].fault[denial] }
}
