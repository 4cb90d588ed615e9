import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { copiedColumns, isIntact } from './row-hash.ts'
import { cellsOf, fixedColumns, livingColumns, namesOf, type RecordRow } from './rows.ts'

/** @param record what its events make of it */
export function ofRecord(row: RecordRow, record: RecordState | null): readonly JournalFinding[] {
  const differing = differences(row, record)
  return [
    ...(isIntact(row) ? [] : [finding('row_damaged', { record: row.seq })]),
    ...(differing.length > 0 ? [finding('row_differs', { record: row.seq, detail: differing.join(', ') })] : []),
  ]
}

/** @returns the columns that say something else than the record's events do */
function differences(row: RecordRow, record: RecordState | null): readonly string[] {
  if (!record) return ['events']
  const columns = [...fixedColumns, ...livingColumns]
  const cells = cellsOf(columns, record)
  return namesOf(columns).filter(
    (name, at) => !copiedColumns.includes(name) && (row[name] ?? null) !== (cells[at] ?? null),
  )
}
