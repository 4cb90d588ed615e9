import type { Outcome } from '../../shared/domain/attempt.ts'
import { decideAskToCancel, decideCancel, decideCancelLookUp, settleCancel } from '../../shared/domain/decide-cancel.ts'
import {
  decideAfterLookUps,
  decideAtStart,
  decideLookUp,
  type LookUpRules,
} from '../../shared/domain/decide-look-up.ts'
import { decideObservation, type ObservedStatus } from '../../shared/domain/decide-observation.ts'
import { decideClaim, decideSettle } from '../../shared/domain/decide-send.ts'
import { decideNoteHold, decideSubmission } from '../../shared/domain/decide-submission.ts'
import type { Happens, Received, RecordEvent, Refused, Unchanged } from '../../shared/domain/event.ts'
import { evolve } from '../../shared/domain/evolve.ts'
import {
  decideClosure,
  decideResend,
  decideResolution,
  decideVoid,
  type ResolutionKind,
} from '../../shared/domain/person-acts.ts'
import type { EpochMs, RecordState } from '../../shared/domain/record.ts'
import { aContent, aRecord, noon, windowMs } from './records.ts'
import type { CancelFate, Fate, Loss, Sight, Step } from './step.ts'

export const rules: LookUpRules = { resendWindowMs: 6_000_000, quarantineMs: 600_000, lookUpIntervalMs: 60_000 }
const requestTimeoutMs = 60_000
/** How long a message may stay in the network after its sender gave up; shorter than the quarantine. */
const latestArrivalMs = 5 * 60_000
/** How long the authority recognises a second copy as a duplicate (reliability 4.6). */
const duplicateWindowMs = 2 * 3_600_000

/** A document at the authority. Our record must agree with it. */
export interface Entry {
  readonly uuid: string
  readonly revision: number
  readonly at: EpochMs
  status: 'pending' | 'valid' | 'invalid' | 'cancelled' | 'duplicate'
  /** Whether our request cancelled it, and not a person on the portal. */
  isCancelledByUs: boolean
}

export interface Move {
  readonly before: RecordState
  readonly event: Exclude<RecordEvent, Received>
  readonly at: EpochMs
}

type Decision = Happens<Exclude<RecordEvent, Received>> | Unchanged | Refused

/** One record, what the gateway does with it, and an authority that loses answers but never gives a wrong one. */
export class World {
  record: RecordState
  now: EpochMs = noon
  readonly ledger: Entry[] = []
  readonly moves: Move[] = []
  #claims = 0
  #deadline = 0
  #underWay: { readonly revision: number; readonly until: EpochMs } | null = null
  #cancelUnderWay: { readonly uuid: string; readonly until: EpochMs } | null = null

  constructor(record: RecordState = aRecord()) {
    this.record = Object.freeze(record)
  }

  take(step: Step): void {
    const { record, now } = this
    switch (step.do) {
      case 'pass':
        return this.#pass(step.ms)
      case 'void':
        return this.#apply(decideVoid(record, { by: 'token:Till 1', at: now }))
      case 'claim':
        this.#apply(decideClaim(record, { id: `attempt-${++this.#claims}`, documentTime: now }, now, rules))
        this.#deadline = Math.min(now + requestTimeoutMs, (this.record.firstSentAt ?? now) + rules.resendWindowMs)
        return
      case 'send':
        return this.#send(step.fate)
      case 'arrive':
        return this.#arrive()
      case 'restart':
        // Nothing is sent after the deadline of the claim (reliability 4.3).
        if (record.phase === 'sending' && now < this.#deadline) this.#lose(step.fate)
        return this.#apply(decideAtStart(record, now))
      case 'lookUp':
        this.#apply(decideLookUp(record, this.#find(step.sees), now, rules))
        return this.#apply(decideAfterLookUps(this.record, now, rules))
      case 'judge': {
        const pending = this.ledger.find(({ status }) => status === 'pending')
        if (pending) pending.status = step.verdict
        return
      }
      case 'poll': {
        const seen = this.#observe()
        if (seen) this.#apply(decideObservation(record, seen, now, { cancellationWindowMs: windowMs }))
        return
      }
      case 'follow':
        return this.#apply(decideNoteHold(record, step.originals, now))
      case 'correct':
        return this.#correct()
      case 'cancel':
        return this.#apply(
          decideCancel(record, { reason: 'wrong', by: 'person:A', at: now, isReferredTo: step.isReferredTo }),
        )
      case 'askToCancel':
        return this.#apply(decideAskToCancel(record, now))
      case 'answerCancel':
        return this.#answerCancel(step.fate)
      case 'lookUpCancel':
        return this.#lookUpCancel()
      case 'cancelElsewhere': {
        const valid = this.ledger.find(({ status }) => status === 'valid')
        if (valid) valid.status = 'cancelled'
        return
      }
      case 'close':
        return this.#apply(decideClosure(record, { by: 'person:A', at: now }))
      case 'resend':
        return this.#apply(decideResend(record, null, { by: 'person:A', at: now }))
      case 'resolve':
        return this.#resolve(step.as)
    }
  }

  /** The authority's document with the UUID of our record. */
  get entry(): Entry | undefined {
    return this.ledger.find(({ uuid }) => uuid === this.record.authority?.uuid)
  }

  get live(): readonly Entry[] {
    return this.ledger.filter(({ status }) => status === 'pending' || status === 'valid')
  }

  #apply(decision: Decision): void {
    if (decision.kind !== 'happens') return
    this.moves.push({ before: this.record, event: decision.event, at: this.now })
    this.record = Object.freeze(evolve(this.record, decision.event))
  }

  #pass(ms: number): void {
    const end = this.now + ms
    if (this.#underWay && this.#underWay.until <= end) {
      this.now = this.#underWay.until
      this.#arrive()
    }
    if (this.#cancelUnderWay && this.#cancelUnderWay.until <= end) {
      this.now = this.#cancelUnderWay.until
      this.#arriveCancel()
    }
    this.now = end
  }

  #arriveCancel(): void {
    const entry = this.ledger.find(({ uuid }) => uuid === this.#cancelUnderWay?.uuid)
    if (entry) this.#cancelThere(entry)
    this.#cancelUnderWay = null
  }

  /** The authority checks its own period too. */
  #cancelThere(entry: Entry): void {
    if (entry.status !== 'valid' || this.now >= (this.record.cancellableUntil ?? 0)) return
    entry.status = 'cancelled'
    entry.isCancelledByUs = true
  }

  #resolve(as: ResolutionKind): void {
    const { record, now } = this
    const ours = this.ledger.filter(({ revision }) => revision === record.revision)
    const contrary = as === 'not_received' ? ours : ours.filter((entry) => this.live.includes(entry))
    if (as !== 'found' && contrary.length > 0) return
    const finding = this.#find('truth')
    this.#apply(decideResolution(record, as, { by: 'person:A', evidence: 'portal', at: now, finding }, rules))
  }

  #arrive(): void {
    if (this.#underWay) this.#deliver(this.#underWay.revision)
    this.#underWay = null
  }

  #deliver(revision: number): { readonly entry: Entry; readonly isDuplicate: boolean } {
    const known = this.ledger.find((entry) => entry.revision === revision && this.now - entry.at < duplicateWindowMs)
    if (known) return { entry: known, isDuplicate: true }
    return { entry: this.#enter(revision, 'pending'), isDuplicate: false }
  }

  #enter(revision: number, status: Entry['status']): Entry {
    const entry: Entry = {
      uuid: `UUID-${this.ledger.length + 1}`,
      revision,
      at: this.now,
      status,
      isCancelledByUs: false,
    }
    this.ledger.push(entry)
    return entry
  }

  #lose(fate: Loss): void {
    if (fate === 'lostAfter') this.#deliver(this.record.revision)
    if (fate === 'late') this.#underWay = { revision: this.record.revision, until: this.now + latestArrivalMs }
  }

  #send(fate: Fate): void {
    if (this.record.phase !== 'sending') return
    const isLate = this.now >= this.#deadline
    const outcome: Outcome = isLate ? { kind: 'unsent', reason: 'deadline_passed' } : this.#outcome(fate)
    this.#apply(decideSettle(this.record, this.record.attemptId ?? '', outcome, this.now))
  }

  #outcome(fate: Fate): Outcome {
    switch (fate) {
      case 'unsent':
        return { kind: 'unsent', reason: 'not_connected' }
      case 'rejected':
        return { kind: 'rejected', errors: [] }
      case 'accepted':
      case 'acceptedUnseen': {
        const { entry, isDuplicate } = this.#deliver(this.record.revision)
        if (!isDuplicate) return { kind: 'accepted', uuid: entry.uuid, submissionUid: 'SUB' }
        // The authority notices a duplicate at once, or only during validation.
        if (fate === 'accepted') return { kind: 'inDoubt', reason: 'duplicate_reported' }
        return { kind: 'accepted', uuid: this.#enter(this.record.revision, 'duplicate').uuid, submissionUid: 'SUB' }
      }
      case 'lostBefore':
      case 'lostAfter':
      case 'late':
        this.#lose(fate)
        return { kind: 'inDoubt', reason: 'timed_out' }
    }
  }

  #find(sees: Sight): Parameters<typeof decideLookUp>[1] {
    const ours = this.ledger.filter(
      ({ revision, status }) => revision === this.record.revision && status !== 'duplicate',
    )
    const [found] = [...ours.filter((entry) => this.live.includes(entry)), ...ours]
    if (found && sees !== 'nothing') return { kind: 'same', uuid: found.uuid, submissionUid: 'SUB' }
    return sees === 'other' ? { kind: 'other' } : { kind: 'nothing' }
  }

  #observe(): ObservedStatus | null {
    if (!this.entry) return null
    const { uuid, status } = this.entry
    const shown = {
      pending: 'Submitted',
      valid: 'Valid',
      invalid: 'Invalid',
      duplicate: 'Invalid',
      cancelled: 'Cancelled',
    } as const
    return {
      uuid,
      status: shown[status],
      longId: 'L',
      validatedAt: this.now,
      errors: [],
      isOnlyDuplicate: status === 'duplicate',
    }
  }

  #correct(): void {
    const { record } = this
    const known = { byGuid: record, byKey: record, voidedByKey: null, isSameBody: false, isBodyBeforeConversion: false }
    if (decideSubmission({ identity: record, namesGuid: true }, known).kind !== 'revises') return
    this.#apply({ kind: 'happens', event: { type: 'revised', content: aContent(), holds: null, at: this.now } })
  }

  #lookUpCancel(): void {
    const { record, now, entry } = this
    const there = { kind: entry?.status === 'cancelled' ? 'cancelled' : 'not_cancelled' } as const
    this.#apply(decideCancelLookUp(record, { there, askedAt: now, at: now }, rules))
  }

  #answerCancel(fate: CancelFate): void {
    if (this.record.cancellation?.state !== 'asking') return
    const { entry } = this
    if (entry && fate === 'late') this.#cancelUnderWay = { uuid: entry.uuid, until: this.now + latestArrivalMs }
    if (entry && (fate === 'cancelled' || fate === 'lostAfter')) this.#cancelThere(entry)
    if (fate === 'cancelled' && entry?.status !== 'cancelled') return this.#answerCancel('refused')
    const outcome =
      fate === 'cancelled' || fate === 'unsent'
        ? ({ kind: fate } as const)
        : fate === 'refused'
          ? ({ kind: 'refused', code: 'no', message: 'no' } as const)
          : ({ kind: 'inDoubt' } as const)
    this.#apply(settleCancel(this.record, outcome, this.now))
  }
}
