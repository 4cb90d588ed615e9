import type { WireRecord } from '../../shared/api/shapes/record.ts'

/** Acts on many documents together that end them. */
export type EndingAct = 'void' | 'cancel' | 'close'

/** Acts that can be done to many documents together. */
export type BulkAct = EndingAct | 'look_up'

/** The result for one document of a run. */
export type ActOutcome =
  | { readonly kind: 'waiting' | 'running' | 'stopped' }
  /** The act is decided. The status of the record says how. */
  | { readonly kind: 'settled' }
  /** Not known yet. MyInvois is asked again at `nextTryAt`; null while it is being asked. */
  | { readonly kind: 'unknown'; readonly nextTryAt: string | null }
  | { readonly kind: 'denied'; readonly act: BulkAct; readonly sentence: string }

/** The authority may have an answer that did not arrive. It can be asked for it. */
export const canLookUp = ({ IN_DOUBT, CANCELLATION }: WireRecord): boolean =>
  IN_DOUBT || CANCELLATION?.STATE === 'Unknown'

const isOpen = (record: WireRecord): boolean =>
  canLookUp(record) || record.STATUS === 'InProgress' || record.CANCELLATION?.STATE === 'Requested'

/** @returns the result of the act, read from the record as it is now */
export function actOutcomeOf(act: BulkAct, record: WireRecord, nextTryAt: string | null): ActOutcome {
  const wanted = { void: 'Voided', cancel: 'Cancelled', close: 'Invalid', look_up: null }[act]
  if (record.STATUS === wanted) return { kind: 'settled' }
  if (act !== 'void' && isOpen(record)) return { kind: 'unknown', nextTryAt }
  if (act === 'look_up') return { kind: 'settled' }
  return { kind: 'denied', act, sentence: record.CANCELLATION?.MESSAGE ?? record.NEXT_ACTION.REASON }
}

/** The act of a run that the gateway allows for this document; null if none (NEXT_ACTION). */
export function endingActOf({ NEXT_ACTION: { ACTION }, CONSOLIDATED }: WireRecord): EndingAct | null {
  if (ACTION === 'correct' && !CONSOLIDATED) return 'close'
  return ACTION === 'void' || ACTION === 'cancel' ? ACTION : null
}
