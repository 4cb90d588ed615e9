import { isResendOpen, type SendRules } from './decide-send.ts'
import { type EventOf, type Happens, happens, type RecordEvent, type Unchanged, unchanged } from './event.ts'
import type { Instant, OpenDoubt, RecordState } from './record.ts'

export interface LookUpRules extends SendRules {
  /** Longer than a message can be under way. */
  readonly quarantineMs: number
  readonly lookUpIntervalMs: number
  /** Without it, a doubt in the future is not dated again. */
  readonly isClockRight?: boolean
}

export type LookUpResult =
  | { readonly kind: 'same'; readonly uuid: string; readonly submissionUid: string }
  /** Another document under our number. */
  | { readonly kind: 'other' }
  | Unproven
  | { readonly kind: 'nothing' }

/** A document under our number, if the bytes of ours are not known any more. */
export interface Unproven {
  readonly kind: 'unproven'
  readonly uuid: string
  readonly submissionUid: string
  /** By the authority's clock; absent if it does not say. */
  readonly receivedAt?: Instant
}

/** How many must find nothing after the quarantine. */
const lookUpsBeforeResend = 2

/**
 * A record in doubt is adopted if it is found; queued again with the same bytes if it is proved missing and a duplicate
 * would still be recognised; and otherwise left to a person (reliability 4.6).
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

/** Only after the quarantine, and some time after the one before. */
function counts({ phase, doubt }: RecordState, now: Instant, rules: LookUpRules): boolean {
  if (phase !== 'unknown' || !doubt) return false
  // A doubt in the future was written by a wrong clock: its quarantine begins again.
  if (now < doubt.since) return rules.isClockRight === true
  return now >= doubt.since + rules.quarantineMs && isApart(doubt, now, rules)
}

/** A look-up in the future was written by a wrong clock: it must not delay all others. */
const isApart = ({ lastLookUpAt }: OpenDoubt, now: Instant, { lookUpIntervalMs }: LookUpRules): boolean =>
  lastLookUpAt === null || now < lastLookUpAt || now - lastLookUpAt >= lookUpIntervalMs

/**
 * After enough look-ups found nothing.
 * @param isElsewhere whether its content may be in a forgotten document with another number
 * @param isDuplicate the authority called the last copy a duplicate: it has the document, and would call every copy so
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

/** It may have been sent before the crash, so it is in doubt and never queued again (reliability 4.3). */
export function decideAtStart(
  record: RecordState,
  at: Instant,
): Happens<EventOf<'doubted' | 'cancel_doubted'>> | Unchanged {
  if (record.phase === 'sending') return happens({ type: 'doubted', reason: 'stopped_while_sending', at })
  if (record.phase === 'valid' && record.cancellation?.state === 'asking')
    return happens({ type: 'cancel_doubted', at })
  return unchanged
}

/** The authority decides within seconds (myinvois 3). */
const longestCheckMs = 60 * 60_000
const missedApartMs = 10 * 60_000

/**
 * Accepted long ago and without a result: the authority may have forgotten it, for example another gateway that was
 * restored from a backup. A set clock does not tell how long that is.
 */
export const isUnconfirmed = ({ phase, firstSentAt }: RecordState, now: Instant): boolean =>
  phase === 'submitted' && firstSentAt !== null && Math.abs(now - firstSentAt) >= longestCheckMs

/**
 * An accepted document never goes again by itself (reliability 4.6): a person decides. A look-up that finds it still
 * adopts it.
 */
export const doubtUnconfirmed = (at: Instant): readonly [EventOf<'doubted'>, EventOf<'conflicted'>] => [
  { type: 'doubted', reason: 'not_shown', at },
  { type: 'conflicted', attention: 'in_doubt_expired', at },
]

/** In the history of a record. */
export const missed = 'Missing'

/**
 * A first answer that an accepted document is missing is noted; a second one, some time later, is believed.
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
