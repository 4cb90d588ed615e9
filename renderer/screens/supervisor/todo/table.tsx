import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { endingActOf } from '../../../actions/outcome.ts'
import { SignedTotal } from '../../../parts/figures.tsx'
import { useVirtualRows } from '../../../parts/rows.ts'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { BuyerAndReasonCell, ResultCell, SaleCell, SelectBox } from './cells.tsx'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

const cells = {
  status: StatusMark,
  sale: SaleCell,
  next: BuyerAndReasonCell,
  amount: SignedTotal,
  result: ResultCell,
} as const
const columns = ['status', 'sale', 'next', 'amount', 'result'] as const

/** A reason or a result may take three lines. On a phone the cells stand below each other. */
const [rowHeight, rowHeightOnPhone] = [84, 172]

/** The SALE_GUIDs of the selected rows. */
export type SelectedGuids = ReadonlySet<string>

interface TableProps {
  readonly rows: readonly TodoRow[]
  readonly selection: SelectedGuids
  onSelect(selection: SelectedGuids): void
  /** When the run began whose results are shown; null if there is none. */
  readonly ranAt: number | null
  /** Called when the last row comes into sight. */
  onEnd(): void
}

const guidsOf = (rows: readonly TodoRow[]) => rows.map(({ record }) => record.SALE_GUID)

export function TodoTable({ rows, selection, onSelect, ranAt, onEnd }: TableProps) {
  const say = useWords(todoWords)
  const isPhone = useMediaQuery('(max-width: 752px)')
  const hasResults = rows.some(({ outcome }) => outcome !== null)
  const height = isPhone ? rowHeightOnPhone : rowHeight
  const frame = useRef<HTMLDivElement>(null)
  const { fit, shown, onKeyDown } = useVirtualRows({
    frame,
    items: rows,
    heightOf: () => height,
    control: 'input',
    onEnd,
  })
  useEffect(() => {
    if (ranAt !== null) frame.current?.scrollTo(0, 0)
  }, [ranAt])
  const able: SelectedGuids = new Set(guidsOf(rows.filter(({ record }) => endingActOf(record) !== null)))
  const selected = [...able].filter((guid) => selection.has(guid))
  const isAll = able.size > 0 && selected.length === able.size
  const last = useRef(0)
  const toggle = (at: number, isRange: boolean) => {
    const places = isRange ? [at, last.current] : [at]
    last.current = at
    const guids = guidsOf(rows.slice(Math.min(...places), Math.max(...places) + 1))
    const isSelected = selection.has(rows[at]?.record.SALE_GUID ?? '')
    const others = [...selection].filter((guid) => !guids.includes(guid))
    onSelect(new Set(isSelected ? others : [...others, ...guids]))
  }
  return (
    <div
      className={style['table']}
      role="grid"
      tabIndex={-1}
      aria-label={say('title')}
      aria-rowcount={rows.length + 1}
      data-results={hasResults || undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={style['head']}>
        <div role="row" className={style['row']} aria-rowindex={1}>
          <div role="columnheader" className={style['select']}>
            <SelectBox
              label={say('select_all')}
              isSelected={isAll}
              isMixed={!isAll && selected.length > 0}
              isDisabled={able.size === 0}
              onToggle={() => onSelect(isAll ? new Set() : able)}
            />
            <span className={style['all']}>{say('select_all')}</span>
          </div>
          {columns.map((column) => (
            <div role="columnheader" key={column} className={style[column]}>
              {say(column)}
            </div>
          ))}
        </div>
      </div>
      <div ref={frame} role="presentation" className={style['frame']}>
        <div role="rowgroup" className={style['body']} ref={fit}>
          {shown.map(({ item, at, key, style: place }) => {
            const { SALE_GUID: guid, SALE_CODE: code } = item.record
            return (
              <div
                role="row"
                key={key}
                className={style['row']}
                aria-rowindex={at + 2}
                data-row={at}
                data-guid={guid}
                data-selected={selection.has(guid) || undefined}
                style={place}
                // All of the row ticks it; Enter, and in To do the name of a sale, opens it.
                onClickCapture={(event) => {
                  if (event.detail === 0 || (event.target as Element).closest('label, [data-opens]')) return
                  event.preventDefault()
                  toggle(at, event.shiftKey)
                }}
              >
                <div role="gridcell" className={style['select']}>
                  <SelectBox
                    label={say('select_row', { code })}
                    isSelected={selection.has(guid)}
                    onToggle={(isRange) => toggle(at, isRange)}
                  />
                </div>
                {columns.map((column) => {
                  const Cell = cells[column]
                  return (
                    <div role="gridcell" key={column} className={style[column]}>
                      <Cell {...item} />
                    </div>
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
