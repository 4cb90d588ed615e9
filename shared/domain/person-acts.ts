import { isConsolidatedDocument, isReceipt, isReceiptOrMember } from './consolidation-rules.ts'
import { isResultOverdue, type LookUpResult, type LookUpRules } from './decide-look-up.ts'
import type { HoldReason } from './decide-submission.ts'
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
import type { Content, EpochMs, RecordState } from './record.ts'
import { type Status, statusOf, workOf } from './status.ts'

/** The acts of a person, besides voiding and cancelling. */
export const stuckRecordActs = ['look_up', 'release', 'resolve', 'close', 'resend'] as const
export type StuckRecordAct = (typeof stuckRecordActs)[number]

/** The acts that the record's state allows. */
export function allowedActsOf(record: RecordState, now: EpochMs): readonly StuckRecordAct[] {
  const isOpenInvalid = record.phase === 'invalid' && !record.consolidated && !record.closed
  const may: Readonly<Record<StuckRecordAct, boolean>> = {
    look_up: lookUpKindOf(record) !== null || isResultOverdue(record, now),
    release: isHeldAsUnsendable(record),
    resolve: isResolvable(record, 'not_valid'),
    close: isOpenInvalid,
    resend: isOpenInvalid,
  }
  return stuckRecordActs.filter((act) => may[act])
}

/** The kind of look-up that the record needs; null if everything is known. */
export function lookUpKindOf(record: RecordState): 'look_up' | 'cancel' | null {
  const work = workOf(record)
  if (work === 'look_up') return work
  return work === 'cancel' && record.cancellation?.state === 'unknown' ? work : null
}

export interface ByAndAt {
  readonly by: string
  readonly at: EpochMs
}

type ForReason = ByAndAt & { readonly reason?: string | null | undefined }
const withReason = ({ by, at, reason }: ForReason) => ({ by, at, ...(reason != null && { reason }) })

/** Allowed only before any byte may have left (interface 3 and 7, contract 7). */
export function decideVoid(record: RecordState, command: ForReason): Happens<EventOf<'voided'>> | Refused {
  const denial = denialOfVoid(record)
  return denial ? refused(denial) : happens({ type: 'voided', ...withReason(command) })
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

/** After it no correction is taken (contract 7). Closing twice is allowed. */
export function decideClosure(
  record: RecordState,
  command: ForReason,
): Happens<EventOf<'closed'>> | Refused | Unchanged {
  if (record.phase !== 'invalid' || record.consolidated) return refused('closure_denied_status')
  return record.closed ? unchanged : happens({ type: 'closed', ...withReason(command) })
}

/** Sends the record again unchanged, as a new revision, after something else was corrected (contract 5). */
export function decideResend(
  record: RecordState,
  holds: HoldReason,
  { by, at }: ByAndAt,
): Happens<EventOf<'resent'>> | Refused {
  if (record.phase !== 'invalid' || record.consolidated) return refused('resend_denied_status')
  if (record.closed) return refused('record_closed')
  return happens({ type: 'resent', by, holds, at })
}

/** Whether the record is held because no document could be made of it. The cause may be gone. */
export const isHeldAsUnsendable = ({ phase, attention }: Pick<RecordState, 'phase' | 'attention'>): boolean =>
  phase === 'held' && attention === 'cannot_be_sent'

/**
 * Tries a held record again: a sale is queued, a receipt waits for the next consolidation. If something is still wrong,
 * it is held again.
 */
export function decideRelease(
  record: RecordState,
  attention: HoldReason,
  { at }: Pick<ByAndAt, 'at'>,
): Happens<EventOf<'held' | 'released'>> | Refused {
  if (!isHeldAsUnsendable(record)) return refused('release_denied_status')
  return happens(attention ? { type: 'held', attention, at } : { type: 'released', at })
}

export interface ResolutionGrounds {
  readonly by: string
  /** What the person saw, and where; kept for ever. */
  readonly evidence: string
  /** The time when the authority was asked. Its answer proves nothing about later times. */
  readonly at: EpochMs
  readonly finding: LookUpResult
}

/**
 * A person's decisions about a conflict (reliability 4.3). None leads to a void. `found`: the authority has it, and it
 * is ours. `not_received`: it is sent again as new. `not_valid`: it does not count, and is sent only after a correction
 * or a re-send.
 */
export const resolutionKinds = ['found', 'not_received', 'not_valid'] as const
export type ResolutionKind = (typeof resolutionKinds)[number]

/**
 * A person decides only what the authority cannot answer. If a look-up finds the document, the record takes it over.
 */
export function decideResolution(
  record: RecordState,
  kind: ResolutionKind,
  resolution: ResolutionGrounds,
  rules: Pick<LookUpRules, 'quarantineMs'>,
): Happens<EventOf<'taken_over' | 'confirmed_not_received' | 'marked_refused'>> | Refused {
  if (!isResolvable(record, kind)) return refused('resolution_denied_status')
  const { by, evidence, at, finding } = resolution
  if (kind === 'found') {
    if (finding.kind !== 'same') return refused('resolution_denied_not_found')
    const { uuid, submissionUid } = finding
    return happens({ type: 'taken_over', by, evidence, uuid, submissionUid, at })
  }
  // A document that may be ours is neither sent again nor put aside; a person may name its UUID.
  if (finding.kind === 'same' || finding.kind === 'unproven') return refused('resolution_denied_found')
  // Before the quarantine ends it may still arrive.
  if (record.doubt && at < record.doubt.since + rules.quarantineMs) return refused('resolution_denied_quarantine')
  return happens({ type: kind === 'not_received' ? 'confirmed_not_received' : 'marked_refused', by, evidence, at })
}

/**
 * These can be decided by a person too: a record after a loss of history that cannot be found, because it may have been
 * voided; a record confirmed as not received that cannot be built; a consolidated document that cannot be built,
 * because it keeps its receipts.
 */
export const isResolvable = (record: RecordState, kind: ResolutionKind): boolean =>
  record.phase === 'conflict' ||
  (kind === 'not_valid' && record.phase === 'queued' && record.confirmedNotReceived && !isReceiptOrMember(record)) ||
  (kind === 'not_valid' && record.phase === 'held' && (record.confirmedNotReceived || isConsolidatedDocument(record)))

export interface ConversionCommand extends ByAndAt {
  readonly content: Content
  readonly surroundings: ConversionFacts
}

export interface ConversionFacts {
  /** The month of the sale, and the days that the shop adds, are not over (myinvois 6.6). */
  readonly isInTime: boolean
  readonly isGivenBack: boolean
}

export function decideConversion(
  record: RecordState,
  { by, at, content, surroundings }: ConversionCommand,
): Happens<EventOf<'converted'>> | Refused {
  const denial = conversionDenial(record, surroundings)
  return denial === null ? happens({ type: 'converted', by, content, holds: null, at }) : refused(denial)
}

/**
 * A note follows its receipt (contract 5).
 * @param content null if the note also refers to receipts that stay: then a person must look
 */
export function decideNoteFollowsReceipt(
  note: RecordState,
  { by, at, content }: ByAndAt & { readonly content: Content | null },
): Happens<EventOf<'converted' | 'held'>> | Unchanged {
  if (note.everSent || note.confirmedNotReceived || note.consolidatedInto !== null) return unchanged
  if (content) return happens({ type: 'converted', by, content, holds: 'waits_for_original', at })
  return note.attention === 'cannot_be_sent' ? unchanged : happens({ type: 'held', attention: 'cannot_be_sent', at })
}

/** Why the receipt cannot become an e-invoice; null if it can. */
export function conversionDenial(record: RecordState, { isInTime, isGivenBack }: ConversionFacts): Refusal | null {
  if (record.consolidatedInto !== null) return 'conversion_denied_consolidated'
  if (!isReceipt(record) || record.phase !== 'queued' || record.everSent) return 'conversion_denied_status'
  if (isGivenBack) return 'conversion_denied_refunded'
  return isInTime ? null : 'conversion_denied_period'
}
