/**
 * What the gateway answers and takes, as far as a till needs it. The compiler holds this file to the gateway's own
 * catalogue; every field, with its limits, is in the reference at /docs of the running gateway.
 */

export type Family = 'sale' | 'self_billed'
export type Kind = 'invoice' | 'credit_note' | 'debit_note' | 'refund_note'
export type Status = 'Pending' | 'InProgress' | 'Valid' | 'Invalid' | 'Cancelled' | 'Voided'
export type Action = 'wait' | 'void' | 'cancel' | 'issue_note' | 'correct' | 'none'

/** A document as the gateway keeps it. Amounts are decimal strings, instants RFC 3339 in UTC. */
export interface ResitRecord {
  readonly SALE_GUID: string
  readonly COMPANY_GUID: string
  readonly COMPANY_CODE: string
  readonly OUTLET_NAME: string
  readonly TERMINAL_NAME: string
  readonly SHIFT_CODE: string
  readonly SALE_CODE: string
  readonly FAMILY: Family
  readonly KIND: Kind
  readonly DOCUMENT_NUMBER: string
  readonly REVISION: number
  readonly STATUS: Status
  readonly LOCKED: boolean
  /** A receipt that travels in a consolidated e-invoice; Pending until that is Valid. */
  readonly CONSOLIDATED: boolean
  readonly CONSOLIDATED_INTO: string | null
  readonly IN_DOUBT: boolean
  /** A person must know or act. */
  readonly ATTENTION: { readonly CODE: string; readonly MESSAGE: string } | null
  readonly CURRENCY_CODE: string
  readonly TOTAL_PAYABLE: string
  readonly ISSUED_AT: string
  readonly SUBMITTED_AT: string
  readonly VALIDATED_AT: string | null
  readonly CANCELLABLE_UNTIL: string | null
  /** VALIDATION_URL is what the QR code on the receipt holds. */
  readonly AUTHORITY: { readonly UUID: string; readonly VALIDATION_URL: string | null } | null
  readonly ERRORS: readonly { readonly CODE: string; readonly MESSAGE: string; readonly FIELD: string }[]
  readonly NEXT_ACTION: { readonly ACTION: Action; readonly REASON: string }
}

/** A decimal string, like `3.50`: a binary number is not exact. */
export type Amount = string

export interface Party {
  readonly NAME: string
  readonly TIN: string
  readonly ID_TYPE: 'NRIC' | 'PASSPORT' | 'BRN' | 'ARMY'
  readonly ID_NUMBER: string
  readonly PHONE: string
  readonly ADDRESS: {
    readonly LINES: string[]
    readonly CITY: string
    readonly POSTCODE?: string
    readonly STATE_CODE: string
    readonly COUNTRY_CODE: string
  }
  readonly EMAIL?: string
}

export interface Line {
  readonly DESCRIPTION: string
  readonly CLASSIFICATION_CODES: string[]
  readonly QUANTITY: Amount
  readonly UNIT_CODE: string
  readonly UNIT_PRICE: Amount
  readonly TAXES: { readonly TAX_TYPE: string; readonly RATE?: Amount }[]
}

/** The fields that most sales have; others may be added by their names. */
export interface SaleDocument {
  readonly COMPANY_CODE: string
  readonly OUTLET_NAME: string
  readonly TERMINAL_NAME: string
  readonly SHIFT_CODE: string
  readonly SALE_CODE: string
  /** Yours, or made by the gateway. */
  readonly SALE_GUID?: string
  /** RFC 3339 with offset. */
  readonly ISSUED_AT: string
  readonly BUYER?: Party
  /** For the month's consolidated e-invoice; then without BUYER. */
  readonly CONSOLIDATE?: boolean
  readonly LINES: Line[]
  readonly [field: string]: unknown
}

export interface Changes {
  readonly items: readonly ResitRecord[]
  readonly next: number
}

/** RFC 9457. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** A sentence for a person, in the client's language. */
  readonly detail?: string
  /** Stable. */
  readonly code: string
  /** Whether the same request can succeed later. */
  readonly retryable?: boolean | undefined
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly message: string }[] | undefined
  readonly record?: ResitRecord | undefined
}

export interface WebhookMessage {
  readonly type: 'record.changed'
  readonly timestamp: string
  /** Its place in the change feed. */
  readonly seq: number
  readonly data: ResitRecord
}

/** A TIN with the number that belongs to it. */
export interface Identity {
  readonly tin: string
  readonly idType: Party['ID_TYPE']
  readonly idNumber: string
}

export interface TaxpayerCheck {
  /** Empty if they belong together, else why not. */
  readonly response_msg: string
  readonly valid: boolean
  readonly cached: boolean
  readonly verified_at: string | null
}

/** What a document would come to. Nothing was kept. */
export interface CheckedDocument {
  readonly CHECK_ONLY: true
  readonly CURRENCY_CODE: string
  readonly TOTALS: {
    readonly TOTAL_EXCLUDING_TAX: string
    readonly TOTAL_TAX: string
    readonly TOTAL_INCLUDING_TAX: string
    readonly TOTAL_PAYABLE: string
  }
}

/** Days are those of the company's time zone, like 2026-11-20; both are included. */
export interface Range {
  readonly companyGuid: string
  readonly from: string
  readonly to: string
  readonly outlet?: string
  readonly kind?: Kind
  readonly family?: Family
  /** At most 25. */
  readonly pageSize?: number
}

export interface Page {
  readonly items: readonly ResitRecord[]
  readonly paging: { readonly has_more: boolean; readonly next: string | null }
}

export interface Options {
  /** Ends in /v1. */
  readonly baseUrl: string
  readonly token: string
  /** How long a call is tried again without an answer; a minute if nothing is said. */
  readonly patienceMs?: number
  readonly language?: 'en' | 'ms' | 'zh'
  /** Shows the token only to a gateway that has just proven, on this very port, that it knows it; through no proxy. */
  readonly proven?: boolean
  /**
   * Stores a document, its SALE_GUID in it, before its first byte leaves. After a restart hand what was stored and not
   * answered to `submit`, oldest first.
   */
  readonly keep?: (document: SaleDocument) => void | Promise<void>
}

/** The client's own: what it asks, */
export interface Ask {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** How much longer than usual an answer may take. */
  readonly extraMs?: number
}

/** and what came of one try. */
export type Told =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'none'; readonly why: string; readonly askedMs?: number; readonly cause?: unknown }
