import { type EventType, type Received, type RecordEvent, transitions } from './event.ts'
import type { Content, EpochMs, OpenDoubt, Phase, RecordState } from './record.ts'
import { isCancelling } from './status.ts'

export function receive(event: Received): RecordState {
  return wellKnown({
    ...event.identity,
    ...event.content,
    members: event.content.members ?? 0,
    ...saidOf(event.content),
    version: 1,
    revision: 1,
    submittedAt: event.at,
    ...unsentRevision,
    phase: event.holds ? 'held' : 'queued',
    attention: event.holds,
    closed: false,
    consolidatedInto: null,
    validatedAt: null,
    cancellableUntil: null,
    voided: null,
    cancelledAt: null,
    authority: null,
    errors: [],
    cancellation: null,
  })
}

/** An attention that is set already stays. A record that does not count any more needs none. */
function wellKnown(record: RecordState): RecordState {
  const isLive = !['invalid', 'voided', 'cancelled'].includes(record.phase)
  return record.buyerDiffers && record.attention === null && isLive ? { ...record, attention: 'buyer_differs' } : record
}

const saidOf = ({ roundingDifference = null, buyerDiffers = false, sentAs = null }: Content) => ({
  roundingDifference,
  buyerDiffers,
  sentAs,
})

const unsentRevision = {
  everSent: false,
  sentBefore: false,
  confirmedNotReceived: false,
  attempts: 0,
  attemptId: null,
  firstSentAt: null,
  documentTime: null,
  doubt: null,
} as const

const nextRevision = (record: RecordState, holds: RecordState['attention']) => ({
  ...unsentRevision,
  revision: record.revision + 1,
  attention: holds,
  errors: [],
  authority: null,
  validatedAt: null,
})

const settled = { attention: null, doubt: null } as const

const doubtSince = (since: EpochMs): OpenDoubt => ({ since, lookUps: 0, lastLookUpAt: null })

/**
 * Rules are in `decide…`; this only checks the transition table.
 * @throws Error if the event may not happen in the record's phase: a broken promise, not an answer
 */
export function evolve(record: RecordState, event: Exclude<RecordEvent, Received>): RecordState {
  const { from, to } = transitions[event.type]
  if (!(from as readonly Phase[]).includes(record.phase)) throw new Error(illegal(event.type, record))
  const phase = to === 'same' ? record.phase : to
  return wellKnown({
    ...record,
    ...changes(record, event),
    phase: heldInstead(event) ?? phase,
    version: record.version + 1,
  })
}

const heldInstead = (event: RecordEvent): Phase | undefined =>
  event.type !== 'received' && 'holds' in event && event.holds ? 'held' : undefined

const illegal = (type: EventType, record: RecordState) =>
  `${type} may not happen to a record that is ${record.phase} (version ${record.version})`

function changes(record: RecordState, event: Exclude<RecordEvent, Received>): Partial<RecordState> {
  switch (event.type) {
    case 'revised':
    case 'converted':
      return { ...event.content, ...saidOf(event.content), ...nextRevision(record, event.holds) }
    case 'resent':
      return nextRevision(record, event.holds)
    case 'held':
      return { attention: event.attention }
    case 'released':
      return { attention: null }
    case 'consolidated':
      return { consolidatedInto: event.into, attention: null }
    case 'validated_in': {
      const { authority, validatedAt, sentAt, documentTime = null } = event
      return { everSent: true, firstSentAt: sentAt, documentTime, authority, validatedAt, attention: null }
    }
    case 'unconsolidated':
      return { ...unsentRevision, consolidatedInto: null, authority: null, validatedAt: null, attention: event.holds }
    case 'voided':
      return { voided: { at: event.at, by: event.by, reason: event.reason ?? null }, attention: null }
    case 'closed':
      return { closed: true, attention: null }
    case 'claimed':
      return {
        everSent: true,
        sentBefore: record.everSent,
        attempts: record.attempts + 1,
        attemptId: event.attemptId,
        firstSentAt: record.firstSentAt ?? event.at,
        documentTime: event.documentTime,
      }
    case 'unsent':
      return record.sentBefore ? { everSent: true } : { everSent: false, firstSentAt: null, documentTime: null }
    case 'taken':
    case 'found':
    case 'taken_over':
      return {
        ...settled,
        authority: { uuid: event.uuid, submissionUid: event.submissionUid, longId: '' },
        firstSentAt: record.firstSentAt ?? event.at,
      }
    case 'refused':
    case 'invalidated':
      return { ...settled, errors: event.errors }
    case 'outcome_unknown':
      return { doubt: doubtSince(event.at), authority: null }
    case 'presumed_sent':
      return {
        everSent: true,
        sentBefore: record.everSent,
        attention: null,
        doubt: doubtSince(event.at),
      }
    case 'not_found':
      return { doubt: record.doubt && lookedUp(record.doubt, event.at) }
    case 'requeued':
      return { doubt: null, ...neverClaimed(record) }
    case 'conflicted':
      return { attention: event.attention }
    case 'confirmed_not_received':
      return {
        ...settled,
        everSent: false,
        sentBefore: false,
        confirmedNotReceived: true,
        firstSentAt: null,
        documentTime: null,
        authority: null,
      }
    case 'marked_refused':
      return { ...settled, errors: [] }
    case 'validated':
      return {
        validatedAt: event.validatedAt,
        cancellableUntil: event.cancellableUntil,
        authority: record.authority && { ...record.authority, longId: event.longId },
      }
    case 'linked':
      return { authority: record.authority && { ...record.authority, longId: event.longId } }
    case 'rejection_requested':
      return { attention: 'rejection_requested' }
    case 'cancel_requested':
      return {
        cancellation: {
          state: 'requested',
          reason: event.reason,
          by: event.by,
          requestedAt: event.at,
          doubtedAt: null,
          decidedAt: null,
          code: null,
          message: null,
        },
      }
    case 'cancel_asked':
      return cancellation(record, { state: 'asking' })
    case 'cancel_unsent':
      return cancellation(record, { state: 'requested', doubtedAt: null })
    case 'cancel_outcome_unknown':
      return cancellation(record, { state: 'unknown', doubtedAt: event.at })
    case 'cancel_refused':
      return cancellation(record, {
        state: 'refused',
        doubtedAt: null,
        decidedAt: event.at,
        code: event.code,
        message: event.message,
      })
    case 'cancelled':
      return {
        attention: null,
        cancelledAt: event.cancelledAt ?? event.at,
        ...(event.isTooLate
          ? overtaken(record, event.at)
          : cancellation(record, { state: 'accepted', doubtedAt: null, decidedAt: event.at })),
      }
    // The new time is in the attempt. The record keeps the till's time.
    case 'restamped':
    case 'anomaly':
      return {}
    default:
      return event satisfies never
  }
}

/** If the clock was corrected, the earlier doubt proves nothing, so the quarantine begins now. */
const lookedUp = (doubt: OpenDoubt, at: EpochMs): OpenDoubt =>
  at < doubt.since ? doubtSince(at) : { ...doubt, lookUps: doubt.lookUps + 1, lastLookUpAt: at }

/** A record that was never claimed has no bytes to repeat. It goes as new, but it is not Pending. */
const neverClaimed = ({ firstSentAt }: RecordState): Partial<RecordState> =>
  firstSentAt === null ? { everSent: false, sentBefore: false, confirmedNotReceived: true } : {}

/** Another person cancelled first. A running request of ours counts as refused; an earlier answer stays. */
function overtaken(record: RecordState, at: EpochMs): Pick<RecordState, 'cancellation'> {
  if (!isCancelling(record.cancellation)) return { cancellation: record.cancellation }
  const answer = { state: 'refused', code: 'cancel_denied_status', message: '' } as const
  return cancellation(record, { ...answer, doubtedAt: null, decidedAt: at })
}

function cancellation(
  record: RecordState,
  change: Partial<NonNullable<RecordState['cancellation']>>,
): Pick<RecordState, 'cancellation'> {
  return { cancellation: record.cancellation && { ...record.cancellation, ...change } }
}
