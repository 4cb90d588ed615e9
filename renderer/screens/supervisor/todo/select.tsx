import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { actOf } from '../../../acts/run.ts'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

interface Selectable {
  readonly id: string
  readonly original: TodoRow
  getIsSelected(): boolean
  getToggleSelectedHandler(): (event: unknown) => void
}

/** A row may be selected though nothing can be done with it: the preview says why. */
export function SelectRow({ row }: { readonly row: Selectable }) {
  const say = useWords(todoWords)
  return (
    <label className={style['target']}>
      <input
        type="checkbox"
        className={style['box']}
        aria-label={say('select_row', { code: row.original.record.SALE_CODE })}
        checked={row.getIsSelected()}
        // Of the click, which knows of the Shift key: with it a range is selected.
        onClick={row.getToggleSelectedHandler()}
        readOnly
      />
    </label>
  )
}

interface SelectAllProps {
  readonly rows: readonly Selectable[]
  readonly onSelect: OnChangeFn<RowSelectionState>
}

/** All that can be voided or cancelled now. */
export function SelectAll({ rows, onSelect }: SelectAllProps) {
  const say = useWords(todoWords)
  const able = rows.filter(({ original }) => actOf(original.record) !== null)
  const count = able.filter((row) => row.getIsSelected()).length
  const isAll = able.length > 0 && count === able.length
  return (
    <label className={style['target']}>
      <input
        type="checkbox"
        className={style['box']}
        aria-label={say('select_all')}
        checked={isAll}
        disabled={able.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        onChange={() => onSelect(isAll ? {} : selectionOf(able.map(({ id }) => id)))}
      />
    </label>
  )
}

export const selectionOf = (guids: readonly string[]): RowSelectionState =>
  Object.fromEntries(guids.map((guid) => [guid, true as const]))
