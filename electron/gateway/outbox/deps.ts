import type { Attempt } from '../../../shared/domain/attempt.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Authority } from '../authority/port.ts'
import type { Clock, Log, Randomness } from '../ports.ts'
import type { Journal } from '../store/port/journal.ts'
import type { Acts, Companies, Schedule } from '../store/port/port.ts'
import type { Sender } from '../store/port/processes.ts'
import type { Records, Stored } from '../store/port/records.ts'
import type { Timing } from './timing.ts'

/** @returns the same, with which nothing is sent and nothing written once the generation is over */
export const underGeneration = (deps: OutboxDeps, sender: Sender, generation: number): OutboxDeps => ({
  ...deps,
  records: { ...deps.records, write: (change) => deps.records.write({ ...change, generation }) },
  isStillSender: () => sender.isCurrent(generation),
})

/** What the work of the outbox needs. */
export interface OutboxDeps {
  readonly records: Records
  readonly schedule: Schedule
  readonly companies: Companies
  readonly authority: Authority
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly timing: Timing
  /** Absent, no other process works on the same store. */
  readonly sender?: Sender
  /** Whether what is about to be sent is still for this process to send. */
  readonly isStillSender?: () => Promise<boolean>
  /** Looks once more what people at another process paused; absent if there is none. */
  readonly lookForPauses?: (companyGuid: string) => Promise<unknown>
  /** Told if what is kept proves to be older than what happened. */
  readonly journal?: Pick<Journal, 'status' | 'found'>
  /** Which batch left last; absent if another process may have sent since, or it cannot be kept. */
  readonly sentMark?: {
    note(last: { readonly stored: Stored; readonly attempt: Pick<Attempt, 'id'> }, at: Instant): void
    isKept(companyGuid: string, records: Pick<Records, 'attempts'>, now: Instant): Promise<boolean>
  }
  /** Where what is learnt of the clock is written down. */
  readonly acts?: Pick<Acts, 'add'>
  /** Lets tills that wait for an answer go first, for a moment; absent if no till sells beside it. */
  readonly tillsFirst?: { free(): Promise<void> }
  /** False while nothing may begin, because what comes of it could not be written down. */
  readonly isStorageSound?: () => boolean
}
