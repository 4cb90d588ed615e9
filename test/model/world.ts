import type { Outcome } from '../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../shared/domain/event.ts'
import type { RecordState } from '../../shared/domain/record.ts'

/**
 * Everything that the sending protocol depends on: what is stored, in memory, on the wire, and at the authority. The
 * time is always 0. Earlier times are negative and limited, so that worlds with the same future are equal.
 */
export interface World {
  /** In the order in which they were made. A later one has the same business key, and may have the same number. */
  readonly records: readonly RecordState[]
  readonly attempts: readonly Attempt[]
  readonly isUp: boolean
  readonly sender: Sender
  /** The state of the old sender when it lost the right to send. It may continue. */
  readonly asleep: Asleep
  /** A void that has read its record and not written yet. */
  readonly voiding: { readonly of: number; readonly was: RecordState } | null
  readonly cancelling: Cancelling
  readonly requests: readonly Request[]
  readonly answers: readonly Answer[]
  /** Requests to cancel on their way. */
  readonly cancels: readonly CancelRequest[]
  readonly ledger: readonly Entry[]
  /** Payloads that the authority got lately. */
  readonly payloads: readonly { readonly bytes: string; readonly age: number }[]
  /** All documents that were ever taken for a record's own. */
  readonly named: readonly string[]
}

export interface CancelRequest {
  readonly uuid: string
  readonly left: number
  /** Whether the sender still waits for the answer. */
  readonly isAwaited: boolean
}

/** One send of one record, as the gateway stored it. */
export interface Attempt {
  readonly id: string
  readonly of: number
  readonly revision: number
  readonly bytes: string
  /** `confirmed_not_received`: a person said that it did not arrive. */
  readonly end: 'open' | 'unsent' | 'confirmed_not_received' | 'other'
}

interface Sending {
  readonly of: number
  readonly attemptId: string
  readonly bytes: string
}

/** The end of an exchange with the authority, as its sender sees it. */
export type Ending =
  | { readonly kind: 'accepted'; readonly uuid: string }
  | { readonly kind: 'rejected' | 'repeated' | 'turned_away' | 'broken' | 'not_connected' | 'too_late' }

/** The state of the sender, which a crash loses. */
export type Sender =
  | { readonly at: 'idle' }
  | { readonly at: 'built'; readonly of: number; readonly was: RecordState; readonly bytes: string }
  /** `left`: ticks in which the first byte may still be sent. */
  | (Sending & { readonly at: 'claimed'; readonly left: number })
  | (Sending & { readonly at: 'waiting' })
  | (Sending & { readonly at: 'answered'; readonly outcome: Outcome })

export type Cancelling =
  | { readonly at: 'idle' }
  | { readonly at: 'asking' | 'waiting'; readonly of: number }
  | { readonly at: 'answered'; readonly of: number; readonly kind: 'cancelled' | 'refused' | 'unsent' | 'inDoubt' }

export interface Asleep {
  readonly sender: Sender
  readonly cancelling: Cancelling
}

export interface Request {
  readonly attemptId: string
  readonly of: number
  readonly revision: number
  readonly bytes: string
  /** Ticks in which it may still be on its way. */
  readonly left: number
  readonly isCopy: boolean
}

export interface Answer {
  readonly attemptId: string
  readonly of: number
  readonly ending: Ending
  readonly left: number
}

/** A document at the authority. */
export interface Entry {
  readonly uuid: string
  /** Our record; -1 for a foreign document. */
  readonly of: number
  readonly revision: number
  readonly bytes: string
  readonly status: 'pending' | 'valid' | 'invalid' | 'cancelled'
  /** Who cancelled it; null if no one did. */
  readonly cancelledBy: 'us' | 'portal' | null
  /** The same document came before, within the authority's window. The validation will notice. */
  readonly isDouble: boolean
  readonly age: number
  /** Ticks since it became valid. */
  readonly validFor: number
}

export type LivingEvent = Exclude<RecordEvent, { type: 'received' }>

export interface Move {
  readonly name: string
  readonly to: World
}

/** Times in ticks. Only their order matters (reliability 4.6). */
export const ticks = {
  request: 1,
  underWay: 2,
  underWayWhenGivenUp: 1,
  quarantine: 2,
  lookUpInterval: 1,
  payloadWindow: 2,
  resendWindow: 8,
  duplicateWindow: 10,
  cancelWindow: 4,
} as const

export const rules = {
  quarantineMs: ticks.quarantine,
  lookUpIntervalMs: ticks.lookUpInterval,
  resendWindowMs: ticks.resendWindow,
  cancellationWindowMs: ticks.cancelWindow,
} as const

/** The kind of authority, and the limits of the model. */
export interface Setting {
  /** The authority recognises the same payload for ten minutes and the same document for two hours. */
  readonly detectsDuplicates: boolean
  /** Ticks after which a search surely shows a document; null if it may never show it. */
  readonly searchLag: number | null
  /** The network may repeat a request that got no answer. */
  readonly repeatsRequests: boolean
  /** How long an answer may still come after the sender gave up. */
  readonly answersLast: number
  /** The authority has a foreign document with our number. */
  readonly hasForeignDocument: boolean
  readonly attempts: number
  readonly revisions: number
  readonly records: number
  readonly cancels: boolean
  /** The issuer may also cancel on the authority's portal. */
  readonly cancelsElsewhere: boolean
  /** There are several processes: the sender may stop or lose its lock, and another one takes over. */
  readonly losesRight: boolean
  /** A person looks at the portal and decides what the gateway cannot. */
  readonly personDecides: boolean
}
