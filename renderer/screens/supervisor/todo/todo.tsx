import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { putAwayBulkRun, useLastBulkRun } from '../../../actions/run.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { Empty } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { BatchList } from './batch-list.tsx'
import { firstTodoView, placeFilterOf, recordFiltersOf } from './choice.ts'
import { OneByOne } from './one-by-one.tsx'
import { OpenDocuments } from './progress.tsx'
import { RefusedConsolidated } from './refused-consolidated.tsx'
import { useTodoRows } from './rows.ts'
import { TodoFilters } from './shift-choice.tsx'
import style from './todo.module.css'

/** Focuses the first button, so that Enter begins at once. If a person is using a field, the focus stays there. */
function focusUnlessBusy(button: HTMLButtonElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) button?.focus()
}

/** The documents that need a person: one by one, or many together. */
export function Todo() {
  const say = useWords(todoWords)
  const go = useNavigate()
  const inAddress = useSearch({ from: '/todo' })
  const { at, ...search } = inAddress
  const { show: shown = firstTodoView } = search
  const wanted = useMemo(() => recordFiltersOf(inAddress), [inAddress])
  const list = useTodoRows(wanted, useLastBulkRun())
  const { records, rows } = list
  const open = useCallbackRef((guid: string | null) => {
    putAwayBulkRun(at)
    void go({ to: '/todo', search: guid === null ? search : { ...search, at: guid } })
  })
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        <PageTitle>{say('title')}</PageTitle>
        <OpenDocuments chosen={placeFilterOf(search)} />
        {at === undefined && shown === firstTodoView && rows[0] && (
          <Button
            leftSection={<IconPlayerTrackNext size={20} aria-hidden />}
            ref={focusUnlessBusy}
            onClick={() => open(rows[0]?.record.SALE_GUID ?? null)}
          >
            {say('work_through')}
          </Button>
        )}
        {at === undefined && <TodoFilters />}
      </div>
      {at === undefined && <RefusedConsolidated />}
      {at !== undefined && records.isSuccess && <OneByOne guid={at} rows={rows} onGo={open} />}
      <BatchList
        key={JSON.stringify(search)}
        list={list}
        isShown={at === undefined}
        none={<Empty title={say('none')} next={say('none_next')} />}
      />
    </div>
  )
}
