import { isInsideResendWindow, type ResendRules } from './decide-send.ts'
import { type EventOf, type Happens, happens, type RecordEvent, type Unchanged, unchanged } from './event.ts'
import type { EpochMs, OpenDoubt, RecordState } from './record.ts'

export interface LookUpRules extends ResendRules {
  /** Longer than a message can stay in the network. */
  readonly quarantineMs: number
  readonly lookUpIntervalMs: number
  /** Whether our clock is known to be right. Only then does a doubt in the future get a new date. */
  readonly isClockRight?: boolean
}

export type LookUpResult =
  | { readonly kind: 'same'; readonly uuid: string; readonly submissionUid: string }
  /** Another document with our number. */
  | { readonly kind: 'other' }
  | UncomparableMatch
  | { readonly kind: 'nothing' }

/** A document with our number, if our own bytes are not known any more and nothing can be compared. */
export interface UncomparableMatch {
  readonly kind: 'unproven'
  readonly uuid: string
  readonly submissionUid: string
  /** By the authority's clock; absent if it does not say. */
  readonly receivedAt?: EpochMs
}

/** So many look-ups after the quarantine must find nothing. */
const lookUpsBeforeResend = 2

/**
 * If the document is found, the record takes it over. If it is proved missing, and a duplicate would still be
 * recognised, the same bytes are queued again. Otherwise a person decides (reliability 4.6).
 */
export function decideLookUp(
  record: RecordState,
  finding: LookUpResult,
  now: EpochMs,
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

/** Whether this look-up counts: after the quarantine, and some time after the last one. */
function counts({ phase, doubt }: RecordState, now: EpochMs, rules: LookUpRules): boolean {
  if (phase !== 'unknown' || !doubt) return false
  // A doubt in the future was written by a wrong clock: its quarantine begins again.
  if (now < doubt.since) return rules.isClockRight === true
  return now >= doubt.since + rules.quarantineMs && isApart(doubt, now, rules)
}

/** A last look-up in the future was written by a wrong clock, and must not delay the next one. */
const isApart = ({ lastLookUpAt }: OpenDoubt, now: EpochMs, { lookUpIntervalMs }: LookUpRules): boolean =>
  lastLookUpAt === null || now < lastLookUpAt || now - lastLookUpAt >= lookUpIntervalMs

/**
 * Decides after enough look-ups that found nothing.
 * @param isElsewhere whether its content may be in a forgotten document with another number @param isDuplicate the
 * authority called the last copy a duplicate: it has the document, and would call every copy so
 */
export function decideAfterLookUps(
  record: RecordState,
  now: EpochMs,
  { isElsewhere = false, isDuplicate = false, ...rules }: AfterLookUps,
): Happens<EventOf<'requeued' | 'conflicted'>> | Unchanged {
  if (record.phase !== 'unknown' || !record.doubt || record.doubt.lookUps < lookUpsBeforeResend) return unchanged
  const isOpen = isInsideResendWindow(record, now, rules)
  if (isDuplicate && isOpen) return unchanged
  return !isElsewhere && isOpen
    ? happens({ type: 'requeued', at: now })
    : happens({ type: 'conflicted', attention: 'in_doubt_expired', at: now })
}

interface AfterLookUps extends LookUpRules {
  readonly isElsewhere?: boolean
  readonly isDuplicate?: boolean
}

/**
 * At a start: the record may have been sent before the crash, so it is in doubt, and never queued again (reliability
 * 4.3).
 */
export function decideAtStart(
  record: RecordState,
  at: EpochMs,
): Happens<EventOf<'outcome_unknown' | 'cancel_outcome_unknown'>> | Unchanged {
  if (record.phase === 'sending') return happens({ type: 'outcome_unknown', reason: 'stopped_while_sending', at })
  if (record.phase === 'valid' && record.cancellation?.state === 'asking')
    return happens({ type: 'cancel_outcome_unknown', at })
  return unchanged
}

/** The authority decides within seconds (myinvois 3). */
const longestCheckMs = 60 * 60_000
const missedApartMs = 10 * 60_000

/**
 * Accepted long ago and without a result. The authority may have forgotten it, for example another gateway that was
 * restored from a backup. `abs`, because a clock that was set says nothing about how long that is.
 */
export const isResultOverdue = ({ phase, firstSentAt }: RecordState, now: EpochMs): boolean =>
  phase === 'submitted' && firstSentAt !== null && Math.abs(now - firstSentAt) >= longestCheckMs

/**
 * An accepted document is never sent again by itself (reliability 4.6): a person decides. If a look-up still finds it,
 * the record takes it over.
 */
export const makeDoubtEvents = (at: EpochMs): readonly [EventOf<'outcome_unknown'>, EventOf<'conflicted'>] => [
  { type: 'outcome_unknown', reason: 'not_shown', at },
  { type: 'conflicted', attention: 'in_doubt_expired', at },
]

/** This word is in the history of a record. */
export const missingStatus = 'Missing'

/**
 * If the authority first says that an accepted document is missing, that is only noted. If it says so again some time
 * later, the document is in doubt. @param last event of the record
 */
export function decideMissing(
  record: RecordState,
  last: RecordEvent | undefined,
  now: EpochMs,
): 'note' | 'doubt' | 'wait' {
  if (!isResultOverdue(record, now)) return 'wait'
  if (last?.type !== 'anomaly' || last.observed !== missingStatus || last.at > now) return 'note'
  return now - last.at >= missedApartMs ? 'doubt' : 'wait'
}
