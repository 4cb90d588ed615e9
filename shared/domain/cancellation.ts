import type { Instant } from './record.ts'

/**
 * requested: intent stored, the authority not asked yet · asking: the question may be on the wire ·
 * unknown: asked, answer lost, look-up decides · accepted, refused: the authority's word.
 */
export const cancellationStates = ['requested', 'asking', 'unknown', 'accepted', 'refused'] as const
export type CancellationState = (typeof cancellationStates)[number]

export interface Cancellation {
  readonly state: CancellationState
  readonly reason: string
  readonly by: string
  readonly requestedAt: Instant
  /** Since when the answer is lost, by our clock: the request may still be on its way. */
  readonly doubtedAt: Instant | null
  readonly decidedAt: Instant | null
  /** The authority's code and words where it refused. */
  readonly code: string | null
  readonly message: string | null
}
