import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import type { ShownShift } from '../../../gateway/shifts.ts'
import { csvOf } from '../../../parts/csv.ts'

type Line = Readonly<Record<string, unknown>>

/** A line for each object, in columns of these names. */
const csvIn = (columns: readonly string[], lines: readonly Line[]): string =>
  csvOf([columns, ...lines.map((line) => columns.map((column) => line[column]))])

const names = ['FAMILY', 'KIND', 'STATUS', 'SALE_CODE', 'DOCUMENT_NUMBER', 'CURRENCY_CODE', 'TOTAL_PAYABLE']
const figureNames = ['METHOD', 'count', 'amount', 'for_consolidation', 'in_doubt', 'blocker']
const endNames = ['VOIDED_AT', 'VOIDED_BY', 'replaced', 'STATE', 'BY', 'REASON', 'REQUESTED_AT', 'CANCELLED_AT']
const reportColumns = ['section', 'name', 'value', ...names, ...figureNames, ...endNames, 'SALE_GUID']

/** The report of a shift: a line for each figure and each document, in the names of the API. */
export function csvOfShift({ shift, report }: ShownShift): string {
  const { closed, ...opened } = shift
  const { code: journal_code, trusted: journal_trusted } = report.journal
  const ended = { closed_at: closed?.at, closed_by: closed?.by, clean: closed?.clean, reason: closed?.reason }
  const made = { made_at: report.at, documents: report.count, journal_code, journal_trusted }
  const facts = { ...opened, ...ended, ...made }
  const section = (name: string, lines: readonly Line[]) => lines.map((line) => ({ section: name, ...line }))
  return csvIn(reportColumns, [
    ...Object.entries(facts).map(([name, value]) => ({ section: 'shift', name, value })),
    ...section('total', report.totals),
    ...section('kind', report.by_kind),
    ...section('status', report.by_status),
    ...section('payment', report.by_payment),
    ...section('void', report.voids),
    ...section('cancellation', report.cancellations),
    ...section('remainder', report.remainders),
    ...section('in_doubt', report.in_doubt.documents),
    ...section('unsent', report.unsent.documents),
  ])
}

const thereColumns = ['AUTHORITY_UUID', 'DOCUMENT_NUMBER', 'STATUS', 'TOTAL_PAYABLE', 'received_at']

/** What differs, here and there, a line each. */
export function csvOfDifferences(differences: OperatorAnswer<'reconciliation'>['differences']): string {
  const columns = ['difference', ...names, 'SALE_GUID', ...thereColumns.map((name) => `there_${name}`)]
  const lines = differences.map(({ kind, here, there }) => ({
    difference: kind,
    ...here,
    ...Object.fromEntries(Object.entries(there ?? {}).map(([name, value]) => [`there_${name}`, value])),
  }))
  return csvIn(columns, lines)
}
