import type { CheckedSale } from '../../../shared/document/check.ts'
import type { AttemptOutcome, Outcome } from '../../../shared/domain/attempt.ts'
import type { ClockStatus } from '../../../shared/domain/clock-skew.ts'
import type { CancelOutcome, CancelStatus } from '../../../shared/domain/decide-cancel.ts'
import type { LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import type { ObservedStatus } from '../../../shared/domain/decide-observation.ts'
import type { ListedThere } from '../../../shared/domain/reconciliation.ts'
import type {
  AttentionCode,
  AuthorityReference,
  EpochMs,
  RecordState,
  ShownReference,
} from '../../../shared/domain/record.ts'
import type { CompanyProfile, Taxpayer } from '../store/port/port.ts'

/** Asked right before the first byte; never refuses to answer. */
export type MayStillSend = () => boolean | Promise<boolean>

/** It never throws for a fault of the authority or the network, but says what is proven. */
export interface Authority {
  /** The name in sentences: MyInvois, or the head office of an outlet. */
  readonly name: 'myinvois' | 'gateway'
  readonly clock: AuthorityTime
  readonly mostInBatch: number
  /** @throws CannotBuild if no document can be made of it */
  build(source: DocumentSource): BuiltDocument
  sizeOf(source: DocumentSource): number
  ready(company: CompanyProfile): Promise<SendingAdvice>
  /** A question that changes nothing: after it the contact of the clock shows whether the authority answers. */
  ask?(company: CompanyProfile): Promise<unknown>
  /** @param batch at most `mostInBatch` @param mayStillSend after “no” nothing is sent */
  submit(company: CompanyProfile, batch: readonly BatchItem[], mayStillSend: MayStillSend): Promise<SubmitAnswer>
  /** With reasons for invalid documents. */
  poll(company: CompanyProfile, submissionUid: string, documents: readonly SentIdentity[]): Promise<PollAnswer>
  /** A document that is not shown is missing from the answer. @param step called before each question */
  watch(company: CompanyProfile, documents: readonly WatchedDocument[], step?: () => void): Promise<PollAnswer>
  listSent(company: CompanyProfile, ask: ListRequest): Promise<ListAnswer>
  /** One question for all documents, if the authority can answer it. @param step called before each question */
  lookUp(company: CompanyProfile, queries: readonly LookUpQuery[], step?: () => void): Promise<LookUpAnswer>
  cancel(company: CompanyProfile, document: DocumentToCancel, reason: string): Promise<CancelOutcome>
  /** Null if it is not known, or not decided yet. */
  cancelledThere(company: CompanyProfile, document: SentIdentity): Promise<CancelStatus | null>
  validateTaxpayer(company: CompanyProfile, taxpayer: Taxpayer): Promise<TaxpayerVerdict>
  searchTaxpayer(company: CompanyProfile, number: Omit<Taxpayer, 'tin'>): Promise<TaxpayerSearch>
  /** @param code the GUID in the code of the taxpayer's app (myinvois 2, E11) */
  taxpayerOfCode(company: CompanyProfile, code: string): Promise<TaxpayerOfQrCode>
  /** Asks for the authority's own rules if they are old. No caller waits for it. */
  learnRules?(company: CompanyProfile): Promise<void>
  /** How long a valid document can be cancelled; null if the authority has not said it. */
  toldWindowMs?(): number | null
  shown(reference: AuthorityReference): ShownReference
}

/** By our clock, since the start. */
export interface AuthorityContact {
  /** The last answer that is none about its own trouble; null before the first. */
  readonly lastContactAt: EpochMs | null
  /** The first request without an answer after the last answer; null if the last request was answered. */
  readonly unansweredSince: EpochMs | null
}

/** The authority's time, as far as it is known. */
export interface AuthorityTime {
  contact(): AuthorityContact
  /** @param heard called at the first answer after requests without one, of any caller */
  onReturn(heard: () => void): void
  now(): EpochMs
  /** `offsetMs` is how far the authority's clock is ahead; `since` is when it came to be so. */
  status(): { readonly kind: ClockStatus; readonly offsetMs: number; readonly since: EpochMs }
}

/** A record that cannot become a document as it is. */
export class CannotBuild extends Error {
  override readonly name = 'CannotBuild'
}

export type DocumentIdentity = Pick<RecordState, 'family' | 'kind' | 'documentNumber' | 'saleGuid'>

export interface SentIdentity extends DocumentIdentity {
  readonly uuid: string
}

export interface DocumentToCancel extends SentIdentity {
  /** Asked right before the first byte; after “no” nothing is sent. */
  readonly mayStillAsk?: MayStillSend
}

/** A valid document that a person may still change on the portal. */
export interface WatchedDocument extends SentIdentity {
  readonly submissionUid: string
  readonly sentAt: EpochMs
  readonly validatedAt: EpochMs
  readonly isRejectionKnown: boolean
}

export interface DocumentSource {
  readonly identity: DocumentIdentity
  /** In the names of the wire. */
  readonly body: object
  readonly sale: CheckedSale
  readonly company: CompanyProfile
  readonly originals: readonly OriginalInvoiceRef[]
  /** The buyer is the general public. */
  readonly isForGeneralPublic: boolean
  readonly issueTime: EpochMs
}

export interface OriginalInvoiceRef {
  readonly documentNumber: string
  /** `NA` for an invoice from before e-invoices. */
  readonly uuid: string
}

export interface BuiltDocument {
  readonly bytes: Uint8Array
  /** Lower-case hex. */
  readonly sha256: string
}

export interface BatchItem extends BuiltDocument, DocumentIdentity {}

/** Stored with the attempt, so it holds nothing personal. */
export type AnswerTrace = Pick<AttemptOutcome, 'httpStatus' | 'correlationId' | 'answer'>

export interface SubmitAnswer {
  readonly outcomes: readonly Outcome[]
  readonly exchange: AnswerTrace
  readonly advice: SendingAdvice
  /** Documents in the answer that were not in the batch. */
  readonly unknownDocuments?: number
}

/** What an answer means for the other waiting documents. */
export type SendingAdvice =
  | { readonly kind: 'go_on' }
  /** `askedMs` is null if it named no time. */
  | {
      readonly kind: 'pause'
      readonly askedMs: number | null
      readonly attention: AttentionCode | null
      /** Absent if the company has nothing to correct. */
      readonly fault?: CompanyFault
    }
  /** One document spoils the batch, so it is split. */
  | { readonly kind: 'split' }

/** A fault of the company's set-up, never of one document (contract 10). */
export type CompanyFault =
  | { readonly kind: 'no_credentials' | 'refused' | 'no_certificate' }
  | { readonly kind: 'not_appointed' }
  /** `tin` is null if the authority does not name it. */
  | { readonly kind: 'foreign'; readonly tin: string | null }

export type PollAnswer =
  | {
      readonly kind: 'shown'
      readonly documents: readonly ObservedStatus[]
      /** Names of which the authority says that it has none. */
      readonly missing?: readonly string[]
    }
  | { readonly kind: 'not_shown'; readonly askedMs: number | null }

export interface LookUpQuery extends DocumentIdentity {
  /** Null if none is known to have been sent. */
  readonly sha256: string | null
  /** Null if it cannot be had. Absent if only the digest is known. */
  readonly text?: () => Promise<string | null>
  readonly totalPayable: string
  readonly currencyCode: string
  readonly sentFrom: EpochMs
  readonly sentTo: EpochMs
  /** Whether an invalid document with the same number may be this document. False for a receipt: it is not sent alone. */
  readonly isInvalidOurs: boolean
  /** Known other documents: earlier revisions and reported duplicates. */
  readonly otherUuids: ReadonlySet<string>
}

export type LookUpAnswer =
  | { readonly kind: 'answered'; readonly findings: ReadonlyMap<string, LookUpResult> }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

export type NotNow = { readonly kind: 'throttled'; readonly askedMs: number | null } | { readonly kind: 'unavailable' }

export type TaxpayerVerdict = { readonly kind: 'valid' | 'mismatch' | 'malformed' } | NotNow

export type TaxpayerSearch =
  | { readonly kind: 'found'; readonly tin: string }
  | { readonly kind: 'none' | 'ambiguous' }
  | NotNow

export type TaxpayerOfQrCode =
  | { readonly kind: 'found'; readonly taxpayer: TaxpayerDetails }
  | { readonly kind: 'none' }
  | NotNow

/** Empty or `NA` if the authority does not know. */
export interface TaxpayerDetails extends Taxpayer {
  readonly name: string
  readonly sstNumber: string
  readonly phone: string
  readonly email: string
  readonly msicCode: string
  readonly businessActivity: string
  readonly addressLines: readonly string[]
  readonly postcode: string
  readonly city: string
  /** The name of the state, not its code. */
  readonly state: string
  readonly country: string
}

export interface ListRequest {
  readonly from: EpochMs
  readonly to: EpochMs
  /** The submission of any sent document of the company; null if there is none. */
  readonly submissionUid: string | null
  /** Checked after each question. */
  readonly stopping: AbortSignal
}

export type ListAnswer =
  | {
      readonly kind: 'listed'
      readonly documents: readonly ListedThere[]
      /** The list is shorter than its total says. */
      readonly isShort: boolean
    }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }
  | { readonly kind: 'cannot_list' }

export type TokenStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'lacks'; readonly scopes: readonly string[] }
  /** Another program answers at that address. */
  | { readonly kind: 'no_gateway' }
  | { readonly kind: 'unreached' }
