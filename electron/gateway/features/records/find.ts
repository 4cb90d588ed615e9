import type { GridCell } from '../../../../shared/api/endpoint.ts'
import { Fault } from '../../../../shared/api/faults.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import type { LookUpResult, LookUpRules } from '../../../../shared/domain/decide-look-up.ts'
import { seesOutlet, type VisibleSales } from '../../../../shared/domain/outlet.ts'
import type { Authority } from '../../authority/port.ts'
import type { CallWithParam } from '../../http/call.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Clock } from '../../ports.ts'
import type { People } from '../../store/port/people.ts'
import type { Acts, Companies, Company, Schedule } from '../../store/port/port.ts'
import type { Records, StoredRecord } from '../../store/port/records.ts'
import type { ChangeNotifier } from './changes.ts'
import type { Cursors } from './cursors.ts'
import type { RecordView } from './record-view.ts'

export interface RecordDeps {
  readonly records: Records
  readonly companies: Companies
  readonly acts: Pick<Acts, 'add'>
  readonly people: Pick<People, 'byId'>
  readonly schedule: Pick<Schedule, 'dueOf'>
  readonly changes: ChangeNotifier
  readonly view: RecordView
  readonly cursors: Cursors
  readonly clock: Clock
  readonly authority: Pick<Authority, 'clock' | 'name' | 'taxpayerOfCode'>
  readonly timing: LookUpRules
  readonly cancelWaitMs: number
  readonly outbox: Pick<Outbox, 'lookUpSoon' | 'changed' | 'askToCancel' | 'blockReasonOf'>
  /** Null if the authority does not answer. */
  readonly lookUpNow: (company: Company, asked: LookUpTarget) => Promise<LookUpResult | null>
}

export interface LookUpTarget {
  readonly stored: StoredRecord
  readonly uuid: string | null
}

/** @throws Fault record_not_found, also for a record that the caller may not see */
export async function findRecord(
  records: Pick<Records, 'byGuid'>,
  saleGuid: string,
  caller: VisibleSales,
  cell?: GridCell,
): Promise<StoredRecord> {
  const stored = await records.byGuid(saleGuid)
  const isOfCell = !cell || (stored?.record.kind === cell.kind && stored.record.family === cell.family)
  if (!stored || !seesOutlet(caller, stored.record) || !isOfCell) throw new Fault('record_not_found')
  return stored
}

/** @throws as `findRecord` */
export const recordOfCall = (
  records: Pick<Records, 'byGuid'>,
  { params, caller }: Pick<CallWithParam<'guid'>, 'params' | 'caller'>,
): Promise<StoredRecord> => findRecord(records, params.guid, caller)

export interface ValidatedRecord {
  readonly stored: StoredRecord
  readonly shown: WireRecord
  readonly validationUrl: string
}

/**
 * The link of a consolidated document opens every customer's receipt, so its members have none. @throws Fault
 * record_not_found; no_validation_link with the record, because a till that reads record_not_found could sell again
 */
export async function findValidatedRecord(
  { records, view }: Pick<RecordDeps, 'records' | 'view'>,
  call: CallWithParam<'guid'>,
): Promise<ValidatedRecord> {
  const stored = await recordOfCall(records, call)
  const shown = await view.show(stored, call.language)
  const { STATUS: status, AUTHORITY } = shown
  const validationUrl = AUTHORITY?.VALIDATION_URL ?? null
  const isValidated = (status === 'Valid' || status === 'Cancelled') && stored.record.consolidatedInto === null
  if (isValidated && validationUrl !== null) return { stored, shown, validationUrl }
  throw new Fault('no_validation_link', { values: { status }, record: shown })
}

const mostTries = 20

/** Tries again until a write succeeds. @param attempt returns undefined if another write came first */
export async function retryOnConflict<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Fault('internal_error', { cause: new Error('a record changed faster than it could be decided on') })
}
