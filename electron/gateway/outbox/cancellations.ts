import {
  type CancelOutcome,
  cancelQuarantineEnd,
  decideAskToCancel,
  decideCancelLookUp,
  settleCancel,
} from '../../../shared/domain/decide-cancel.ts'
import { unchanged } from '../../../shared/domain/event.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import { retryPauseMs } from '../../../shared/domain/retry.ts'
import { checkpoint } from '../platform/crash-points.ts'
import type { Company, Due } from '../store/port/port.ts'
import type { Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { cancelLookUpPauseMs, firstLookUpMs } from './timing.ts'
import { transition } from './transition.ts'

const mostAtOnce = 20
/** An authority that answers again is found again so soon. */
const longestProbeMs = 60_000

type TriedRecord = Stored & Partial<Pick<Due, 'tries'>>

/** Asks the authority to cancel what a person wants cancelled, and finds out about what it was asked before. */
export class Cancellations {
  readonly #deps: OutboxDeps
  /** Two callers never ask for the same document at the same time. */
  readonly #running = new Map<string, Promise<Stored | null>>()
  /** How often in a row a question did not go out, by the record that it was about. */
  readonly #unsent = new Map<string, number>()

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  /**
   * @param step called before each record
   * @returns the records that changed
   */
  async workOff(company: Company, step = () => {}): Promise<readonly Stored[]> {
    const { schedule, clock } = this.#deps
    const due = await schedule.due('cancel', company.profile.companyGuid, clock.now(), mostAtOnce)
    const changed: Stored[] = []
    for (const stored of due) {
      step()
      const after = await this.ask(company, stored)
      if (after) changed.push(after)
    }
    return changed
  }

  /** One step for one record: the question, or the look-up if an earlier answer was lost. */
  ask(company: Company, stored: TriedRecord): Promise<Stored | null> {
    const { saleGuid } = stored.record
    const running = this.#running.get(saleGuid)
    if (running) return running
    const step = this.#step(company, stored).finally(() => this.#running.delete(saleGuid))
    this.#running.set(saleGuid, step)
    return step
  }

  async #step(company: Company, stored: TriedRecord): Promise<Stored | null> {
    if (stored.record.cancellation?.state === 'unknown') return this.#lookUp(company, stored)
    return (await this.#mayGoOut(company, stored)) ? this.#request(company, stored) : null
  }

  /**
   * Whether a question that did not go out before has a way now. Each that is asked is two events for ever: while the
   * authority is away it is looked for by a question that changes nothing, and costs no event.
   */
  async #mayGoOut({ profile }: Company, stored: TriedRecord): Promise<boolean> {
    const { clock, authority, schedule } = this.#deps
    const { record, seq, tries = 0 } = stored
    const isAboutToAsk = decideAskToCancel(record, authority.clock.now())
    if (!record.authority || isAboutToAsk.kind !== 'happens' || isAboutToAsk.event.type !== 'cancel_asked') return true
    const failures = this.#unsent.get(record.saleGuid) ?? 0
    if (failures === 0) return true
    const there = await authority.cancelledThere(profile, { ...record, uuid: record.authority.uuid })
    if (there) return true
    await schedule.postpone('cancel', [seq], clock.now() + Math.min(this.#retryMs(failures + tries), longestProbeMs))
    return false
  }

  async #request(company: Company, stored: Stored): Promise<Stored | null> {
    const { records, clock, authority, log, isStillSender = async () => true } = this.#deps
    // Stored before the question goes out: after a crash it must not look as if it was not asked.
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
        // It should not come to this, but what was asked must not wait for the next start to be looked up.
        log.error({ err, saleGuid: asking.record.saleGuid }, 'a cancellation could not be asked for to its end')
        return { kind: 'inDoubt' }
      })
    checkpoint('cancel_answered')
    const failures = outcome.kind === 'unsent' ? (this.#unsent.get(asking.record.saleGuid) ?? 0) + 1 : 0
    if (failures > 0) this.#unsent.set(asking.record.saleGuid, failures)
    else this.#unsent.delete(asking.record.saleGuid)
    // Doubt is measured by our own clock: what is known of the authority's may change while it lasts.
    const at = outcome.kind === 'inDoubt' ? clock.now() : authority.clock.now()
    const dueAt = () => clock.now() + this.#pauseAfter(outcome, failures)
    return transition(records, asking, (record) => settleCancel(record, outcome, at), { dueAt })
  }

  async #lookUp(company: Company, stored: Stored): Promise<Stored | null> {
    const { records, clock, authority, schedule, timing } = this.#deps
    const { record: was } = stored
    const askedAt = clock.now()
    const there =
      was.authority && (await authority.cancelledThere(company.profile, { ...was, uuid: was.authority.uuid }))
    // The answer has told the time. A clock that is wrong does not tell whether the quarantine is over.
    const { kind: clockIs } = authority.clock.status()
    const isTelling = there?.kind === 'cancelled' || clockIs !== 'wrong'
    const rules = { ...timing, isClockRight: clockIs === 'right' }
    const decide = (record: RecordState) =>
      there && isTelling ? decideCancelLookUp(record, { there, askedAt, at: authority.clock.now() }, rules) : unchanged
    const dueAt = ({ cancellation }: RecordState) =>
      clock.now() + (cancellation?.state === 'unknown' ? timing.lookUpIntervalMs : 0)
    const after = await transition(records, stored, decide, { dueAt, onlyAsRead: true })
    if (!after) {
      const pauseMs = cancelLookUpPauseMs(cancelQuarantineEnd(was, timing), clock.now(), timing)
      await schedule.postpone('cancel', [stored.seq], clock.now() + pauseMs)
    }
    return after
  }

  #pauseAfter(outcome: CancelOutcome, failures: number): number {
    const { timing } = this.#deps
    if (outcome.kind === 'inDoubt') return firstLookUpMs(timing)
    return outcome.kind === 'unsent' ? this.#retryMs(failures) : timing.retryBaseMs
  }

  /** The first is soon, since a person may wait for it. */
  #retryMs(failures: number): number {
    const { timing, randomness } = this.#deps
    return timing.retryBaseMs + retryPauseMs(failures + 2, timing.retryBaseMs, randomness.fraction())
  }
}
