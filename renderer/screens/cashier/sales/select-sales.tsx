import { useLastBulkRun } from '../../../actions/run.ts'
import { BatchList } from '../../supervisor/todo/batch-list.tsx'
import { useTodoRows } from '../../supervisor/todo/rows.ts'
import todo from '../../supervisor/todo/todo.module.css'
import { NoneFound } from './found.tsx'
import { filtersOf, useSalesSearch } from './wanted.ts'

/** The sales found, to be selected and acted on together as in the list To do. */
export function SelectSales() {
  const wanted = filtersOf(useSalesSearch())
  const run = useLastBulkRun()
  const list = useTodoRows(wanted, run?.isOver ? null : run, true)
  return (
    <div className={todo['screen']}>
      <BatchList key={JSON.stringify(wanted)} list={list} none={<NoneFound />} />
    </div>
  )
}
