import type { z } from 'zod'
import { bodyCodeFindings } from '../document/check.ts'
import type { CodeLookup } from '../document/codes.ts'
import { jsonPointerOf, wirePointerOf } from '../document/fields.ts'
import { type Finding, type FindingCode, findingCodes } from '../document/finding.ts'
import type { Refusal } from '../domain/event.ts'
import type { GatewayStatusWord } from '../words/words.ts'
import type { WireProblem } from './shapes/problem.ts'
import type { WireRecord } from './shapes/record.ts'

/** Error codes with HTTP status and title. Their sentences are in `words` (contract 2). */
export const faults = {
  malformed_json: { status: 400, title: 'Malformed JSON' },
  bad_encoding: { status: 400, title: 'Bad encoding' },
  duplicate_key: { status: 400, title: 'Duplicate key' },
  too_deep: { status: 400, title: 'Nested too deep' },
  bad_header: { status: 400, title: 'Bad header' },
  bad_date: { status: 400, title: 'Bad date' },
  range_reversed: { status: 400, title: 'Range reversed' },
  bad_cursor: { status: 400, title: 'Bad cursor' },
  bad_request_target: { status: 400, title: 'Bad request target' },
  bad_query: { status: 400, title: 'Bad query' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  origin_not_allowed: { status: 403, title: 'Origin not allowed' },
  route_not_found: { status: 404, title: 'No such path' },
  no_validation_link: { status: 404, title: 'No validation link' },
  record_not_found: { status: 404, title: 'No such record' },
  company_not_found: { status: 404, title: 'No such company' },
  webhook_not_found: { status: 404, title: 'No such webhook' },
  taxpayer_not_found: { status: 404, title: 'No such taxpayer' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  sale_guid_reused: { status: 409, title: 'SALE_GUID already used' },
  business_key_reused: { status: 409, title: 'Business key already used' },
  document_number_reused: { status: 409, title: 'Document number already used' },
  record_voided: { status: 409, title: 'Record is voided' },
  record_cancelled: { status: 409, title: 'Record is cancelled' },
  record_closed: { status: 409, title: 'Record is closed' },
  shift_closed: { status: 409, title: 'Shift is closed' },
  shift_close_denied: { status: 409, title: 'Shift close denied: something needs a person' },
  reconciliation_running: { status: 409, title: 'A reconciliation is running', retryable: true },
  record_changed: { status: 409, title: 'Record has changed' },
  taxpayer_ambiguous: { status: 409, title: 'More than one taxpayer' },
  void_denied_valid: { status: 409, title: 'Void denied: valid' },
  void_denied_in_progress: { status: 409, title: 'Void denied: in progress' },
  void_denied_locked: { status: 409, title: 'Void denied: locked' },
  void_denied_consolidated: { status: 409, title: 'Void denied: consolidated' },
  void_denied_cancelled: { status: 409, title: 'Void denied: cancelled' },
  void_denied_invalid: { status: 409, title: 'Void denied: invalid' },
  cancel_denied_status: { status: 409, title: 'Cancellation denied: status' },
  cancel_denied_period: { status: 409, title: 'Cancellation denied: period over' },
  cancel_denied_referenced: { status: 409, title: 'Cancellation denied: referred to' },
  cancel_denied_consolidated: { status: 409, title: 'Cancellation denied: consolidated' },
  cancel_refused: { status: 409, title: 'Cancellation refused' },
  look_up_denied_status: { status: 409, title: 'Look-up denied: nothing in doubt' },
  resolution_denied_status: { status: 409, title: 'Resolution denied: no conflict' },
  resolution_denied_found: { status: 409, title: 'Resolution denied: found at the authority' },
  resolution_denied_not_found: { status: 409, title: 'Resolution denied: not found at the authority' },
  resolution_denied_quarantine: { status: 409, title: 'Resolution denied: too early', retryable: true },
  release_denied_status: { status: 409, title: 'Release denied: status' },
  closure_denied_status: { status: 409, title: 'Closure denied: status' },
  conversion_denied_status: { status: 409, title: 'Conversion denied: status' },
  conversion_denied_period: { status: 409, title: 'Conversion denied: month over' },
  conversion_denied_consolidated: { status: 409, title: 'Conversion denied: consolidated' },
  conversion_denied_refunded: { status: 409, title: 'Conversion denied: given back in full' },
  consolidation_running: { status: 409, title: 'A consolidation is running', retryable: true },
  resend_denied_status: { status: 409, title: 'Re-send denied: status' },
  correction_denied_status: { status: 409, title: 'Correction denied: status' },
  mail_denied: { status: 409, title: 'E-mail denied' },
  installation_denied: { status: 409, title: 'Installation denied' },
  body_too_large: { status: 413, title: 'Body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  host_not_allowed: { status: 421, title: 'Host not allowed' },
  validation_failed: { status: 422, title: 'Validation failed' },
  too_many_requests: { status: 429, title: 'Too many requests', retryable: true },
  internal_error: { status: 500, title: 'Internal error', retryable: true },
  storage_unavailable: { status: 503, title: 'Storage unavailable', retryable: true },
  authority_unavailable: { status: 503, title: 'Authority unavailable', retryable: true },
} as const satisfies Record<Refusal, FaultRow> & Record<string, FaultRow>

interface FaultRow {
  readonly status: number
  readonly title: string
  /** The same request can succeed later. */
  readonly retryable?: true
}

export const isRetryable = (code: FaultCode): boolean => 'retryable' in faults[code]

export type FaultCode = keyof typeof faults
export const faultCodes = Object.keys(faults) as [FaultCode, ...FaultCode[]]

export interface FaultDetails {
  /** Replaces the usual sentence of the code. */
  readonly says?: GatewayStatusWord
  readonly values?: Readonly<Record<string, string>>
  /** For `validation_failed`: the faulty fields, in wire names. */
  readonly entries?: readonly FieldFault[]
  /** The record that the error is about, as it is now; never one of another company. */
  readonly record?: WireRecord
  readonly retryAfterSeconds?: number
  /** A repeat would find the same, although the code is retryable. */
  readonly isLasting?: true
  readonly allowedMethods?: readonly string[]
  /** The answer of another gateway, passed on unchanged. */
  readonly told?: WireProblem
  readonly cause?: unknown
}

export interface FieldFault {
  readonly pointer: string
  readonly code: Finding['code']
  readonly values?: Readonly<Record<string, string>>
}

/** Thrown to answer a call with an error. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly details: FaultDetails

  constructor(code: FaultCode, details: FaultDetails = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

type Issue = z.core.$ZodIssue

/** @param body the parsed body, which tells a missing field from one of a wrong type */
export const faultsOfIssues = (issues: readonly Issue[], body: unknown): FieldFault[] =>
  issues.flatMap((issue) => entryOf(issue, body))

function entryOf(issue: Issue, body: unknown): FieldFault[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ pointer: jsonPointerOf([...issue.path, key]), code: 'unknown_field' }))
    case 'invalid_union':
      return [deepestOf(issue) ?? faultOf(issue, body)]
    default:
      return [faultOf(issue, body)]
  }

  /** For a union: the faults of the alternative that fits best. */
  function deepestOf(union: Issue & { readonly errors: readonly (readonly Issue[])[] }): FieldFault | undefined {
    const [nearest] = union.errors
      .filter((branch) => branch.some(({ path }) => path.length > 0))
      .map((branch) => branch.flatMap((inner) => entryOf({ ...inner, path: [...union.path, ...inner.path] }, body)))
      .toSorted((one, other) => one.length - other.length)
    return nearest?.[0]
  }
}

function faultOf(issue: Issue, body: unknown): FieldFault {
  const code = codeOf(issue, body)
  const values = valuesOf(code, issue)
  return { pointer: jsonPointerOf(issue.path), code, ...(values && { values }) }
}

function valuesOf(code: FindingCode, issue: Issue): FieldFault['values'] {
  switch (code) {
    case 'too_long':
      return { most: mostOf(issue) }
    case 'not_listed':
      return { allowed: issue.code === 'invalid_value' ? issue.values.map(String).join(', ') : '' }
    case 'reserved':
      return { word: issue.code === 'custom' ? String(issue.params?.['word']) : '' }
    default:
      return undefined
  }
}

/** The limit: zod's own checks name it, ours have it in their parameters. */
const mostOf = (issue: Issue): string =>
  String(issue.code === 'too_big' ? issue.maximum : issue.code === 'custom' ? issue.params?.['most'] : '')

function codeOf(issue: Issue, body: unknown): FindingCode {
  if (isAbsent(body, issue.path)) return 'required'
  // Our schemas name the finding in the message.
  return findingCodes.find((code) => code === issue.message) ?? 'wrong_type'
}

function isAbsent(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body
  for (const step of path) value = (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[step]
  return value === undefined || value === null
}

/** The findings of a check as entries of a problem, in wire names. */
export const faultsOfFindings = (findings: readonly Finding[]): FieldFault[] =>
  findings.map(({ path, code, values }) => ({ pointer: wirePointerOf(path), code, ...(values && { values }) }))

/** For a body that has other faults too, so that a developer sees all faults at once. */
export const faultsOfCodes = (body: unknown, codeBook: CodeLookup): FieldFault[] =>
  bodyCodeFindings(body, codeBook).map(({ path, ...found }) => ({ pointer: jsonPointerOf(path), ...found }))

/** A body can have a hundred thousand faults, and no person corrects so many at once. */
const mostTold = 100
/** A pointer may contain a very long name from the caller. */
const longestPointer = 200

/** @param entries if there are very many, only the first are listed, with the number of the others */
export function validationFailed(entries: readonly FieldFault[]): Fault {
  const told: FieldFault[] = entries.slice(0, mostTold).map(inShort)
  const more = entries.length - told.length
  if (more > 0) told.push({ pointer: '', code: 'and_more', values: { count: String(more) } })
  return new Fault('validation_failed', { entries: told, values: { count: String(entries.length) } })
}

const inShort = (entry: FieldFault): FieldFault =>
  entry.pointer.length <= longestPointer ? entry : { ...entry, pointer: `${entry.pointer.slice(0, longestPointer)}…` }
