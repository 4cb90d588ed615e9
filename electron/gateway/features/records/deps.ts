import type { LookUpResult, LookUpRules } from '../../../../shared/domain/decide-look-up.ts'
import type { Authority } from '../../authority/port.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Clock } from '../../ports.ts'
import type { Acts, Companies, Company, Schedule } from '../../store/port/port.ts'
import type { Records, Stored } from '../../store/port/records.ts'
import type { Changes } from './changes.ts'
import type { Cursors } from './cursors.ts'
import type { RecordView } from './record-view.ts'

/** What everything that is asked of records is answered with. */
export interface RecordDeps {
  readonly records: Records
  readonly companies: Companies
  readonly acts: Pick<Acts, 'add'>
  readonly schedule: Pick<Schedule, 'dueOf'>
  readonly changes: Changes
  readonly view: RecordView
  readonly cursors: Cursors
  readonly clock: Clock
  readonly authority: Pick<Authority, 'clock' | 'taxpayerOfCode'>
  readonly timing: LookUpRules
  /** How long whoever cancels waits for the authority's word. */
  readonly cancelWaitMs: number
  readonly outbox: Pick<Outbox, 'lookUpSoon' | 'changed' | 'askToCancel'>
  /** What the authority has of a record; null where it does not answer. */
  readonly lookUpNow: (company: Company, asked: Asked) => Promise<LookUpResult | null>
}

/** A record that is asked about there. */
export interface Asked {
  readonly stored: Stored
  readonly uuid: string | null
}
