import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { ApprovableAct } from './withdraw-dialog.tsx'

/** What can be done to many in one go. */
export type RunAct = ApprovableAct | 'look_up'

/** What became of one document of a run. */
export type Outcome =
  | { readonly kind: 'waiting' | 'running' | 'stopped' }
  /** The act has its result: the status of the record says which. */
  | { readonly kind: 'settled' }
  /** The result is not known. MyInvois is asked again at `nextTryAt`; null while it is being asked. */
  | { readonly kind: 'unknown'; readonly nextTryAt: string | null }
  | { readonly kind: 'denied'; readonly act: RunAct; readonly sentence: string }

/** The authority has an answer that did not arrive here: it can be asked again. */
export const canLookUp = ({ IN_DOUBT, CANCELLATION }: WireRecord): boolean =>
  IN_DOUBT || CANCELLATION?.STATE === 'Unknown'

const isOpen = (record: WireRecord): boolean =>
  canLookUp(record) || record.STATUS === 'InProgress' || record.CANCELLATION?.STATE === 'Requested'

/** @returns what the act has come to, as the record and its schedule are now */
export function outcomeOf(act: RunAct, record: WireRecord, nextTryAt: string | null): Outcome {
  const wanted = { void: 'Voided', cancel: 'Cancelled', look_up: null }[act]
  if (record.STATUS === wanted) return { kind: 'settled' }
  if (act !== 'void' && isOpen(record)) return { kind: 'unknown', nextTryAt }
  if (act === 'look_up') return { kind: 'settled' }
  return { kind: 'denied', act, sentence: record.CANCELLATION?.MESSAGE ?? record.NEXT_ACTION.REASON }
}
