import { isResendOpen, type SendRules } from './decide-send.ts'
import { type EventOf, type Happens, happens, type RecordEvent, type Unchanged, unchanged } from './event.ts'
import type { Instant, OpenDoubt, RecordState } from './record.ts'

export interface LookUpRules extends SendRules {
  /** Longer than any message can still be under way. */
  readonly quarantineMs: number
  /** Between two look-ups that may count. */
  readonly lookUpIntervalMs: number
  /** Whether our clock agrees with the authority's; nothing is dated again by one that may be wrong itself. */
  readonly isClockRight?: boolean
}

/** What a look-up found of the record at the authority. */
export type LookUpResult =
  | { readonly kind: 'same'; readonly uuid: string; readonly submissionUid: string }
  /** A document under our number that is not ours, byte for byte. */
  | { readonly kind: 'other' }
  | Unproven
  | { readonly kind: 'nothing' }

/** A document under our number, and nothing to compare it with: what was sent of ours is not known any more. */
export interface Unproven {
  readonly kind: 'unproven'
  readonly uuid: string
  readonly submissionUid: string
  /** By the authority; absent where it does not say. */
  readonly receivedAt?: Instant
}

/** Look-ups that must find nothing, after the quarantine, before a re-send. */
const lookUpsBeforeResend = 2

/**
 * A record in doubt is adopted when found, queued again (identical bytes) when provably not there and the
 * authority would still recognise a duplicate, and given to a person otherwise (reliability 4.6).
 */
export function decideLookUp(
  record: RecordState,
  finding: LookUpResult,
  now: Instant,
  rules: LookUpRules,
): Happens<EventOf<'found' | 'conflicted' | 'not_found'>> | Unchanged {
  if (record.phase !== 'unknown' && record.phase !== 'conflict') return unchanged
  switch (finding.kind) {
    case 'same':
      return happens({ type: 'found', uuid: finding.uuid, submissionUid: finding.submissionUid, at: now })
    case 'other':
    case 'unproven':
      return record.phase === 'unknown' ? happens({ type: 'conflicted', attention: 'conflict', at: now }) : unchanged
    case 'nothing':
      return counts(record, now, rules) ? happens({ type: 'not_found', at: now }) : unchanged
  }
}

/** A look-up proves something only after the quarantine and well apart from the one before. */
function counts({ phase, doubt }: RecordState, now: Instant, rules: LookUpRules): boolean {
  if (phase !== 'unknown' || !doubt) return false
  // A doubt that lies ahead is of before the clock was set right: its quarantine begins again, or would last until then.
  if (now < doubt.since) return rules.isClockRight === true
  return now >= doubt.since + rules.quarantineMs && isApart(doubt, now, rules)
}

/** One that lies ahead of us is of before the clock was set back, and must not hold up all others until then. */
const isApart = ({ lastLookUpAt }: OpenDoubt, now: Instant, { lookUpIntervalMs }: LookUpRules): boolean =>
  lastLookUpAt === null || now < lastLookUpAt || now - lastLookUpAt >= lookUpIntervalMs

/**
 * What follows once enough look-ups found nothing.
 * @param isElsewhere whether what is in it may be in a document that is forgotten here, under another number
 * @param isDuplicate whether the authority called the last copy one: it has the document and shows it late, and would call
 * every further copy the same
 */
export function decideAfterLookUps(
  record: RecordState,
  now: Instant,
  { isElsewhere = false, isDuplicate = false, ...rules }: AfterLookUps,
): Happens<EventOf<'requeued' | 'conflicted'>> | Unchanged {
  if (record.phase !== 'unknown' || !record.doubt || record.doubt.lookUps < lookUpsBeforeResend) return unchanged
  const isOpen = isResendOpen(record, now, rules)
  if (isDuplicate && isOpen) return unchanged
  return !isElsewhere && isOpen
    ? happens({ type: 'requeued', at: now })
    : happens({ type: 'conflicted', attention: 'in_doubt_expired', at: now })
}

interface AfterLookUps extends LookUpRules {
  readonly isElsewhere?: boolean
  readonly isDuplicate?: boolean
}

/** After a crash a claimed record may have been sent: it is in doubt, never queued again (reliability 4.3). */
export function decideAtStart(
  record: RecordState,
  at: Instant,
): Happens<EventOf<'doubted' | 'cancel_doubted'>> | Unchanged {
  if (record.phase === 'sending') return happens({ type: 'doubted', reason: 'stopped_while_sending', at })
  if (record.phase === 'valid' && record.cancellation?.state === 'asking')
    return happens({ type: 'cancel_doubted', at })
  return unchanged
}

/** The authority decides within seconds (myinvois 3); after so long it may be asked whether it has the document at all. */
const longestCheckMs = 60 * 60_000
/** Between two answers that it does not have a document. */
const missedApartMs = 10 * 60_000

/**
 * The authority took it, and has not said for long what became of it: it may have forgotten it, as another gateway does
 * that was restored from an older backup. A clock that was set meanwhile does not tell how long that is.
 */
export const isUnconfirmed = ({ phase, firstSentAt }: RecordState, now: Instant): boolean =>
  phase === 'submitted' && firstSentAt !== null && Math.abs(now - firstSentAt) >= longestCheckMs

/**
 * What was accepted never goes again by itself, with any result of a look-up (reliability 4.6): in doubt, it is a person's at
 * once. A look-up that finds it adopts it all the same.
 */
export const doubtUnconfirmed = (at: Instant): readonly [EventOf<'doubted'>, EventOf<'conflicted'>] => [
  { type: 'doubted', reason: 'not_shown', at },
  { type: 'conflicted', attention: 'in_doubt_expired', at },
]

/** As the history of a record notes an answer that it is not there. */
export const missed = 'Missing'

/**
 * What an answer that the authority does not have an accepted document makes of it: one is noted, a second one well
 * apart from it is believed.
 * @param last event of the record
 */
export function decideMissed(
  record: RecordState,
  last: RecordEvent | undefined,
  now: Instant,
): 'note' | 'doubt' | 'wait' {
  if (!isUnconfirmed(record, now)) return 'wait'
  if (last?.type !== 'anomaly' || last.observed !== missed || last.at > now) return 'note'
  return now - last.at >= missedApartMs ? 'doubt' : 'wait'
}
