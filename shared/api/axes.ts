import type { z } from 'zod'
import type { FaultCode } from './faults.ts'
import type { RequiredScope } from './scopes.ts'
import {
  cancellationRequestSchema,
  dayRangeHeadersSchema,
  pagingQuerySchema,
  saleGuidHeadersSchema,
  voidByGuidRequestSchema,
  voidBySaleCodeRequestSchema,
} from './shapes/asks.ts'
import { recordPageSchema, recordSchema } from './shapes/record.ts'

/** Stands for a body schema that depends on kind and family. */
export const bodyByKind = Symbol('document')

/** All values are texts, because headers, paths and queries hold only texts. */
type Texts = z.ZodObject<Readonly<Record<string, z.ZodType<string | undefined>>>>

/**
 * What an endpoint answers to a person who is limited to some outlets. `theirs`: only of these outlets · `no_sale`: the
 * same as to everyone, because it tells of no sale · `refused`: 403 for every role, because it concerns a whole company
 * or the gateway.
 */
export type OutletLimitedAccess = 'theirs' | 'no_sale' | 'refused'

/** `each`: with the request. `settings`: it also goes in the ten minutes after a PIN of the same session. */
export type OwnerPinRule = 'each' | 'settings'

export interface EndpointDefinition {
  readonly method: 'GET' | 'POST'
  readonly scope: RequiredScope
  readonly outletScope: OutletLimitedAccess
  /** A caller with this scope may call it too (contract 10). */
  readonly alsoScope?: 'monitor'
  readonly summary: string
  /** Needs an owner's PIN: for changes of people, PINs, credentials or tokens. */
  readonly ownerPin?: OwnerPinRule
  readonly params?: Texts
  readonly headers?: Texts
  readonly query?: Texts
  readonly body?: z.ZodType | typeof bodyByKind
  readonly produces?: string
  /** Schemas by HTTP status. */
  readonly answers: Readonly<Record<number, z.ZodType>>
  /** Error codes besides those of every endpoint. */
  readonly faults: readonly FaultCode[]
}

/** A row as it is written. The rest of the endpoint follows from these fields. */
export interface OperatorRow extends Omit<EndpointDefinition, 'method' | 'outletScope' | 'body' | 'faults'> {
  /** Under /operator/v1. */
  readonly path: `/${string}`
  readonly body?: z.ZodType
  /** If absent, the usual limit. */
  readonly mostBodyBytes?: number
  readonly faults?: EndpointDefinition['faults']
  /** If absent: `refused`, but `no_sale` if the scope is `open` or `person`. */
  readonly outletScope?: OutletLimitedAccess
}

/** People limited to outlets may read too. They see their own sales. */
export const readsOwnSales = { scope: 'read', outletScope: 'theirs' } as const
export const readsNoSale = { scope: 'read', outletScope: 'no_sale' } as const

export type CompletedFields = Pick<EndpointDefinition, 'method' | 'outletScope' | 'faults'>
export type OperatorEndpoint = Omit<OperatorRow, keyof CompletedFields> & CompletedFields

/** For a void by SALE_GUID and by business key. */
const voidFaults = [
  'validation_failed',
  'record_not_found',
  'void_denied_valid',
  'void_denied_in_progress',
  'void_denied_locked',
  'void_denied_consolidated',
  'void_denied_cancelled',
  'void_denied_invalid',
  'storage_unavailable',
] as const satisfies readonly FaultCode[]

/** The six operations every kind has in every family (interface 4.2). All tell of sales, so they have no `outletScope`. */
export const operations = {
  submit: {
    suffix: 'submission',
    scope: 'submit',
    summary: 'Submit',
    body: bodyByKind,
    answers: { 200: recordSchema, 202: recordSchema },
    faults: [
      'validation_failed',
      'sale_guid_reused',
      'business_key_reused',
      'document_number_reused',
      'record_voided',
      'record_cancelled',
      'record_closed',
      'storage_unavailable',
    ],
  },
  statusByGuid: {
    suffix: 'checkstatus/by_guid',
    scope: 'read',
    summary: 'Status by GUID',
    headers: saleGuidHeadersSchema,
    answers: { 200: recordSchema },
    faults: ['bad_header', 'record_not_found'],
  },
  statusBySubmission: {
    suffix: 'checkstatus/by_submission',
    scope: 'read',
    summary: 'Status by submission range',
    headers: dayRangeHeadersSchema,
    query: pagingQuerySchema,
    answers: { 200: recordPageSchema },
    faults: ['bad_header', 'bad_date', 'range_reversed', 'bad_cursor', 'bad_query', 'company_not_found'],
  },
  cancel: {
    suffix: 'cancellation',
    scope: 'cancel',
    summary: 'Cancel',
    body: cancellationRequestSchema,
    answers: { 200: recordSchema, 202: recordSchema },
    faults: [
      'validation_failed',
      'record_not_found',
      'cancel_denied_status',
      'cancel_denied_period',
      'cancel_denied_referenced',
      'cancel_denied_consolidated',
      'cancel_refused',
      'storage_unavailable',
    ],
  },
  voidByGuid: {
    suffix: 'void/by_sale_guid',
    scope: 'void',
    summary: 'Void by GUID',
    body: voidByGuidRequestSchema,
    answers: { 200: recordSchema },
    faults: voidFaults,
  },
  voidBySaleCode: {
    suffix: 'void/by_sale_code',
    scope: 'void',
    summary: 'Void by sale code',
    body: voidBySaleCodeRequestSchema,
    answers: { 200: recordSchema },
    faults: voidFaults,
  },
} as const satisfies Record<string, Omit<EndpointDefinition, 'method' | 'outletScope'> & { readonly suffix: string }>

export type Operation = keyof typeof operations
