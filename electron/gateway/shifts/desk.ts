import { Fault } from '../../../shared/catalogue/faults.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { SubmissionRules } from '../../../shared/domain/shift.ts'
import { type ShiftReport, shiftReportOf } from '../../../shared/domain/shift-report.ts'
import type { Authority } from '../authority/port.ts'
import type { EndedShift } from '../consolidation/shift-end.ts'
import type { Call } from '../http/call.ts'
import type { Clock, Randomness } from '../ports.ts'
import type { Companies } from '../store/port.ts'
import type { Journal } from '../store/port-journal.ts'
import type { Records } from '../store/port-records.ts'
import type { Shifts, TillShift } from '../store/port-shifts.ts'

export interface ShiftParts {
  readonly shifts: Shifts
  readonly records: Pick<Records, 'byGuid' | 'shifts'>
  readonly companies: Pick<Companies, 'byCode' | 'byGuid' | 'list'>
  readonly journal: Pick<Journal, 'standing' | 'seal'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly authority: Pick<Authority, 'clock'>
  readonly submissionRules: SubmissionRules
  /** Its receipts may be consolidated now. */
  readonly shiftEnded: (ended: EndedShift, by: string) => void
}

/** How the journal stood when a report was made. */
export interface JournalMark {
  readonly code: string
  readonly lines: number
  readonly isTrusted: boolean
}

/** A report as it is kept; whoever adds to it counts the form up. */
export interface KeptReport {
  readonly form: 1
  readonly report: ShiftReport
  readonly journal: JournalMark
}

/**
 * The shift that the path names.
 * @throws Fault record_not_found, also for another company's
 */
export async function shiftAt({ shifts }: Pick<ShiftParts, 'shifts'>, { params, caller }: Call): Promise<TillShift> {
  const shift = await shifts.byId((params['id'] ?? '').toLowerCase())
  const isVisible = caller.companyGuid === null || caller.companyGuid === shift?.companyGuid
  if (!shift || !isVisible) throw new Fault('record_not_found', { says: 'no_such_shift' })
  return shift
}

/** The report of a shift as it stands now, and the last record it is over. */
export async function reportNow(parts: ShiftParts, { id }: TillShift, at: Instant) {
  const { documents, throughSeq } = await parts.shifts.documents(id)
  const moment = { at, now: parts.authority.clock.now() }
  return { report: shiftReportOf(documents, moment, parts.submissionRules), throughSeq }
}

/** As it was printed, or as it would be now. */
export async function reportOf(parts: ShiftParts, shift: TillShift): Promise<KeptReport> {
  if (shift.closed) return JSON.parse(shift.closed.report) as KeptReport
  const { report } = await reportNow(parts, shift, parts.clock.now())
  return { form: 1, report, journal: markOf(await parts.journal.standing()) }
}

export const markOf = ({ code, lines, isTrusted }: JournalMark): JournalMark => ({ code, lines, isTrusted })

/** @throws Fault company_not_found, also for another's: whether that exists is nobody's business */
export async function companyNamed({ companies }: Pick<ShiftParts, 'companies'>, code: string, { caller }: Call) {
  const company = await companies.byCode(code)
  const isVisible = caller.companyGuid === null || caller.companyGuid === company?.profile.companyGuid
  if (!company || !isVisible) throw new Fault('company_not_found')
  return company.profile
}
