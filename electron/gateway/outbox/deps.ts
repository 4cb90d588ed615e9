import type { Attempt } from '../../../shared/domain/attempt.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { Authority } from '../authority/port.ts'
import type { Clock, Log, Randomness } from '../ports.ts'
import type { Journal } from '../store/port/journal.ts'
import type { Acts, Companies, Schedule } from '../store/port/port.ts'
import type { SenderLease } from '../store/port/processes.ts'
import type { Records, StoredRecord } from '../store/port/records.ts'
import type { Timing } from './timing.ts'

/** @returns the same, but once the generation is over it sends and writes nothing */
export const fenceToGeneration = (deps: OutboxDeps, sender: SenderLease, generation: number): OutboxDeps => ({
  ...deps,
  records: { ...deps.records, write: (change) => deps.records.write({ ...change, generation }) },
  isStillSender: () => sender.isCurrent(generation),
  ...(deps.journal && {
    journal: {
      ...deps.journal,
      async found(findings) {
        // A process that stood still finds at the authority what others have sent since.
        if (!(await sender.isCurrent(generation))) throw new Error('another process sends by now')
        await deps.journal?.found(findings)
      },
    },
  }),
})

export interface OutboxDeps {
  readonly records: Records
  readonly schedule: Schedule
  readonly companies: Companies
  readonly authority: Authority
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly timing: Timing
  /** Absent if no other process uses the store. */
  readonly sender?: SenderLease
  readonly isStillSender?: () => Promise<boolean>
  /** Reads pauses of other processes; absent if there are none. */
  readonly lookForPauses?: (companyGuid: string) => Promise<unknown>
  /** For findings of an older database. */
  readonly journal?: Pick<Journal, 'status' | 'found'>
  /** Absent if another process may send, or it cannot be kept. */
  readonly sentMark?: {
    note(last: { readonly stored: StoredRecord; readonly attempt: Pick<Attempt, 'id'> }, at: EpochMs): void
    isKept(companyGuid: string, records: Pick<Records, 'attempts'>, now: EpochMs): Promise<boolean>
  }
  /** For notes about the clock. */
  readonly acts?: Pick<Acts, 'add'>
  /** Absent if no till uses this process. */
  readonly salePriority?: { free(): Promise<void> }
  /** False while the store cannot be written: then nothing may begin. */
  readonly isStorageSound?: () => boolean
}
