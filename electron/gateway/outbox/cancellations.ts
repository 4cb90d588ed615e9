import {
  type CancelOutcome,
  cancelQuarantineEnd,
  decideAskToCancel,
  decideCancelLookUp,
  settleCancel,
} from '../../../shared/domain/decide-cancel.ts'
import { unchanged } from '../../../shared/domain/decision.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import { retryPauseMs } from '../../../shared/domain/retry.ts'
import { crashPoint } from '../crash-points.ts'
import type { Company } from '../store/port.ts'
import type { Stored } from '../store/port-records.ts'
import type { OutboxParts } from './parts.ts'
import { cancelLookUpPauseMs, lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'

const mostAtOnce = 20

/** Asks the authority to cancel what somebody wants cancelled, and finds out about what it was asked before. */
export class Cancellations {
  readonly #parts: OutboxParts
  /** Two callers never ask for the same document at the same time. */
  readonly #running = new Map<string, Promise<Stored | null>>()

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /**
   * @param step called before each record
   * @returns the records that changed
   */
  async workOff(company: Company, step = () => {}): Promise<readonly Stored[]> {
    const { schedule, clock } = this.#parts
    const due = await schedule.due('cancel', company.profile.companyGuid, clock.now(), mostAtOnce)
    const changed: Stored[] = []
    for (const stored of due) {
      step()
      const after = await this.ask(company, stored)
      if (after) changed.push(after)
    }
    return changed
  }

  /** One step for one record: the question, or the look-up where an earlier answer was lost. */
  ask(company: Company, stored: Stored): Promise<Stored | null> {
    const { saleGuid } = stored.record
    const running = this.#running.get(saleGuid)
    if (running) return running
    const step = this.#step(company, stored).finally(() => this.#running.delete(saleGuid))
    this.#running.set(saleGuid, step)
    return step
  }

  #step(company: Company, stored: Stored): Promise<Stored | null> {
    return stored.record.cancellation?.state === 'unknown'
      ? this.#lookUp(company, stored)
      : this.#request(company, stored)
  }

  async #request(company: Company, stored: Stored): Promise<Stored | null> {
    const { records, clock, authority, log } = this.#parts
    // Stored before the question goes out: after a crash nobody may believe that it was not asked.
    const asking = await transition(records, stored, (record) => decideAskToCancel(record, authority.clock.now()))
    const { authority: reference, cancellation } = asking?.record ?? {}
    if (!asking || !reference || cancellation?.state !== 'asking') return asking
    crashPoint('cancel_asking')
    const document = { ...asking.record, uuid: reference.uuid }
    const outcome = await authority
      .cancel(company.profile, document, cancellation.reason)
      .catch((err: unknown): CancelOutcome => {
        // It should not come to this, but what was asked must not wait for the next start to be looked up.
        log.error({ err, saleGuid: asking.record.saleGuid }, 'a cancellation could not be asked for to its end')
        return { kind: 'inDoubt' }
      })
    crashPoint('cancel_answered')
    // Doubt is measured by our own clock: what is known of the authority's may change while it lasts.
    const at = outcome.kind === 'inDoubt' ? clock.now() : authority.clock.now()
    return transition(records, asking, (record) => settleCancel(record, outcome, at), {
      dueAt: () => clock.now() + this.#pauseAfter(outcome),
    })
  }

  async #lookUp(company: Company, stored: Stored): Promise<Stored | null> {
    const { records, clock, authority, schedule, timing } = this.#parts
    const { record: was } = stored
    const askedAt = clock.now()
    const there =
      was.authority && (await authority.cancelledThere(company.profile, { ...was, uuid: was.authority.uuid }))
    const decide = (record: RecordState) =>
      there ? decideCancelLookUp(record, { there, askedAt, at: authority.clock.now() }, timing) : unchanged
    const after = await transition(records, stored, decide, { dueAt: () => clock.now() })
    if (!after) {
      const pauseMs = cancelLookUpPauseMs(cancelQuarantineEnd(was, timing), clock.now(), timing)
      await schedule.postpone('cancel', [stored.seq], clock.now() + pauseMs)
    }
    return after
  }

  #pauseAfter(outcome: CancelOutcome): number {
    const { timing, randomness } = this.#parts
    if (outcome.kind === 'inDoubt') return lookUpPauseMs(false, true, timing)
    if (outcome.kind !== 'unsent') return timing.retryBaseMs
    return timing.retryBaseMs + retryPauseMs(3, timing.retryBaseMs, randomness.fraction())
  }
}
