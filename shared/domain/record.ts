/** See interface 4.2. */
export const kinds = ['invoice', 'credit_note', 'debit_note', 'refund_note'] as const
export const families = ['sale', 'self_billed'] as const
export type Kind = (typeof kinds)[number]
export type Family = (typeof families)[number]

/** Milliseconds since the epoch, UTC. */
export type EpochMs = number

/**
 * Finer than the status that a till sees: what may happen next depends on whether a byte may have left this computer.
 * queued: may be sent · held: waits for something · sending: claimed, bytes may be on the way · unknown: sent, result
 * unknown, only looked up · conflict: a person must decide · submitted: the authority is checking it · the rest are
 * final.
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

/** See contract 4. */
export const attentionCodes = [
  'in_doubt_expired',
  'conflict',
  'buyer_differs',
  'cannot_be_sent',
  'waits_for_original',
  'waits_for_consolidation',
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

/** Never changes. */
export interface Identity extends BusinessKey {
  readonly saleGuid: string
  readonly family: Family
  readonly kind: Kind
  readonly companyGuid: string
}

/** A code of the till's own that stands for one of an official list. */
export interface CodeMapping {
  readonly list: string
  readonly from: string
  readonly to: string
}

/** The content of the current revision. */
export interface Content {
  readonly documentNumber: string
  readonly currencyCode: string
  readonly totalPayable: string
  /** The tax over the document differs by so much from the lines'; absent if each line is rounded by itself. */
  readonly roundingDifference?: string | null
  /** The note names another party than its original. It is sent, and a person should know. */
  readonly buyerDiffers?: boolean
  /** The till's own codes in the body, as they were mapped when it was accepted; absent if there are none. */
  readonly sentAs?: readonly CodeMapping[] | null
  readonly issuedAt: EpochMs
  readonly consolidated: boolean
  /** The number of receipts in a consolidated document; absent for all others. */
  readonly members?: number
}

export interface AuthorityReference {
  readonly uuid: string
  readonly submissionUid: string
  /** Empty until the document is valid. */
  readonly longId: string
}

export interface ShownReference {
  readonly uuid: string
  readonly submissionUid: string
  readonly longId: string | null
  /** The public page; null if there is none, or not yet. */
  readonly validationUrl: string | null
}

export interface AuthorityError {
  readonly code: string
  readonly message: string
  readonly field: string
}

export interface OpenDoubt {
  readonly since: EpochMs
  /** Look-ups that found nothing. */
  readonly lookUps: number
  readonly lastLookUpAt: EpochMs | null
}

/** Only `evolve` changes it. */
export interface RecordState extends Identity, Content {
  readonly roundingDifference: string | null
  readonly buyerDiffers: boolean
  readonly sentAs: readonly CodeMapping[] | null
  /** 0 except for consolidated documents. */
  readonly members: number
  /** One more with each event. */
  readonly version: number
  readonly revision: number
  readonly submittedAt: EpochMs
  readonly phase: Phase
  /**
   * Whether a byte of the current revision may have reached the authority. Only a proof, or a person's confirmation,
   * makes it false again.
   */
  readonly everSent: boolean
  /** `everSent` before the running attempt. It is restored if that attempt proves unsent. */
  readonly sentBefore: boolean
  /**
   * A person confirmed that the sent revision never arrived, so it is sent again as new. This is no proof, so the
   * record is not Pending and can never be voided.
   */
  readonly confirmedNotReceived: boolean
  /** Attempts of the current revision. */
  readonly attempts: number
  readonly attemptId: string | null
  /** When the authority may first have received the current revision: SENT_AT. */
  readonly firstSentAt: EpochMs | null
  /** Null if no document is known to have been sent. */
  readonly documentTime: EpochMs | null
  /** Stays if the doubt became a conflict. */
  readonly doubt: OpenDoubt | null
  /** A supervisor closed the invalid record: it takes no correction. */
  readonly closed: boolean
  readonly attention: AttentionCode | null
  readonly consolidatedInto: string | null
  readonly validatedAt: EpochMs | null
  readonly cancellableUntil: EpochMs | null
  /** `reason` is null if none was given, and for what a consolidation closed. */
  readonly voided: { readonly at: EpochMs; readonly by: string; readonly reason: string | null } | null
  readonly cancelledAt: EpochMs | null
  readonly authority: AuthorityReference | null
  readonly errors: readonly AuthorityError[]
  readonly cancellation: Cancellation | null
}

/**
 * requested: stored, not sent yet · asking: the request may be on the way · unknown: the answer was lost · accepted,
 * refused: the authority's answer.
 */
export type CancellationState = 'requested' | 'asking' | 'unknown' | 'accepted' | 'refused'

export interface Cancellation {
  readonly state: CancellationState
  readonly reason: string
  readonly by: string
  readonly requestedAt: EpochMs
  /** By our clock, when the doubt began. The request may still be on its way. */
  readonly doubtedAt: EpochMs | null
  readonly decidedAt: EpochMs | null
  /** If the authority refused. */
  readonly code: string | null
  readonly message: string | null
}
