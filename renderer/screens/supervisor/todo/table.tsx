import { useMediaQuery } from '@mantine/hooks'
import {
  createColumnHelper,
  type OnChangeFn,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { AmountCell, NextCell, ResultCell, SaleCell, SelectAll, SelectRow } from './cells.tsx'
import { useRowKeys } from './row-keys.ts'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, TodoRow>()

/** Eight rows fit the smallest till screen; a result may take three lines, and on a phone things stand below each other. */
const heights = { plain: 52, withResult: 66, phone: 160 } as const

interface TableProps {
  readonly rows: readonly TodoRow[]
  readonly selection: RowSelectionState
  readonly onSelect: OnChangeFn<RowSelectionState>
  /** Of the run whose results are shown, which come first; null where there is none. */
  readonly ranAt: number | null
  /** The last row came into sight. */
  onEnd(): void
}

/** The list: only the rows in sight are drawn, however many there are. */
export function Table({ rows, selection, onSelect, ranAt, onEnd }: TableProps) {
  const say = useWords(todoWords)
  const columns = useColumns()
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ record }) => record.SALE_GUID,
    state: { rowSelection: selection },
    onRowSelectionChange: onSelect,
  })
  const isPhone = useMediaQuery('(max-width: 752px)')
  const rowHeight = isPhone ? heights.phone : ranAt === null ? heights.plain : heights.withResult
  const frame = useRef<HTMLDivElement>(null)
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (at) => rows[at]?.record.SALE_GUID ?? at,
  })
  useEffect(() => lines.measure(), [lines, rowHeight])
  const keys = useRowKeys(rows.length, (at) => lines.scrollToIndex(at))
  const shown = lines.getVirtualItems()
  const isAtEnd = (shown.at(-1)?.index ?? -1) >= rows.length - 1
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  useEffect(() => {
    if (ranAt !== null) frame.current?.scrollTo(0, 0)
  }, [ranAt])
  const models = table.getRowModel().rows
  return (
    <div
      className={style['table']}
      role="grid"
      tabIndex={-1}
      aria-label={say('title')}
      aria-rowcount={rows.length + 1}
      data-results={ranAt !== null || undefined}
      onKeyDown={keys.onKeyDown}
    >
      <div role="rowgroup" className={style['head']}>
        {table.getHeaderGroups().map((group) => (
          <div role="row" key={group.id} className={style['row']} aria-rowindex={1}>
            {group.headers.map((header) => (
              // Its name is what is drawn in it.
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label
              <div role="columnheader" key={header.id} className={style[header.column.id]}>
                <table.FlexRender header={header} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div ref={frame} role="presentation" className={style['frame']}>
        <div
          role="rowgroup"
          className={style['body']}
          ref={(body) => {
            if (body) body.style.height = `${lines.getTotalSize()}px`
          }}
        >
          {shown.map(({ index, key, start }) => {
            const row = models[index]
            return (
              row && (
                <div
                  role="row"
                  key={key}
                  className={style['row']}
                  aria-rowindex={index + 2}
                  data-row={index}
                  data-guid={row.id}
                  data-selected={row.getIsSelected() || undefined}
                  data-current={index === keys.current || undefined}
                  style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                  onFocus={() => keys.setCurrent(index)}
                >
                  {row.getAllCells().map((cell) => (
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                    <div role="gridcell" key={cell.id} className={style[cell.column.id]}>
                      <table.FlexRender cell={cell} />
                    </div>
                  ))}
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function useColumns() {
  const say = useWords(todoWords)
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'select',
          header: ({ table }) => <SelectAll rows={table.getRowModel().rows} onSelect={table.setRowSelection} />,
          cell: ({ row }) => <SelectRow row={row} />,
        }),
        column.display({
          id: 'status',
          header: say('status'),
          cell: ({ row }) => <StatusMark record={row.original.record} />,
        }),
        column.display({ id: 'sale', header: say('sale'), cell: ({ row }) => <SaleCell {...row.original} /> }),
        column.display({ id: 'next', header: say('next'), cell: ({ row }) => <NextCell {...row.original} /> }),
        column.display({ id: 'amount', header: say('amount'), cell: ({ row }) => <AmountCell {...row.original} /> }),
        column.display({ id: 'result', header: say('result'), cell: ({ row }) => <ResultCell {...row.original} /> }),
      ]),
    [say],
  )
}
