import type { Instant } from '../../../../../shared/domain/record.ts'

export type Status = 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled'

/** A party as a document names it. */
export interface NamedParty {
  readonly tin: string
  readonly idType: string
  readonly idNumber: string
  readonly name: string
}

export interface DocumentTotals {
  readonly excludingTax: number
  readonly discount: number
  readonly net: number
  readonly payable: number
}

/** What came in and was taken. */
export interface ReceivedDocument {
  readonly uuid: string
  readonly internalId: string
  readonly typeCode: string
  readonly version: string
  /** Whose document it is: of a self-billed one the buyer (myinvois 6.5). */
  readonly issuerTin: string
  readonly supplier: NamedParty
  readonly buyer: NamedParty
  readonly intermediaryTin: string | null
  readonly createdBy: string
  readonly issuedAt: Instant
  /** UUIDs of the documents it refers to. */
  readonly references: readonly string[]
  readonly totals: DocumentTotals
  readonly sha256: string
  /** Exactly as it came. */
  readonly text: string
}

/** A document as it stands. */
export interface LedgerDocument extends Omit<ReceivedDocument, 'references' | 'text'> {
  readonly seq: number
  readonly submissionUid: string
  /** Empty until it is valid. */
  readonly longId: string
  readonly receivedAt: Instant
  /** When the background validation is done with it. */
  readonly checkAt: Instant
  readonly validatedAt: Instant | null
  readonly status: Status
  readonly statusReason: string | null
  readonly cancelledAt: Instant | null
  readonly rejectRequestedAt: Instant | null
  readonly steps: readonly StepResult[]
}

/** What one step of the background validation found, as the authority shows it (myinvois 4, shape 1). */
export interface StepResult {
  readonly status: 'Valid' | 'Invalid'
  readonly name: string
  readonly error?: StepError
}

export interface StepError {
  readonly propertyName: string | null
  readonly propertyPath: string | null
  readonly errorCode: string
  readonly error: string
  readonly errorMs: string
  readonly innerError: readonly StepError[] | null
}

export const isSelfBilled = (typeCode: string): boolean => typeCode.startsWith('1')

export const issuerOf = ({ typeCode, supplier, buyer }: LedgerDocument): NamedParty =>
  isSelfBilled(typeCode) ? buyer : supplier

export const receiverOf = ({ typeCode, supplier, buyer }: LedgerDocument): NamedParty =>
  isSelfBilled(typeCode) ? supplier : buyer
