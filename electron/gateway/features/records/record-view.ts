import type { z } from 'zod'
import type { recordActedSchema } from '../../../../shared/api/operator/record-acts.ts'
import { recordToWire } from '../../../../shared/api/record-to-wire.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { earliestOverdueAgeMs, overdueBefore } from '../../../../shared/domain/consolidation-period.ts'
import { isWaitingForConsolidation } from '../../../../shared/domain/consolidation-rules.ts'
import { allowedActsOf, isHeldAsUnsendable } from '../../../../shared/domain/person-acts.ts'
import type { AttentionCode, EpochMs, RecordState } from '../../../../shared/domain/record.ts'
import type { Language } from '../../../../shared/words/words.ts'
import type { Authority } from '../../authority/port.ts'
import type { Clock } from '../../ports.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Records, StoredRecord } from '../../store/port/records.ts'

export interface RecordViewDeps {
  readonly records: Records
  readonly companies: Pick<Companies, 'byGuid'>
  readonly authority: Pick<Authority, 'shown'>
  /** The authority's clock: periods for cancelling and sending are counted by it. */
  readonly clock: Pick<Clock, 'now'>
  readonly attentionOf: (companyGuid: string) => AttentionCode | null
}

export class RecordView {
  readonly #deps: RecordViewDeps

  constructor(deps: RecordViewDeps) {
    this.#deps = deps
  }

  async show({ seq, record }: StoredRecord, language: Language): Promise<WireRecord> {
    const isReferredTo = record.phase === 'valid' && (await this.#deps.records.notesOn(seq)).length > 0
    return this.renderRecord(record, isReferredTo, language)
  }

  /** @param now by our own clock */
  async showActed(stored: StoredRecord, language: Language, now: EpochMs): Promise<z.output<typeof recordActedSchema>> {
    return {
      version: stored.record.version,
      acts: [...allowedActsOf(stored.record, now)],
      record: await this.show(stored, language),
    }
  }

  async renderRecord(record: RecordState, isReferredTo: boolean, language: Language): Promise<WireRecord> {
    const { clock, authority, attentionOf } = this.#deps
    // A calendar is slow to compute, and new sales are asked for most.
    const mayBeOverdue = isWaitingForConsolidation(record) && clock.now() - record.issuedAt >= earliestOverdueAgeMs
    const surroundings = {
      lane: attentionOf(record.companyGuid),
      overdueBefore: mayBeOverdue ? await this.#overdueBefore(record.companyGuid) : null,
    }
    const turnedAwayBytes = isHeldAsUnsendable(record) ? await this.#turnedAwayBytes(record) : null
    return recordToWire(
      { record, isReferredTo, surroundings, turnedAwayBytes },
      { language, now: clock.now(), shown: (reference) => authority.shown(reference) },
    )
  }

  /** @returns null if it is held for another reason */
  async #turnedAwayBytes({ saleGuid }: RecordState): Promise<number | null> {
    const { records } = this.#deps
    const stored = await records.byGuid(saleGuid)
    const events = stored ? await records.events(stored.seq) : []
    return events.map(({ event }) => event).findLast((event) => event.type === 'held')?.turnedAwayBytes ?? null
  }

  async #overdueBefore(companyGuid: string): Promise<EpochMs | null> {
    const { clock, companies } = this.#deps
    const company = await companies.byGuid(companyGuid)
    if (!company) return null
    const { timeZone } = company.profile
    return overdueBefore(dayOf(clock.now(), timeZone), timeZone)
  }
}
