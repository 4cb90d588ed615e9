import { type RecordCounts, useRecordCounts, useRecords } from '../../../gateway/records.ts'
import { Count } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { statusWords } from '../../../words/status.ts'
import style from './sales.module.css'
import {
  filtersOf,
  filtersWithoutStatus,
  type StatusChoice,
  statusChoices,
  useSalesSearch,
  useSetFilters,
} from './wanted.ts'

const all = 'all'

const countOf = (counts: RecordCounts, choice: StatusChoice): number =>
  counts[choice] - (choice === 'InProgress' ? counts.in_doubt : 0)

/** The filter by status, with the number of documents. A status without documents is not shown. */
export function StatusFilter() {
  const say = useWords(salesWords)
  const sayStatus = useWords(statusWords)
  const change = useSetFilters()
  const search = useSalesSearch()
  const chosen = search.status ?? all
  // Asked after the rows, because a person waits for the rows.
  const { isPending } = useRecords(filtersOf(search))
  const counts = useRecordCounts(filtersWithoutStatus(search), !isPending)
  const shown = statusChoices.filter(
    (choice) => choice === chosen || (counts !== undefined && countOf(counts, choice) > 0),
  )
  return (
    <div role="radiogroup" aria-label={say('status')} className={style['kinds']}>
      {([all, ...shown] as const).map((choice) => (
        <label key={choice} className={style['kind']}>
          <input
            type="radio"
            name="kind"
            value={choice}
            checked={choice === chosen}
            onChange={() => change({ status: choice === all ? undefined : choice })}
          />
          <span>{choice === all ? say('all') : sayStatus(choice)}</span>
          {counts && (
            <span className={style['count']}>
              <Count value={choice === all ? counts.all : countOf(counts, choice)} />
            </span>
          )}
        </label>
      ))}
    </div>
  )
}
