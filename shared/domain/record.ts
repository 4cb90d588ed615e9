/** What kind of document it is, and who issues it to whom (interface 4.2). */
export const kinds = ['invoice', 'credit_note', 'debit_note', 'refund_note'] as const
export const families = ['sale', 'self_billed'] as const
export type Kind = (typeof kinds)[number]
export type Family = (typeof families)[number]

/** Milliseconds since the epoch, UTC. */
export type Instant = number

/**
 * Where a record stands with the authority. Finer than the status a till sees: what may happen next depends on
 * whether a byte of the document may have left this machine.
 *
 * queued: kept, may be sent · held: kept, waits for something · sending: claimed, bytes may be on the wire ·
 * unknown: sent, outcome not known, look-up only · conflict: cannot be decided by itself, a person must ·
 * submitted: the authority has it and checks it · the rest are the authority's or our own last word.
 */
export const phases = [
  'queued',
  'held',
  'sending',
  'unknown',
  'conflict',
  'submitted',
  'valid',
  'invalid',
  'voided',
  'cancelled',
] as const
export type Phase = (typeof phases)[number]

/** Why a person must know or act (contract 4). */
export const attentionCodes = [
  'in_doubt_expired',
  'conflict',
  'buyer_differs',
  'cannot_be_sent',
  'waits_for_original',
  'original_not_valid',
  'rejection_requested',
  'company_not_ready',
  'clock_wrong',
  'consolidation_overdue',
  'sending_paused',
] as const
export type AttentionCode = (typeof attentionCodes)[number]

export interface BusinessKey {
  readonly companyCode: string
  readonly outletName: string
  readonly terminalName: string
  readonly shiftCode: string
  readonly saleCode: string
}

/** What names a record; never changes. */
export interface Identity extends BusinessKey {
  readonly saleGuid: string
  readonly family: Family
  readonly kind: Kind
  readonly companyGuid: string
}

/** What the till said in the revision that counts. */
export interface Content {
  readonly documentNumber: string
  readonly currencyCode: string
  /** Decimal with two places, in currencyCode. */
  readonly totalPayable: string
  /** By how much tax over the document differs from the sum of its lines'; absent where each is rounded by itself. */
  readonly roundingDifference?: string | null
  /** A note that names another party than what it refers to: it goes, and a person should know. */
  readonly buyerDiffers?: boolean
  readonly issuedAt: Instant
  readonly consolidated: boolean
  /** Of a consolidated document: how many records it is made of; absent for all others. */
  readonly members?: number
}

/** How the authority names the document. */
export interface AuthorityReference {
  readonly uuid: string
  readonly submissionUid: string
  /** Empty until the document is valid; for the authority's own adapter to read. */
  readonly longId: string
}

/** The same for tills and people. */
export interface PublicReference {
  readonly uuid: string
  readonly submissionUid: string
  readonly longId: string | null
  /** Where anybody can see the valid document; null where there is no such page, or not yet. */
  readonly validationUrl: string | null
}

export interface AuthorityError {
  readonly code: string
  readonly message: string
  readonly field: string
}

/** It is not known whether the authority has it. */
export interface OpenDoubt {
  readonly since: Instant
  /** That found nothing since then. */
  readonly lookUps: number
  readonly lastLookUpAt: Instant | null
}

/** Everything the gateway knows of one document; changed only by `evolve`. */
export interface RecordState extends Identity, Content {
  readonly roundingDifference: string | null
  readonly buyerDiffers: boolean
  /** 0 for all but consolidated documents. */
  readonly members: number
  /** Rises by one with every event. */
  readonly version: number
  readonly revision: number
  readonly submittedAt: Instant
  readonly phase: Phase
  /**
   * A byte of the current revision may have reached the authority. Falls only with proof that none did, or where a
   * person confirmed it.
   */
  readonly everSent: boolean
  /** `everSent` as it was before the running attempt: what an attempt proven unsent goes back to. */
  readonly sentBefore: boolean
  /**
   * A person confirmed that what was sent of this revision never arrived, so it goes again as new. Their word is no
   * proof: it is not Pending any more and is never voided.
   */
  readonly confirmedNotReceived: boolean
  /** Claims of the current revision. */
  readonly attempts: number
  readonly attemptId: string | null
  /** First instant at which the authority may have received the current revision: SENT_AT on the wire. */
  readonly firstSentAt: Instant | null
  /** The issue time in the document that was sent; null before, and where none is known to have been. */
  readonly documentTime: Instant | null
  /** Of one that is unknown, and of a conflict that came of it. */
  readonly doubt: OpenDoubt | null
  /** An invalid record that a supervisor declared finished: it takes no correction. */
  readonly closed: boolean
  readonly attention: AttentionCode | null
  readonly consolidatedInto: string | null
  readonly validatedAt: Instant | null
  readonly cancellableUntil: Instant | null
  readonly voided: { readonly at: Instant; readonly by: string } | null
  readonly cancelledAt: Instant | null
  readonly authority: AuthorityReference | null
  readonly errors: readonly AuthorityError[]
  readonly cancellation: Cancellation | null
}

/**
 * requested: intent stored, the authority not asked yet · asking: the question may be on the wire ·
 * unknown: asked, answer lost, look-up decides · accepted, refused: the authority's word.
 */
export const cancellationStates = ['requested', 'asking', 'unknown', 'accepted', 'refused'] as const
export type CancellationState = (typeof cancellationStates)[number]

export interface Cancellation {
  readonly state: CancellationState
  readonly reason: string
  readonly by: string
  readonly requestedAt: Instant
  /** Since when the answer is lost, by our clock: the request may still be on its way. */
  readonly doubtedAt: Instant | null
  readonly decidedAt: Instant | null
  /** The authority's code and words where it refused. */
  readonly code: string | null
  readonly message: string | null
}
