import { isConsolidatedDocument, isReceipt, travelsInAnother } from './consolidation-rules.ts'
import { isUnconfirmed, type LookUpResult, type LookUpRules } from './decide-look-up.ts'
import { holdFor, type Originals } from './decide-submission.ts'
import {
  type EventOf,
  type Happens,
  happens,
  type Refusal,
  type Refused,
  refused,
  type Unchanged,
  unchanged,
} from './event.ts'
import type { Content, Instant, RecordState } from './record.ts'
import { type Status, statusOf, workOf } from './status.ts'

/** What a person can do with a record on the screens, beside voiding and cancelling it. */
export const personActs = ['look_up', 'release', 'resolve', 'close', 'resend'] as const
export type PersonAct = (typeof personActs)[number]

/** The acts that would not be refused for how the record stands. */
export function personActsFor(record: RecordState, now: Instant): readonly PersonAct[] {
  const isOpenInvalid = record.phase === 'invalid' && !record.consolidated && !record.closed
  const may: Readonly<Record<PersonAct, boolean>> = {
    look_up: lookUpWorkOf(record) !== null || isUnconfirmed(record, now),
    release: isReleasable(record),
    resolve: isResolvable(record, 'not_valid'),
    close: isOpenInvalid,
    resend: isOpenInvalid,
  }
  return personActs.filter((act) => may[act])
}

/** The work by which the gateway finds out about what it does not know; null where it knows. */
export function lookUpWorkOf(record: RecordState): 'look_up' | 'cancel' | null {
  const work = workOf(record)
  if (work === 'look_up') return work
  return work === 'cancel' && record.cancellation?.state === 'unknown' ? work : null
}

export interface Act {
  readonly by: string
  readonly at: Instant
}

/** Void stops the gateway's own record before any byte of it may have left (interface 3 and 7, contract 7). */
export function decideVoid(record: RecordState, { by, at }: Act): Happens<EventOf<'voided'>> | Refused {
  const denial = denialOfVoid(record)
  return denial ? refused(denial) : happens({ type: 'voided', by, at })
}

function denialOfVoid(record: RecordState): Refusal | null {
  if (record.consolidated || record.consolidatedInto !== null) return 'void_denied_consolidated'
  return denialsOfVoid[statusOf(record)]
}

const denialsOfVoid = {
  Pending: null,
  InProgress: 'void_denied_in_progress',
  Valid: 'void_denied_valid',
  Invalid: 'void_denied_invalid',
  Cancelled: 'void_denied_cancelled',
  Voided: 'void_denied_locked',
} as const satisfies Record<Status, Refusal | null>

/** A refused record that will not be corrected any more (contract 7). Closing twice is closing once. */
export function decideClosure(record: RecordState, { by, at }: Act): Happens<EventOf<'closed'>> | Refused | Unchanged {
  if (record.phase !== 'invalid' || record.consolidated) return refused('closure_denied_status')
  return record.closed ? unchanged : happens({ type: 'closed', by, at })
}

/**
 * A refused record goes again as it is, as a new revision, after something outside it was mended (contract 5).
 * @param originals how the documents it refers to stand now
 */
export function decideResend(
  record: RecordState,
  originals: Originals,
  { by, at }: Act,
): Happens<EventOf<'resent'>> | Refused {
  if (record.phase !== 'invalid' || record.consolidated) return refused('resend_denied_status')
  if (record.closed) return refused('record_closed')
  return happens({ type: 'resent', by, holds: holdFor(originals), at })
}

/** It could not be made into a document; what was the matter may have been mended since. */
export const isReleasable = ({ phase, attention }: Pick<RecordState, 'phase' | 'attention'>): boolean =>
  phase === 'held' && attention === 'cannot_be_sent'

/**
 * A person lets a record go that was held because no document could be made of it: a sale is tried again, a receipt
 * waits for the next consolidation again. What is still the matter with it holds it again.
 * @param originals how the documents it refers to stand now
 */
export function decideRelease(
  record: RecordState,
  originals: Originals,
  { at }: Pick<Act, 'at'>,
): Happens<EventOf<'held' | 'released'>> | Refused {
  if (!isReleasable(record)) return refused('release_denied_status')
  const attention = holdFor(originals)
  return happens(attention ? { type: 'held', attention, at } : { type: 'released', at })
}

/** What a person says of a record that cannot be decided by itself, and what the authority was asked first. */
export interface Resolution {
  readonly by: string
  /** What the person saw, and where; kept in the journal for ever. */
  readonly evidence: string
  /** When the authority was asked: it may have changed since, and has not before. */
  readonly at: Instant
  readonly finding: LookUpResult
}

/**
 * The three ways out of a conflict (reliability 4.3); none of them leads to a void.
 * `found`: the authority has it, and shows that it is ours · `not_received`: it goes again as new ·
 * `not_valid`: nothing of it counts, and nothing of it goes again unless a person corrects or re-sends it.
 */
export const resolutions = ['found', 'not_received', 'not_valid'] as const
export type ResolutionKind = (typeof resolutions)[number]

/** A person's word decides only what the authority's cannot: what a look-up finds is adopted and nothing else. */
export function decideResolution(
  record: RecordState,
  kind: ResolutionKind,
  resolution: Resolution,
  rules: Pick<LookUpRules, 'quarantineMs'>,
): Happens<EventOf<'adopted' | 'vouched' | 'disowned'>> | Refused {
  if (!isResolvable(record, kind)) return refused('resolution_denied_status')
  const { by, evidence, at, finding } = resolution
  if (kind === 'found') {
    if (finding.kind !== 'same') return refused('resolution_denied_not_found')
    const { uuid, submissionUid } = finding
    return happens({ type: 'adopted', by, evidence, uuid, submissionUid, at })
  }
  // What may be ours is not sent again, and not put aside; a person who names its UUID has it found.
  if (finding.kind === 'same' || finding.kind === 'unproven') return refused('resolution_denied_found')
  // What may still arrive cannot have been seen not to arrive.
  if (record.doubt && at < record.doubt.since + rules.quarantineMs) return refused('resolution_denied_quarantine')
  return happens({ type: kind === 'not_received' ? 'vouched' : 'disowned', by, evidence, at })
}

/**
 * One that was mistrusted and is nowhere to be found waits to go, and may have been voided without that being known.
 * One that a person confirmed as not received and that cannot be built any more has no other way out than a person's
 * word, and a consolidated document that cannot be built keeps its receipts until it counts for nothing.
 */
export const isResolvable = (record: RecordState, kind: ResolutionKind): boolean =>
  record.phase === 'conflict' ||
  (kind === 'not_valid' && record.phase === 'queued' && record.confirmedNotReceived && !travelsInAnother(record)) ||
  (kind === 'not_valid' && record.phase === 'held' && (record.confirmedNotReceived || isConsolidatedDocument(record)))

export interface ConversionCommand extends Act {
  /** The receipt as an e-invoice of its own. */
  readonly content: Content
  readonly surroundings: ReceiptSurroundings
}

/** What a receipt's own facts do not tell. */
export interface ReceiptSurroundings {
  /** The month of the sale is not over (myinvois 6.6). */
  readonly isInTime: boolean
  /** Its notes leave nothing of it. */
  readonly isGivenBack: boolean
}

/** The buyer asks later: a receipt that waits for consolidation becomes an e-invoice of its own. */
export function decideConversion(
  record: RecordState,
  { by, at, content, surroundings }: ConversionCommand,
): Happens<EventOf<'converted'>> | Refused {
  const denial = conversionDenial(record, surroundings)
  return denial === null ? happens({ type: 'converted', by, content, holds: null, at }) : refused(denial)
}

/**
 * A note that waits with a receipt follows it to its buyer (contract 5).
 * @param content null if it cannot, because it is on receipts that stay too: then a person has to look
 */
export function decideNoteConversion(
  note: RecordState,
  { by, at, content }: Act & { readonly content: Content | null },
): Happens<EventOf<'converted' | 'held'>> | Unchanged {
  if (note.everSent || note.confirmedNotReceived || note.consolidatedInto !== null) return unchanged
  if (content) return happens({ type: 'converted', by, content, holds: 'waits_for_original', at })
  return note.attention === 'cannot_be_sent' ? unchanged : happens({ type: 'held', attention: 'cannot_be_sent', at })
}

/** What stands in the way of it; null for nothing. */
export function conversionDenial(record: RecordState, { isInTime, isGivenBack }: ReceiptSurroundings): Refusal | null {
  if (record.consolidatedInto !== null) return 'conversion_denied_consolidated'
  if (!isReceipt(record) || record.phase !== 'queued' || record.everSent) return 'conversion_denied_status'
  if (isGivenBack) return 'conversion_denied_refunded'
  return isInTime ? null : 'conversion_denied_period'
}
