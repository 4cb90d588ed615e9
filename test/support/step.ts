import type { HoldReason } from '../../shared/domain/decide-submission.ts'
import type { ResolutionKind } from '../../shared/domain/person-acts.ts'

export type Loss = 'lostBefore' | 'lostAfter' | 'late'
export type CancelFate = Loss | 'cancelled' | 'refused' | 'unsent'
export type Fate = Loss | 'unsent' | 'accepted' | 'acceptedUnseen' | 'rejected'
/** A search may miss a document for a while, or find another company's document with our number. */
export type Sight = 'truth' | 'nothing' | 'other'
export const plainSteps = [
  'void',
  'claim',
  'arrive',
  'poll',
  'askToCancel',
  'lookUpCancel',
  'cancelElsewhere',
  'correct',
  'close',
  'resend',
] as const
type PlainStep = (typeof plainSteps)[number]
export type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: PlainStep }
  | { readonly do: 'send'; readonly fate: Fate }
  | { readonly do: 'restart'; readonly fate: Loss }
  | { readonly do: 'lookUp'; readonly sees: Sight }
  | { readonly do: 'judge'; readonly verdict: 'valid' | 'invalid' }
  | { readonly do: 'follow'; readonly originals: HoldReason }
  | { readonly do: 'cancel'; readonly isReferredTo: boolean }
  | { readonly do: 'answerCancel'; readonly fate: CancelFate }
  /** A person looked at the portal, and reports what is there. */
  | { readonly do: 'resolve'; readonly as: ResolutionKind }
