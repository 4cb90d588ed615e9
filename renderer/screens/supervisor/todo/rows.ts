import { useEffect, useMemo } from 'react'
import type { ActOutcome } from '../../../actions/outcome.ts'
import type { BulkRun, BulkRunRow } from '../../../actions/run.ts'
import { type ListedRecord, type RecordFilters, useRecords } from '../../../gateway/records.ts'
import { placeFilterFields } from './choice.ts'

export interface TodoRow extends ListedRecord {
  /** The result in the last run; null if the document was not in it. */
  readonly outcome: ActOutcome | null
}

/** The most that the gateway gives at once. A usual shift is one or two pages. */
const pageSize = 100
/** So many rows load without scrolling, so that a whole shift can be selected. */
const mostByThemselves = 2_000

/** The rows of the list, and those of the last run that failed, or all of them, although they left the list. */
export function useTodoRows(wanted: RecordFilters, run: BulkRun | null, keepsDone = false) {
  const records = useRecords(wanted, pageSize)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = records
  const listed = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const wantsMore = hasNextPage && !isFetchingNextPage && listed.length < mostByThemselves
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  // Done documents leave the list To do, and the summary counts them.
  const isKept = ({ record, outcome: { kind } }: BulkRunRow) =>
    (keepsDone || kind !== 'settled') && isFrom(record, wanted)
  return { records, rows: withRun(listed, run, isKept), run }
}

export type TodoList = ReturnType<typeof useTodoRows>

function withRun(listed: readonly ListedRecord[], run: BulkRun | null, isKept: (row: BulkRunRow) => boolean) {
  if (!run) return listed.map((row): TodoRow => ({ ...row, outcome: null }))
  const left = new Map(run.rows)
  const rows = listed.map((row): TodoRow => {
    const ran = left.get(row.record.SALE_GUID)
    left.delete(row.record.SALE_GUID)
    // The list may be older than the result of the run.
    return ran?.outcome.kind === 'settled' ? ran : { ...row, outcome: ran?.outcome ?? null }
  })
  return [...rows, ...[...left.values()].filter(isKept)].toSorted(
    (one, other) =>
      sortRankOf(one.outcome) - sortRankOf(other.outcome) || (one.record.ISSUED_AT < other.record.ISSUED_AT ? 1 : -1),
  )
}

const ranks = { denied: 0, unknown: 1, stopped: 2, running: 3, waiting: 3, settled: 4 } as const satisfies Record<
  ActOutcome['kind'],
  number
>
export const sortRankOf = (outcome: ActOutcome | null): number => (outcome === null ? 5 : ranks[outcome.kind])

const cell = { company: 'COMPANY_CODE', outlet: 'OUTLET_NAME', terminal: 'TERMINAL_NAME', shift: 'SHIFT_CODE' } as const

const isFrom = (record: ListedRecord['record'], wanted: RecordFilters): boolean =>
  placeFilterFields.every((place) => wanted[place] === undefined || wanted[place] === record[cell[place]])
