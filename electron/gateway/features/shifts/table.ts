import { csvCell } from '../../../../shared/api/csv-cell.ts'
import { toWire, toWireOrNull } from '../../../../shared/api/record-to-wire.ts'
import type { Named, Sum } from '../../../../shared/domain/shift-report.ts'
import type { OperatorHandler } from '../../http/call.ts'
import type { TillShift } from '../../store/port/shifts.ts'
import { type KeptReport, reportOf, type ShiftDeps, shiftAt } from './kept-report.ts'

export type Cells = readonly (string | number | null)[]

/** A shift's report for a spreadsheet: a line for each figure and each document, in the names of the API. */
export const shiftTable =
  (deps: ShiftDeps): OperatorHandler<'shiftTable'> =>
  async (call) => {
    const shift = await shiftAt(deps, call)
    return csvReply(`shift-${shift.id}`, linesOf(shift, await reportOf(deps, shift)))
  }

const heading: Cells = [
  'section',
  'name',
  'FAMILY',
  'KIND',
  'SALE_CODE',
  'DOCUMENT_NUMBER',
  'CURRENCY_CODE',
  'count',
  'amount',
  'at',
  'by',
  'REASON',
  'SALE_GUID',
]

function linesOf(shift: TillShift, { report, journal }: KeptReport): readonly Cells[] {
  const sum = (section: string, name: string, each: Sum): Cells => [
    section,
    name,
    each.family,
    null,
    null,
    null,
    each.currencyCode,
    each.count,
    each.amount,
  ]
  const document = (section: string, name: string, each: Named, rest: Cells = [null, null, null]): Cells => [
    section,
    name,
    each.family,
    each.kind,
    each.saleCode,
    each.documentNumber,
    each.currencyCode,
    1,
    each.amount,
    ...rest,
    each.saleGuid,
  ]
  const fact = (name: string, value: string | number | null): Cells => ['shift', name, null, null, value]
  return [
    heading,
    ...factsOf(shift).map(([name, value]) => fact(name, value)),
    fact('made_at', toWire(report.at)),
    fact('documents', report.count),
    fact('journal_code', journal.code),
    fact('journal_trusted', String(journal.isTrusted)),
    ...report.totals.map((each) => sum('total', '', each)),
    ...report.byKind.map((each) => sum('kind', each.kind, each)),
    ...report.byStatus.map((each) => sum('status', each.isForConsolidation ? 'for_consolidation' : each.status, each)),
    ...report.byPayment.map((each) => sum('payment', each.method ?? '', each)),
    ...report.voids.map((each) =>
      document('void', each.isReplaced ? 'replaced' : '', each, [toWire(each.at), each.by, null]),
    ),
    ...report.cancellations.map((each) => {
      const at = toWireOrNull(each.cancelledAt ?? each.requestedAt)
      return document('cancellation', each.state, each, [at, each.by, each.reason])
    }),
    ...report.remainders.map((each) => document('remainder', each.blocker, each)),
    ...report.inDoubt.documents.map((each) => document('in_doubt', '', each)),
    ...report.unsent.documents.map((each) => document('unsent', '', each)),
  ]
}

const factsOf = (shift: TillShift): readonly (readonly [string, string | number | null])[] => [
  ['company', shift.companyCode],
  ['outlet', shift.outletName],
  ['terminal', shift.terminalName],
  ['shift', shift.shiftCode],
  ['number', shift.number],
  ['opened_at', toWire(shift.openedAt)],
  ['opened_by', shift.openedBy],
  ['closed_at', shift.closed && toWire(shift.closed.at)],
  ['closed_by', shift.closed && shift.closed.by],
  ['clean', shift.closed && String(shift.closed.isClean)],
  ['reason', shift.closed && shift.closed.reason],
]

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
const csvOf = (lines: readonly Cells[]): string =>
  `\u{feff}${lines.map((line) => `${line.map((value) => csvCell(value)).join(',')}\r\n`).join('')}`

/** An answer that is a file. @param name of letters, digits and `-` only */
export const csvReply = (name: string, lines: readonly Cells[]) =>
  ({
    status: 200,
    media: { type: 'text/csv; charset=utf-8', content: csvOf(lines) },
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
  }) as const
