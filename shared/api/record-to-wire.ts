import { isNothingToDeclare } from '../domain/consolidation-rules.ts'
import { nextActionFor } from '../domain/next-action.ts'
import type {
  AttentionCode,
  AuthorityReference,
  Cancellation,
  EpochMs,
  RecordState,
  ShownReference,
} from '../domain/record.ts'
import { type AttentionContext, attentionOf, isInDoubt, statusOf } from '../domain/status.ts'
import { type Language, say, words } from '../words/words.ts'
import type { cancellationStates, WireRecord } from './shapes/record.ts'

export interface RecordToWireInput {
  readonly record: RecordState
  readonly isReferredTo: boolean
  readonly surroundings: AttentionContext
  /** If the authority refuses the document as too large: its size. Otherwise null. */
  readonly turnedAwayBytes: number | null
}

export interface RecordToWireOptions {
  readonly language: Language
  /** By the authority's clock. */
  readonly now: EpochMs
  readonly shown: (reference: AuthorityReference) => ShownReference
}

/** See contract 4. */
export function recordToWire(facts: RecordToWireInput, reader: RecordToWireOptions): WireRecord {
  const { record, isReferredTo, surroundings } = facts
  const { language } = reader
  const { action, reason } = nextActionFor(record, isReferredTo, reader.now)
  const attention = attentionOf(record, surroundings)
  const isLocked = record.closed || record.voided !== null
  const voidReason = isNothingToDeclare(record) ? 'nothing_to_declare' : (record.voided?.reason ?? null)
  return {
    SALE_GUID: record.saleGuid,
    COMPANY_GUID: record.companyGuid,
    COMPANY_CODE: record.companyCode,
    OUTLET_NAME: record.outletName,
    TERMINAL_NAME: record.terminalName,
    SHIFT_CODE: record.shiftCode,
    SALE_CODE: record.saleCode,
    FAMILY: record.family,
    KIND: record.kind,
    DOCUMENT_NUMBER: record.documentNumber,
    REVISION: record.revision,
    STATUS: statusOf(record),
    LOCKED: isLocked,
    CONSOLIDATED: record.consolidated,
    CONSOLIDATED_INTO: record.consolidatedInto,
    ...(record.members > 0 && { MEMBERS: record.members }),
    SUBMISSION_ENABLED: !isLocked,
    IN_DOUBT: isInDoubt(record),
    ATTENTION: attention && { CODE: wireAttentionOf(attention), MESSAGE: messageOf(attention, facts, language) },
    ...(attention === 'waits_for_consolidation' && { WAITS_FOR_CONSOLIDATION: true as const }),
    CURRENCY_CODE: record.currencyCode,
    TOTAL_PAYABLE: record.totalPayable,
    ...(record.roundingDifference !== null && { ROUNDING_DIFFERENCE: record.roundingDifference }),
    ...(record.sentAs && {
      SENT_AS: record.sentAs.map(({ list, from, to }) => ({ LIST: list, CODE: to, SENT: from })),
    }),
    ISSUED_AT: toIsoTime(record.issuedAt),
    ISSUED_TO_AUTHORITY_AT: toIsoTimeOrNull(record.documentTime),
    SUBMITTED_AT: toIsoTime(record.submittedAt),
    SENT_AT: toIsoTimeOrNull(record.firstSentAt),
    VALIDATED_AT: toIsoTimeOrNull(record.validatedAt),
    CANCELLABLE_UNTIL: toIsoTimeOrNull(record.cancellableUntil),
    VOIDED_AT: record.voided && toIsoTime(record.voided.at),
    VOIDED_BY: record.voided?.by ?? null,
    ...(voidReason !== null && { VOID_REASON: voidReason }),
    CANCELLED_AT: toIsoTimeOrNull(record.cancelledAt),
    AUTHORITY: authorityToWire(record, reader),
    ERRORS: record.errors.map(({ code, message, field }) => ({ CODE: code, MESSAGE: message, FIELD: field })),
    CANCELLATION: record.cancellation && cancellationToWire(record.cancellation),
    NEXT_ACTION: { ACTION: action, REASON: words[language].nextAction[reason] },
  }
}

/** Contract 5 has one code for every note that waits for what it refers to. */
const wireAttentionOf = (attention: AttentionCode) =>
  attention === 'waits_for_consolidation' ? 'waits_for_original' : attention

function messageOf(attention: AttentionCode, { turnedAwayBytes }: RecordToWireInput, language: Language): string {
  if (turnedAwayBytes === null) return words[language].attention[attention]
  return say(language, 'status', 'turned_away', { kilobytes: String(Math.ceil(turnedAwayBytes / 1024)) })
}

function authorityToWire({ authority }: RecordState, { shown }: RecordToWireOptions): WireRecord['AUTHORITY'] {
  if (!authority) return null
  const { uuid, submissionUid, longId, validationUrl } = shown(authority)
  return { UUID: uuid, SUBMISSION_UID: submissionUid, LONG_ID: longId, VALIDATION_URL: validationUrl }
}

const cancellationStateToWire = {
  requested: 'Requested',
  asking: 'Requested',
  unknown: 'Unknown',
  accepted: 'Accepted',
  refused: 'Refused',
} as const satisfies Record<Cancellation['state'], (typeof cancellationStates)[number]>

const cancellationToWire = (cancellation: Cancellation): NonNullable<WireRecord['CANCELLATION']> => ({
  STATE: cancellationStateToWire[cancellation.state],
  REASON: cancellation.reason,
  BY: cancellation.by,
  REQUESTED_AT: toIsoTime(cancellation.requestedAt),
  DECIDED_AT: toIsoTimeOrNull(cancellation.decidedAt),
  CODE: cancellation.code,
  MESSAGE: cancellation.message,
})

/** RFC 3339 UTC with milliseconds (contract 2). */
export const toIsoTime = (instant: EpochMs): string => new Date(instant).toISOString()
export const toIsoTimeOrNull = (instant: EpochMs | null | undefined): string | null =>
  instant == null ? null : toIsoTime(instant)
