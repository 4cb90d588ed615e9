import { recordToWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { WireRecord } from '../../../shared/catalogue/shapes/record.ts'
import type { AttentionCode } from '../../../shared/domain/attention.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { Authority } from '../authority/port.ts'
import type { Clock } from '../ports.ts'
import type { Records, Stored } from '../store/port-records.ts'

export interface RecordViewParts {
  readonly records: Records
  readonly authority: Pick<Authority, 'shown'>
  /** The authority's, whose windows they are. */
  readonly clock: Pick<Clock, 'now'>
  /** What keeps a company's documents from being sent at all. */
  readonly attentionOf: (companyGuid: string) => AttentionCode | null
}

/** Shows records to callers; the one place where answers about documents are made. */
export class RecordView {
  readonly #parts: RecordViewParts

  constructor(parts: RecordViewParts) {
    this.#parts = parts
  }

  async show({ seq, record }: Stored, language: Language): Promise<WireRecord> {
    const isReferredTo = record.phase === 'valid' && (await this.#parts.records.isReferredTo(seq))
    return this.showKnowing(record, isReferredTo, language)
  }

  showKnowing(record: RecordState, isReferredTo: boolean, language: Language): WireRecord {
    const { clock, authority, attentionOf } = this.#parts
    return recordToWire(
      { record, isReferredTo, laneAttention: attentionOf(record.companyGuid) },
      { language, now: clock.now(), shown: (reference) => authority.shown(reference) },
    )
  }
}
