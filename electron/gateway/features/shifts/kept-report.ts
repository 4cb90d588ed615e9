import { Fault } from '../../../../shared/api/faults.ts'
import { seesOutlet } from '../../../../shared/domain/outlet.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { type ShiftReport, shiftReportOf } from '../../../../shared/domain/shift-report.ts'
import type { Authority } from '../../authority/port.ts'
import type { CallWithParam } from '../../http/call.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import type { Reconciliations, Shifts, TillShift } from '../../store/port/shifts.ts'

export interface ShiftDeps {
  readonly shifts: Shifts
  readonly records: Pick<Records, 'byGuid' | 'shifts' | 'soldBetween'>
  readonly reconciliations: Pick<Reconciliations, 'byNumbers'>
  readonly companies: Pick<Companies, 'byCode' | 'byGuid' | 'list'>
  readonly journal: Pick<Journal, 'status'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly authority: Pick<Authority, 'clock'>
}

export interface JournalHeadCode {
  readonly code: string
  readonly isTrusted: boolean
}

export interface KeptReport {
  readonly report: ShiftReport
  readonly journal: JournalHeadCode
}

/** @throws Fault record_not_found, also for another company's shift */
export async function shiftOfCall(
  { shifts }: Pick<ShiftDeps, 'shifts'>,
  { params, caller }: CallWithParam<'id'>,
): Promise<TillShift> {
  const shift = await shifts.byId(params.id)
  if (!shift || !seesOutlet(caller, shift)) throw new Fault('record_not_found', { says: 'no_such_shift' })
  return shift
}

/** The report, and the last record in it. */
export async function currentReport(deps: ShiftDeps, { id }: TillShift, at: EpochMs) {
  const { documents, throughSeq } = await deps.shifts.documents(id)
  const moment = { at, now: deps.authority.clock.now() }
  return { report: shiftReportOf(documents, moment), throughSeq }
}

/** For a closed shift the stored report; for an open one the report as it would be now. */
export async function reportOf(deps: ShiftDeps, shift: TillShift): Promise<KeptReport> {
  if (shift.closed) return JSON.parse(shift.closed.report) as KeptReport
  const { report } = await currentReport(deps, shift, deps.clock.now())
  return { report, journal: journalHeadCodeOf(await deps.journal.status()) }
}

export const journalHeadCodeOf = ({ code, isTrusted }: JournalHeadCode): JournalHeadCode => ({ code, isTrusted })
