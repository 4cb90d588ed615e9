import type { RecordEvent } from './event.ts'

/** Why a command is refused; each is an error code of the API (contract 2). */
export type Refusal =
  | 'sale_guid_reused'
  | 'business_key_reused'
  | 'document_number_reused'
  | 'record_voided'
  | 'record_cancelled'
  | 'record_closed'
  | 'void_denied_valid'
  | 'void_denied_in_progress'
  | 'void_denied_locked'
  | 'void_denied_consolidated'
  | 'void_denied_cancelled'
  | 'void_denied_invalid'
  | 'cancel_denied_status'
  | 'cancel_denied_period'
  | 'cancel_denied_referenced'
  | 'cancel_denied_consolidated'
  | 'resolution_denied_status'
  | 'resolution_denied_found'
  | 'resolution_denied_not_found'
  | 'resolution_denied_quarantine'
  | 'release_denied_status'
  | 'closure_denied_status'
  | 'resend_denied_status'
  | 'conversion_denied_status'
  | 'conversion_denied_period'
  | 'conversion_denied_consolidated'

export interface Refused {
  readonly kind: 'refused'
  readonly code: Refusal
}

export interface Happens<Event extends RecordEvent = RecordEvent> {
  readonly kind: 'happens'
  readonly event: Event
}

/** Nothing to do: the goal is reached already, or the news is stale. */
export interface Unchanged {
  readonly kind: 'unchanged'
}

export const refused = (code: Refusal): Refused => ({ kind: 'refused', code })
export const happens = <Event extends RecordEvent>(event: Event): Happens<Event> => ({ kind: 'happens', event })
export const unchanged: Unchanged = { kind: 'unchanged' }
