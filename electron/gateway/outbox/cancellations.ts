import {
  type CancelOutcome,
  cancelLossProvableFrom,
  decideAskToCancel,
  decideCancelLookUp,
  settleCancel,
} from '../../../shared/domain/decide-cancel.ts'
import { unchanged } from '../../../shared/domain/event.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import { retryPauseMs } from '../../../shared/domain/retry.ts'
import { checkpoint } from '../platform/crash-points.ts'
import type { Company, DueRecord } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import { watchClock } from './clock-guard.ts'
import type { OutboxDeps } from './deps.ts'
import { cancelLookUpPauseMs, firstLookUpMs } from './timing.ts'
import { transition } from './transition.ts'

const mostAtOnce = 20
/** The longest pause of the harmless question, so that an authority that is back is noticed soon. */
const longestProbeMs = 60_000

type TriedRecord = StoredRecord & Partial<Pick<DueRecord, 'tries'>>

/** Sends cancellations, and finds out their outcome. */
export class Cancellations {
  readonly #deps: OutboxDeps
  /** One entry for each document, so that two callers never ask about the same one at once. */
  readonly #running = new Map<string, Promise<StoredRecord | null>>()
  /** Failed sends in a row, by record. */
  readonly #unsent = new Map<string, number>()

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  /** @param step called before each record @returns the records that changed */
  async workOff(company: Company, step = () => {}): Promise<readonly StoredRecord[]> {
    const { schedule, clock } = this.#deps
    const due = await schedule.due('cancel', company.profile.companyGuid, clock.now(), mostAtOnce)
    const changed: StoredRecord[] = []
    for (const stored of due) {
      step()
      const after = await this.ask(company, stored)
      if (after) changed.push(after)
    }
    return changed
  }

  /** Sends the cancellation, or looks it up if an earlier answer was lost. */
  ask(company: Company, stored: TriedRecord): Promise<StoredRecord | null> {
    const { saleGuid } = stored.record
    const running = this.#running.get(saleGuid)
    if (running) return running
    const step = this.#step(company, stored).finally(() => this.#running.delete(saleGuid))
    this.#running.set(saleGuid, step)
    return step
  }

  async #step(company: Company, stored: TriedRecord): Promise<StoredRecord | null> {
    if (stored.record.cancellation?.state === 'unknown') return this.#lookUp(company, stored)
    return (await this.#mayGoOut(company, stored)) ? this.#request(company, stored) : null
  }

  /**
   * Whether a cancellation can be sent now. Each try writes two events for ever, so while the authority is away a
   * harmless question is tried first.
   */
  async #mayGoOut({ profile }: Company, stored: TriedRecord): Promise<boolean> {
    const { clock, authority, schedule } = this.#deps
    const { record, seq, tries = 0 } = stored
    const isAboutToAsk = decideAskToCancel(record, authority.clock.now())
    if (!record.authority || isAboutToAsk.kind !== 'happens' || isAboutToAsk.event.type !== 'cancel_asked') return true
    const failures = this.#unsent.get(record.saleGuid) ?? 0
    if (failures === 0) return true
    if (await authority.cancelledThere(profile, { ...record, uuid: record.authority.uuid })) return true
    await schedule.postpone('cancel', [seq], clock.now() + Math.min(this.#retryMs(failures + tries), longestProbeMs))
    return false
  }

  async #request(company: Company, stored: StoredRecord): Promise<StoredRecord | null> {
    const { records, clock, authority, log, isStillSender = async () => true } = this.#deps
    // Stored before it is sent: after a crash it must count as sent.
    const asking = await transition(records, stored, (record) => decideAskToCancel(record, authority.clock.now()))
    const { authority: reference, cancellation } = asking?.record ?? {}
    if (!asking || !reference || cancellation?.state !== 'asking') {
      this.#unsent.delete(stored.record.saleGuid)
      return asking
    }
    checkpoint('cancel_asking')
    const document = { ...asking.record, uuid: reference.uuid, mayStillAsk: isStillSender }
    const outcome = await authority
      .cancel(company.profile, document, cancellation.reason)
      .catch((err: unknown): CancelOutcome => {
        // Unexpected: the cancellation must be looked up now, not at the next start.
        log.error({ err, saleGuid: asking.record.saleGuid }, 'a cancellation could not be asked for to its end')
        return { kind: 'inDoubt' }
      })
    checkpoint('cancel_answered')
    const failures = outcome.kind === 'unsent' ? (this.#unsent.get(asking.record.saleGuid) ?? 0) + 1 : 0
    if (failures > 0) this.#unsent.set(asking.record.saleGuid, failures)
    else this.#unsent.delete(asking.record.saleGuid)
    // Doubts are dated by our own clock, because the authority's offset may change.
    const at = outcome.kind === 'inDoubt' ? clock.now() : authority.clock.now()
    const dueAt = () => clock.now() + this.#pauseAfter(outcome, failures)
    return transition(records, asking, (record) => settleCancel(record, outcome, at), { dueAt })
  }

  async #lookUp(company: Company, stored: StoredRecord): Promise<StoredRecord | null> {
    const { records, clock, authority, schedule, timing } = this.#deps
    const { record: was } = stored
    const askedAt = clock.now()
    const isClockGood = watchClock(this.#deps)
    const there =
      was.authority && (await authority.cancelledThere(company.profile, { ...was, uuid: was.authority.uuid }))
    // The answer brought the authority's time. Only a good clock can say whether the quarantine is over.
    const isTelling = there?.kind === 'cancelled' || isClockGood()
    const rules = { ...timing, isClockRight: authority.clock.status().kind === 'right' }
    const decide = (record: RecordState) =>
      there && isTelling ? decideCancelLookUp(record, { there, askedAt, at: authority.clock.now() }, rules) : unchanged
    const dueAt = ({ cancellation }: RecordState) =>
      clock.now() + (cancellation?.state === 'unknown' ? timing.lookUpIntervalMs : 0)
    const after = await transition(records, stored, decide, { dueAt, onlyAsRead: true })
    if (!after) {
      const pauseMs = cancelLookUpPauseMs(cancelLossProvableFrom(was, timing), clock.now(), timing)
      await schedule.postpone('cancel', [stored.seq], clock.now() + pauseMs)
    }
    return after
  }

  #pauseAfter(outcome: CancelOutcome, failures: number): number {
    const { timing } = this.#deps
    if (outcome.kind === 'inDoubt') return firstLookUpMs(timing)
    return outcome.kind === 'unsent' ? this.#retryMs(failures) : timing.retryBaseMs
  }

  /** The first retry is soon, because a person may wait. */
  #retryMs(failures: number): number {
    const { timing, randomness } = this.#deps
    return timing.retryBaseMs + retryPauseMs(failures + 2, timing.retryBaseMs, randomness.fraction())
  }
}
