import type { Cell } from '../../../../shared/api/endpoint.ts'
import { Fault } from '../../../../shared/api/faults.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import type { LookUpResult, LookUpRules } from '../../../../shared/domain/decide-look-up.ts'
import { type Sight, sees } from '../../../../shared/domain/outlet.ts'
import type { Authority } from '../../authority/port.ts'
import type { CallNaming } from '../../http/call.ts'
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
  readonly authority: Pick<Authority, 'clock' | 'name' | 'taxpayerOfCode'>
  readonly timing: LookUpRules
  /** How long a cancellation waits for the authority's word. */
  readonly cancelWaitMs: number
  readonly outbox: Pick<Outbox, 'lookUpSoon' | 'changed' | 'askToCancel' | 'hindranceOf'>
  /** What the authority has of a record; null if it does not answer. */
  readonly lookUpNow: (company: Company, asked: Asked) => Promise<LookUpResult | null>
}

/** A record that is asked about there. */
export interface Asked {
  readonly stored: Stored
  readonly uuid: string | null
}

export const isVisible = ({ record }: Stored, caller: Sight): boolean => sees(caller, record)

/**
 * The record a caller names, if it may see it and the path is the one of its kind and family.
 * @throws Fault record_not_found, also for one that the caller may not see: that it exists is told to no other
 */
export async function findRecord(
  records: Pick<Records, 'byGuid'>,
  saleGuid: string,
  caller: Sight,
  cell?: Cell,
): Promise<Stored> {
  const stored = await records.byGuid(saleGuid)
  const isOfCell = !cell || (stored?.record.kind === cell.kind && stored.record.family === cell.family)
  if (!stored || !isVisible(stored, caller) || !isOfCell) throw new Fault('record_not_found')
  return stored
}

/** The record that the path names. @throws as `findRecord` */
export const recordAt = (
  records: Pick<Records, 'byGuid'>,
  { params, caller }: Pick<CallNaming<'guid'>, 'params' | 'caller'>,
): Promise<Stored> => findRecord(records, params.guid, caller)

/** A record whose document anybody can look at, at the authority. */
export interface Validated {
  readonly stored: Stored
  readonly shown: WireRecord
  readonly validationUrl: string
}

/**
 * The record that the path names, if the authority has validated its document. The link of a consolidated document opens
 * every customer's receipt, so its members have none.
 * @throws Fault record_not_found; no_validation_link with the record if it has none (yet): to say that the record is not
 * found could make a till sell it again
 */
export async function validatedRecord(
  { records, view }: Pick<RecordDeps, 'records' | 'view'>,
  call: CallNaming<'guid'>,
): Promise<Validated> {
  const stored = await recordAt(records, call)
  const shown = await view.show(stored, call.language)
  const { STATUS: status, AUTHORITY } = shown
  const validationUrl = AUTHORITY?.VALIDATION_URL ?? null
  const isValidated = (status === 'Valid' || status === 'Cancelled') && stored.record.consolidatedInto === null
  if (isValidated && validationUrl !== null) return { stored, shown, validationUrl }
  throw new Fault('no_validation_link', { values: { status }, record: shown })
}

const mostTries = 20

/**
 * Reads, decides and writes until the write finds what was read unchanged: after a faster change it is read again.
 * @param attempt returns undefined if its write was stale
 */
export async function retryOnConflict<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Fault('internal_error', { cause: new Error('a record changed faster than it could be decided on') })
}
