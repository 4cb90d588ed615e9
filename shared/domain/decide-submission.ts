import type { Refusal } from './event.ts'
import type { BusinessKey, Identity, RecordState } from './record.ts'

/** How far ahead of ours the clock of a till may be (contract 5). */
export const mostFutureMs = 5 * 60_000

export interface SubmissionNames {
  readonly identity: Identity
  /** The till named the record itself; without that, its business key does. */
  readonly namesGuid: boolean
}

/** What the store knows under the names the submission uses. */
export interface KnownRecords {
  readonly byGuid: RecordState | null
  /** The one under the same family, kind and business key that is not voided. */
  readonly byKey: RecordState | null
  /** Only voided ones stand under that key; the latest of them. */
  readonly voidedByKey: RecordState | null
  /** The body is the one kept for `byGuid`, or else `byKey`. */
  readonly isSameBody: boolean
  /** It is what the receipt was before its buyer asked for an e-invoice of their own: the till knows of no other. */
  readonly isBodyBeforeConversion: boolean
}

export type SubmissionDecision =
  | { readonly kind: 'receives' }
  | { readonly kind: 'revises'; readonly record: RecordState }
  | { readonly kind: 'replays'; readonly record: RecordState }
  /** `record` is the one in the way, for the caller to see; null where there is none to show. */
  | { readonly kind: 'refused'; readonly code: Refusal; readonly record: RecordState | null }

/** The idempotency table of contract 5: a till may send anything again and never make a second document. */
export function decideSubmission(names: SubmissionNames, known: KnownRecords): SubmissionDecision {
  if (names.namesGuid) {
    if (known.byGuid) return againstNamed(names.identity, known.byGuid, known)
    if (known.byKey) return refuse('business_key_reused', known.byKey)
    return { kind: 'receives' }
  }
  if (known.byKey) return againstSame(names.identity, known.byKey, known, 'business_key_reused')
  // A blind retry must not bring a voided sale back to life; a new SALE_GUID says that it is meant.
  if (known.voidedByKey) return refuse('record_voided', known.voidedByKey)
  return { kind: 'receives' }
}

type Bodies = Pick<KnownRecords, 'isSameBody' | 'isBodyBeforeConversion'>

function againstNamed(identity: Identity, record: RecordState, bodies: Bodies): SubmissionDecision {
  if (record.companyGuid !== identity.companyGuid) return refuse('sale_guid_reused', null)
  if (record.kind !== identity.kind || record.family !== identity.family) return refuse('sale_guid_reused', record)
  if (record.phase === 'voided') return refuse('record_voided', record)
  if (record.phase === 'cancelled') return refuse('record_cancelled', record)
  return againstSame(identity, record, bodies, 'sale_guid_reused')
}

function againstSame(
  identity: Identity,
  record: RecordState,
  { isSameBody, isBodyBeforeConversion }: Bodies,
  reused: Refusal,
): SubmissionDecision {
  if (isSameBody) return { kind: 'replays', record }
  // An invalid one is being corrected, and any other body is a correction.
  if (isBodyBeforeConversion && record.phase !== 'invalid') return { kind: 'replays', record }
  if (record.closed) return refuse('record_closed', record)
  const isCorrection = record.phase === 'invalid' && !record.consolidated
  return isCorrection && isSameKey(record, identity) ? { kind: 'revises', record } : refuse(reused, record)
}

const refuse = (code: Refusal, record: RecordState | null): SubmissionDecision => ({ kind: 'refused', code, record })

const isSameKey = (one: BusinessKey, other: BusinessKey): boolean =>
  one.companyCode === other.companyCode &&
  one.outletName === other.outletName &&
  one.terminalName === other.terminalName &&
  one.shiftCode === other.shiftCode &&
  one.saleCode === other.saleCode
