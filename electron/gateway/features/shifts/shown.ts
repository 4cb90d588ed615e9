import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { openedShiftSchema, shiftDetailSchema } from '../../../../shared/api/operator/shifts.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { seesOutlet } from '../../../../shared/domain/outlet.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import {
  type BlockingDocument,
  blockingDocumentsOf,
  type DocumentNumberAndAmount,
  type ShiftDocument,
  type ShiftReport,
  type ShiftSum,
  shiftReportOf,
  type Withdrawal,
  withdrawnSince,
} from '../../../../shared/domain/shift-report.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { TillReport } from '../../../../shared/domain/till-report.ts'
import { shiftBlockerWords } from '../../../../shared/words/shift.ts'
import { type Language, words } from '../../../../shared/words/words.ts'
import type { Authority } from '../../authority/port.ts'
import type { CallWithParam } from '../../http/call.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { Journal, JournalStatus } from '../../store/port/journal.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import type { Reconciliations, Shifts, StoredTillReport, TillShift } from '../../store/port/shifts.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'
import { contentOf } from './content.ts'

type WireReport = z.output<typeof shiftDetailSchema>['report']

export const shiftShown = (shift: TillShift): z.output<typeof openedShiftSchema> => ({
  id: shift.id,
  company: shift.companyCode,
  outlet: shift.outletName,
  terminal: shift.terminalName,
  shift: shift.shiftCode,
  number: shift.number,
  closed: shift.closed && {
    at: toIsoTime(shift.closed.at),
    by: shift.closed.by,
    clean: shift.closed.isClean,
    reason: shift.closed.reason,
  },
})

type Total = Pick<TillReport, 'count' | 'total'>
export const isSameTotal = (one: Total, other: Total): boolean => one.count === other.count && one.total === other.total

/** The sums of the printed report; null while the shift is open. */
export function totalAtClose({ closed }: TillShift): Total | null {
  if (!closed) return null
  const { totals } = (JSON.parse(closed.report) as KeptReport).report
  const sum = totals.find(({ family, currencyCode }) => family === 'sale' && currencyCode === 'MYR')
  return { count: sum?.count ?? 0, total: sum?.amount ?? '0.00' }
}

/** Null if the till said nothing. */
export function matchesTillTotals(shift: TillShift, told: readonly StoredTillReport[]): boolean | null {
  const said = told.find(({ span }) => span === shift.id)?.report ?? null
  const here = said && totalAtClose(shift)
  return said && here && isSameTotal(here, said)
}

export function reportShown({ report, journal }: KeptReport, language: Language): WireReport {
  return {
    at: toIsoTime(report.at),
    count: report.count,
    totals: report.totals.map(sumShown),
    by_kind: report.byKind.map((sum) => ({ ...sumShown(sum), KIND: sum.kind })),
    by_status: report.byStatus.map((sum) => ({
      ...sumShown(sum),
      STATUS: sum.status,
      for_consolidation: sum.isForConsolidation,
      in_doubt: sum.isInDoubt,
      counted: sum.isCounted,
      KIND: sum.kind,
    })),
    by_payment: report.byPayment.map(paidSumShown),
    by_tax: report.byTax.map((sum) => ({ ...sumShown(sum), TAX_TYPE: sum.taxType, RATE: sum.rate })),
    withdrawn: report.withdrawn.map(withdrawalShown),
    remainders: report.remainders.map((each) => ({
      ...namedShown(each),
      STATUS: each.status,
      blocker: each.blocker,
      ...sentencesOf(each, language),
    })),
    journal: { code: journal.code, trusted: journal.isTrusted },
  }
}

export const withdrawalShown = ({ status, at, by, reason, ...named }: Withdrawal) => ({
  ...namedShown(named),
  STATUS: status,
  at: toIsoTimeOrNull(at),
  by,
  reason,
})

export const paidSumShown = (sum: ShiftReport['byPayment'][number]) => ({ ...sumShown(sum), METHOD: sum.method })

const sumShown = ({ family, currencyCode, count, amount }: ShiftSum) => ({
  FAMILY: family,
  CURRENCY_CODE: currencyCode,
  count,
  amount,
})

export const namedShown = (named: DocumentNumberAndAmount) => ({
  SALE_GUID: named.saleGuid,
  SALE_CODE: named.saleCode,
  DOCUMENT_NUMBER: named.documentNumber,
  FAMILY: named.family,
  KIND: named.kind,
  CURRENCY_CODE: named.currencyCode,
  TOTAL_PAYABLE: named.amount,
})

function sentencesOf({ blocker, attention }: BlockingDocument, language: Language) {
  const says = shiftBlockerWords[language]
  const isDecided = blocker === 'attention' && attention !== null
  return {
    message: isDecided ? words[language].attention[attention] : says[`why_${blocker}`],
    next_step: says[`step_${blocker}`],
  }
}

const remainderShown = (
  was: BlockingDocument,
  now: BlockingDocument | null,
  status: BlockingDocument['status'],
  language: Language,
) => ({
  ...namedShown(was),
  STATUS: status,
  blocker: now?.blocker ?? null,
  ...(now ? sentencesOf(now, language) : { message: shiftBlockerWords[language].settled, next_step: '' }),
})

/** The present state of documents that were unfinished when the shift was closed, and what was withdrawn since. */
export async function changesSinceClose(
  { shifts, authority }: ShiftDeps,
  { id }: TillShift,
  { report }: KeptReport,
  language: Language,
): Promise<NonNullable<z.output<typeof shiftDetailSchema>['now']>> {
  const [{ documents }, late] = await Promise.all([shifts.documents(id), shifts.lateCount(id)])
  const remainders = report.remainders.map((was) => {
    const found = documents.find(({ record }) => record.saleGuid === was.saleGuid)
    const [now = null] = found ? blockingDocumentsOf([found.record], authority.clock.now()) : [was]
    return remainderShown(was, now, found ? statusOf(found.record) : was.status, language)
  })
  return { remainders, withdrawn: withdrawnSince(report, documents).map(withdrawalShown), late }
}

export interface ShiftDeps {
  readonly shifts: Shifts
  readonly records: Pick<Records, 'shifts' | 'soldBetween'>
  readonly reconciliations: Pick<Reconciliations, 'byNumbers'>
  readonly companies: Pick<Companies, 'byCode' | 'byGuid' | 'list'>
  readonly journal: Pick<Journal, 'status'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly authority: Pick<Authority, 'clock'>
}

type JournalHeadCode = Pick<JournalStatus, 'code' | 'isTrusted'>

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

/** The report, and the last record in it. Tills are heard in between. */
export async function currentReport(deps: ShiftDeps, { id }: TillShift, at: EpochMs) {
  const { documents: stored, throughSeq } = await deps.shifts.documents(id)
  const documents: ShiftDocument[] = []
  for (const { record, body, ending } of stored) {
    documents.push({ ...contentOf(record, parseSaleOrNull(body, record)), ending })
    if (documents.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { report: shiftReportOf(documents, { at, now: deps.authority.clock.now() }), throughSeq }
}

/** For a closed shift the stored report; for an open one the report as it would be now. */
export async function reportOf(deps: ShiftDeps, shift: TillShift): Promise<KeptReport> {
  if (shift.closed) return JSON.parse(shift.closed.report) as KeptReport
  const { report } = await currentReport(deps, shift, deps.clock.now())
  return { report, journal: journalHeadCodeOf(await deps.journal.status()) }
}

export const journalHeadCodeOf = ({ code, isTrusted }: JournalHeadCode): JournalHeadCode => ({ code, isTrusted })
