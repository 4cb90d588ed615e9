import type { CheckedSale } from '../../../shared/document/check.ts'
import type { Outcome } from '../../../shared/domain/attempt.ts'
import type { ClockStatus } from '../../../shared/domain/clock-skew.ts'
import type { CancelledThere, CancelOutcome } from '../../../shared/domain/decide-cancel.ts'
import type { LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import type { Observation } from '../../../shared/domain/decide-observation.ts'
import type { ListedThere } from '../../../shared/domain/reconciliation.ts'
import type {
  AttentionCode,
  AuthorityReference,
  Instant,
  PublicReference,
  RecordState,
} from '../../../shared/domain/record.ts'
import type { CompanyProfile, Taxpayer } from '../store/port/port.ts'

/** Asked right before the first byte; never refuses to answer. */
export type MayStillSend = () => boolean | Promise<boolean>

/**
 * The tax authority as the gateway needs it. An implementation never throws for what the authority or the network
 * does: it says what is proven, in every case.
 */
export interface Authority {
  /** Whom sentences name: MyInvois, or the head office that an outlet sends to. */
  readonly name: 'myinvois' | 'gateway'
  readonly clock: AuthorityTime
  /** How many documents it takes at once. */
  readonly mostInBatch: number
  /**
   * The exact bytes to send for a document.
   * @throws CannotBuild where no document can be made of it
   */
  build(source: DocumentSource): BuiltDocument
  /** How large the document would be as it would be sent, in bytes. */
  sizeOf(source: DocumentSource): number
  /** Whether documents of the company could go out now; asked before any is claimed. */
  ready(company: CompanyProfile): Promise<Advice>
  /**
   * @param batch no more than `mostInBatch`
   * @param mayStillSend after a no nothing is sent
   */
  submit(company: CompanyProfile, batch: readonly BatchItem[], mayStillSend: MayStillSend): Promise<SubmitAnswer>
  /** What the authority shows of the documents of one submission; of invalid ones also why. */
  poll(company: CompanyProfile, submissionUid: string, documents: readonly SentDocument[]): Promise<PollAnswer>
  /**
   * How valid documents stand there now; what is not shown is not among the answer.
   * @param step called before each of the questions that it takes
   */
  watch(company: CompanyProfile, documents: readonly WatchedDocument[], step?: () => void): Promise<PollAnswer>
  /** The documents that the authority has of a company, for a comparison. */
  listSent(company: CompanyProfile, ask: ListAsk): Promise<ListAnswer>
  /**
   * Whether the authority has documents whose outcome is not known; one question for all of them where it can.
   * @param step called before each of the questions that it takes
   */
  lookUp(company: CompanyProfile, queries: readonly LookUpQuery[], step?: () => void): Promise<LookUpAnswer>
  cancel(company: CompanyProfile, document: ToCancel, reason: string): Promise<CancelOutcome>
  /** Whether a document is cancelled there; null where that could not be found out, or is not decided yet. */
  cancelledThere(company: CompanyProfile, document: SentDocument): Promise<CancelledThere | null>
  validateTaxpayer(company: CompanyProfile, taxpayer: Taxpayer): Promise<TaxpayerVerdict>
  searchTaxpayer(company: CompanyProfile, number: Omit<Taxpayer, 'tin'>): Promise<TaxpayerSearch>
  /** Whom the code of a taxpayer's own app names (myinvois 2, E11). @param code the GUID in it */
  taxpayerOfCode(company: CompanyProfile, code: string): Promise<TaxpayerOfCode>
  /** Asks for what the authority tells of its own rules, where it has not lately; nothing waits for it. */
  learnRules?(company: CompanyProfile): Promise<void>
  /** For how long after its validation a document can be cancelled, as the authority tells; null where it has not. */
  toldWindowMs?(): number | null
  /** How tills and people see the names of a document there. */
  shown(reference: AuthorityReference): PublicReference
}

export interface RequestCount {
  /** Method and path, without what stands in it of one document or taxpayer. */
  readonly endpoint: string
  /** The status of the answer, or why there is none. */
  readonly code: string
  readonly count: number
}

/** What time it is for the authority, as well as that is known. */
export interface AuthorityTime {
  /** How often it was asked since the start. */
  requests(): Iterable<RequestCount>
  /** When, by our clock, it last answered and did not say that it cannot; null if it has not since the start. */
  answeredAt(): Instant | null
  now(): Instant
  /** How our clock stands to it; `offsetMs` is how far the authority's is ahead, `since` when it came to stand so. */
  status(): { readonly kind: ClockStatus; readonly offsetMs: number; readonly since: Instant }
}

/** A record that cannot become a document of this authority as it is. */
export class CannotBuild extends Error {
  override readonly name = 'CannotBuild'
}

/** How this gateway names a document. */
export type DocumentName = Pick<RecordState, 'family' | 'kind' | 'documentNumber' | 'saleGuid'>

/** A document that the authority has, and its name there. */
export interface SentDocument extends DocumentName {
  readonly uuid: string
}

/** A document whose cancellation is asked for. */
export interface ToCancel extends SentDocument {
  /** Asked right before the first byte; after a no nothing is asked. Absent, it may. */
  readonly mayStillAsk?: MayStillSend
}

/** A valid document whose issuer or buyer may still act on the authority's portal. */
export interface WatchedDocument extends SentDocument {
  readonly submissionUid: string
  /** By our clock. */
  readonly sentAt: Instant
  readonly validatedAt: Instant
  readonly isRejectionKnown: boolean
}

/** Everything a document is made of. */
export interface DocumentSource {
  readonly identity: DocumentName
  /** As the till wrote it, in the names of the wire. */
  readonly body: object
  readonly sale: CheckedSale
  readonly company: CompanyProfile
  readonly originals: readonly DocumentOriginal[]
  /** The buyer is the general public: consolidated, or a note on what was. */
  readonly isForGeneralPublic: boolean
  readonly issueTime: Instant
}

/** A document another one refers to, as the authority knows it. */
export interface DocumentOriginal {
  readonly documentNumber: string
  /** `NA` for one from before e-invoices. */
  readonly uuid: string
}

export interface BuiltDocument {
  readonly bytes: Uint8Array
  /** Lower-case hex. */
  readonly sha256: string
}

export interface BatchItem extends BuiltDocument, DocumentName {}

/** One exchange with the authority, for the attempt's record; nothing personal in it. */
export interface Exchange {
  readonly httpStatus: number | null
  readonly correlationId: string | null
  readonly answer: string | null
}

export interface SubmitAnswer {
  /** In the order of the batch. */
  readonly outcomes: readonly Outcome[]
  readonly exchange: Exchange
  readonly advice: Advice
  /** How many documents the answer names that were not in the batch; none where it is missing. */
  readonly unknownDocuments?: number
}

/** What the authority's answer means for all else that waits to be sent to it. */
export type Advice =
  | { readonly kind: 'go_on' }
  /** `askedMs`: how long it asked us to wait, null where it did not say. */
  | {
      readonly kind: 'pause'
      readonly askedMs: number | null
      readonly attention: AttentionCode | null
      /** What of the company's own has to be mended; none where that is not it, or not known. */
      readonly fault?: CompanyFault
    }
  /** Something in the batch spoils it: send smaller ones. */
  | { readonly kind: 'split' }

/** Why a company cannot send any document: never a fault of one of them (contract 10). */
export type CompanyFault =
  | { readonly kind: 'no_credentials' | 'refused' | 'no_certificate' }
  /** An intermediary that the taxpayer has not appointed, or not any more. */
  | { readonly kind: 'not_appointed' }
  /** Its credentials are another taxpayer's; `tin` is null where the authority does not say whose. */
  | { readonly kind: 'foreign'; readonly tin: string | null }

export type PollAnswer =
  | {
      readonly kind: 'shown'
      readonly documents: readonly Observation[]
      /** Names of which it says itself that it has no such document; none where that is absent. */
      readonly missing?: readonly string[]
    }
  | { readonly kind: 'not_shown'; readonly askedMs: number | null }

/** A document in doubt, and how to recognise it. */
export interface LookUpQuery extends DocumentName {
  /** Of the document as it was sent; null where none is known to have been sent. */
  readonly sha256: string | null
  /** The document as it was sent; null where it cannot be had. Absent, only its digest is known. */
  readonly text?: () => Promise<string | null>
  readonly totalPayable: string
  readonly currencyCode: string
  /** Between these the authority may have received it. */
  readonly sentFrom: Instant
  readonly sentTo: Instant
  /** Whether an invalid one under its number is taken for it; not for a receipt, which as such was never sent. */
  readonly isInvalidOurs: boolean
  /** Documents at the authority that are known not to be it: earlier revisions, and copies it called duplicates. */
  readonly otherUuids: ReadonlySet<string>
}

export type LookUpAnswer =
  | { readonly kind: 'answered'; readonly findings: ReadonlyMap<string, LookUpResult> }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }

/** Why a question that a person waits for is not answered now. */
export type NotNow = { readonly kind: 'throttled'; readonly askedMs: number | null } | { readonly kind: 'unavailable' }

export type TaxpayerVerdict = { readonly kind: 'valid' | 'mismatch' | 'malformed' } | NotNow

export type TaxpayerSearch =
  | { readonly kind: 'found'; readonly tin: string }
  | { readonly kind: 'none' | 'ambiguous' }
  | NotNow

export type TaxpayerOfCode =
  | { readonly kind: 'found'; readonly taxpayer: ShownTaxpayer }
  | { readonly kind: 'none' }
  | NotNow

/** As the authority shows it; empty, or `NA`, where it does not know. */
export interface ShownTaxpayer extends Taxpayer {
  readonly name: string
  readonly sstNumber: string
  readonly phone: string
  /** Several with a semicolon between them. */
  readonly email: string
  readonly msicCode: string
  readonly businessActivity: string
  readonly addressLines: readonly string[]
  readonly postcode: string
  readonly city: string
  /** Its name, not its code. */
  readonly state: string
  readonly country: string
}

/** Between which instants documents came in there. */
export interface ListAsk {
  readonly from: Instant
  readonly to: Instant
  /** Of any document of the company that was sent; null if there is none. */
  readonly submissionUid: string | null
  /** Breaks it off after the question under way: then it is not answered. */
  readonly stopping: AbortSignal
}

export type ListAnswer =
  | {
      readonly kind: 'listed'
      readonly documents: readonly ListedThere[]
      /** They are fewer than the authority says there are. */
      readonly isShort: boolean
    }
  | { readonly kind: 'not_answered'; readonly askedMs: number | null }
  /** There is no way to ask it. */
  | { readonly kind: 'cannot_list' }

/** What another gateway in the authority's place makes of our token. */
export type TokenStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'lacks'; readonly scopes: readonly string[] }
  /** Something answers at its address that is none. */
  | { readonly kind: 'no_gateway' }
  | { readonly kind: 'unreached' }
