import type { Instant } from '../../../../shared/domain/record.ts'
import type { ListedRecord } from './records.ts'

/** Who is told of every change of a record, and what became of the telling. */
export interface Webhooks {
  /** Without those that were removed. */
  targets(): Promise<readonly WebhookTarget[]>
  /** It is told of what changes from now on. */
  add(target: NewWebhookTarget, by: string): Promise<void>
  /** @returns false where there is no such target */
  remove(id: string, at: Instant, by: string): Promise<boolean>
  /** Takes up what changed since, as long as no more than `most` wait. */
  takeUp(id: string, most: number): Promise<void>
  /**
   * What is due, oldest first.
   * @param latest due no later than this, or so late that the clock was wrong
   */
  due(
    id: string,
    at: { readonly now: Instant; readonly latest: Instant },
    limit: number,
  ): Promise<readonly DueDelivery[]>
  /** When the first of those that wait is due; null where none waits. */
  nextDue(id: string): Promise<Instant | null>
  /** Keeps what is told, before it is told for the first time. */
  keepBodies(id: string, bodies: readonly { readonly eventSeq: number; readonly body: string }[]): Promise<void>
  tried(id: string, eventSeq: number, outcome: DeliveryOutcome): Promise<void>
  /** The newest first. @param beforeSeq null for the newest of all */
  deliveries(id: string, beforeSeq: number | null, limit: number): Promise<readonly Delivery[]>
  /** One again, or everything after a place of the feed. @returns whether there is such a target, and such a delivery */
  replay(id: string, which: Replay, by: { readonly at: Instant; readonly by: string }): Promise<boolean>
}

export interface NewWebhookTarget {
  readonly id: string
  readonly url: string
  /** The one company it is told of; null for all. */
  readonly companyGuid: string | null
  readonly createdAt: Instant
}

export interface WebhookTarget extends NewWebhookTarget {
  /** As the journal names who added it. */
  readonly createdBy: string
  /** The last event that was taken up for it. */
  readonly position: number
  /** Tries in a row that met no receiver. */
  readonly failures: number
  /** From when on the next may be. */
  readonly dueAt: Instant
  readonly waiting: number
  readonly failed: number
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed'

export interface Delivery {
  readonly eventSeq: number
  readonly saleGuid: string
  /** When the record changed. */
  readonly at: Instant
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAt: Instant
  readonly triedAt: Instant | null
  /** What was answered to the last try; null where nothing came. */
  readonly httpStatus: number | null
}

export interface DueDelivery extends Pick<Delivery, 'eventSeq' | 'at' | 'attempts'> {
  /** As it is now. */
  readonly record: Omit<ListedRecord, 'day'>
  /** What was told before; null if nothing was. */
  readonly body: string | null
}

export interface DeliveryOutcome {
  readonly at: Instant
  readonly httpStatus: number | null
  readonly became:
    | { readonly state: 'delivered' | 'failed' }
    /** This one again, then. */
    | { readonly state: 'waiting'; readonly dueAt: Instant }
    /** No receiver answered: all of them are tried again later. */
    | { readonly state: 'away'; readonly dueAt: Instant }
}

export type Replay = { readonly eventSeq: number } | { readonly afterSeq: number }
