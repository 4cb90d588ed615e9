import { isNothingToDeclare } from './consolidation-rules.ts'
import type { EpochMs, RecordState } from './record.ts'
import { isCancelling, isInDoubt, statusOf } from './status.ts'

/** See interface 3. */
export const actionKinds = ['wait', 'void', 'cancel', 'issue_note', 'correct', 'none'] as const
export type NextActionKind = (typeof actionKinds)[number]

/** Each has a sentence in `words`. No sentence contains a running clock. */
export const nextActionReasons = [
  'not_sent',
  'waits_for_consolidation',
  'made_of_receipts',
  'in_progress',
  'in_doubt',
  'conflict',
  'cancellation_running',
  'invalid',
  'invalid_consolidated',
  'invalid_closed',
  'invalid_made_of_receipts',
  'valid_in_window',
  'valid_window_over',
  'valid_referred_to',
  'valid_consolidated',
  'valid_made_of_receipts',
  'voided',
  'nothing_to_declare',
  'cancelled',
] as const
export type NextActionReason = (typeof nextActionReasons)[number]

export interface NextAction {
  readonly action: NextActionKind
  readonly reason: NextActionReason
}

/** @param isReferredTo an active record refers to this one @param now by the authority's clock */
export function nextActionFor(record: RecordState, isReferredTo: boolean, now: EpochMs): NextAction {
  switch (statusOf(record)) {
    case 'Pending':
      if (record.members > 0) return next('wait', 'made_of_receipts')
      return isPartOfConsolidation(record) ? next('wait', 'waits_for_consolidation') : next('void', 'not_sent')
    case 'InProgress':
      if (record.phase === 'conflict') return next('wait', 'conflict')
      return isInDoubt(record) ? next('wait', 'in_doubt') : next('wait', 'in_progress')
    case 'Valid':
      return forValid(record, isReferredTo, now)
    case 'Invalid':
      // The receipts of a refused consolidated document wait again, so the gateway closed it.
      if (record.closed) return next('none', record.members > 0 ? 'invalid_made_of_receipts' : 'invalid_closed')
      return next('correct', record.consolidated ? 'invalid_consolidated' : 'invalid')
    case 'Voided':
      return next('none', isNothingToDeclare(record) ? 'nothing_to_declare' : 'voided')
    case 'Cancelled':
      return next('none', 'cancelled')
  }
}

function forValid(record: RecordState, isReferredTo: boolean, now: EpochMs): NextAction {
  if (isCancelling(record.cancellation)) return next('wait', 'cancellation_running')
  if (record.members > 0) return next('issue_note', 'valid_made_of_receipts')
  if (isPartOfConsolidation(record)) return next('issue_note', 'valid_consolidated')
  if (!isInCancelWindow(record.cancellableUntil, now)) return next('issue_note', 'valid_window_over')
  if (isReferredTo) return next('issue_note', 'valid_referred_to')
  return next('cancel', 'valid_in_window')
}

const isPartOfConsolidation = ({ consolidated, consolidatedInto }: RecordState): boolean =>
  consolidated || consolidatedInto !== null

/** The end of the period is not part of it (contract 8). */
export const isInCancelWindow = (cancellableUntil: EpochMs | null, now: EpochMs): boolean =>
  cancellableUntil !== null && now < cancellableUntil

const next = (action: NextActionKind, reason: NextActionReason): NextAction => ({ action, reason })
