import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { ListedRecord } from './records.ts'

export interface Webhooks {
  /** Targets that were not removed. */
  targets(): Promise<readonly WebhookTarget[]>
  /** Adds a target. It gets changes from now on. */
  add(target: WebhookTargetToAdd, by: string): Promise<void>
  /** @returns false if there is no such target */
  remove(id: string, at: EpochMs, by: string): Promise<boolean>
  /** Creates deliveries for new changes and alerts, up to `most` that wait. */
  takeUp(id: string, most: number): Promise<void>
  /** Oldest first. @param latest a delivery that is due later was written by a wrong clock and is due, too */
  due(
    id: string,
    at: { readonly now: EpochMs; readonly latest: EpochMs },
    limit: number,
  ): Promise<readonly DueDelivery[]>
  /** Null if none waits. */
  nextDue(id: string): Promise<EpochMs | null>
  /** Stores the bodies before the first try. */
  keepBodies(id: string, bodies: readonly { readonly eventSeq: number; readonly body: string }[]): Promise<void>
  tried(id: string, eventSeq: number, outcome: DeliveryOutcome): Promise<void>
  /** Newest first. @param beforeSeq null for the newest of all */
  deliveries(id: string, beforeSeq: number | null, limit: number): Promise<readonly Delivery[]>
  /** Delivers again: one delivery, or everything after a place of the feed. @returns whether they exist */
  replay(id: string, which: ReplayRequest, by: { readonly at: EpochMs; readonly by: string }): Promise<boolean>
}

export interface WebhookTargetToAdd {
  readonly id: string
  readonly url: string
  /** Null for all. */
  readonly companyGuid: string | null
  readonly createdAt: EpochMs
}

export interface WebhookTarget extends WebhookTargetToAdd {
  readonly createdBy: string
  readonly position: number
  /** Failed tries in a row. */
  readonly failures: number
  readonly dueAt: EpochMs
  readonly waiting: number
  readonly failed: number
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed'

export interface Delivery {
  readonly eventSeq: number
  /** Null for an alert. */
  readonly saleGuid: string | null
  readonly at: EpochMs
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAt: EpochMs
  readonly triedAt: EpochMs | null
  /** Null if none came. */
  readonly httpStatus: number | null
}

export interface DueDelivery extends Pick<Delivery, 'eventSeq' | 'at' | 'attempts'> {
  readonly record: ListedRecord | null
  /** Of an alert. */
  readonly act: { readonly type: string; readonly facts: object } | null
  /** The body of earlier tries; null if there were none. */
  readonly body: string | null
}

export interface DeliveryOutcome {
  readonly at: EpochMs
  readonly httpStatus: number | null
  readonly became:
    | { readonly state: 'delivered' | 'failed' }
    | { readonly state: 'waiting'; readonly dueAt: EpochMs }
    /** The target is away, so all of its deliveries wait. */
    | { readonly state: 'away'; readonly dueAt: EpochMs }
}

export type ReplayRequest = { readonly eventSeq: number } | { readonly afterSeq: number }
