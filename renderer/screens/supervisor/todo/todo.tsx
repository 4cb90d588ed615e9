import { Button, Select } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconBan, IconPlayerTrackNext } from '@tabler/icons-react'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { putAwayBulkRun, useLastBulkRun } from '../../../actions/run.ts'
import { useRefusedConsolidated } from '../../../gateway/consolidation.ts'
import { useMay } from '../../../gateway/session.ts'
import { unclosedShiftCodes, useTills } from '../../../gateway/shifts.ts'
import { allPlacesValue, parsePlaceValue, placeSelectValue } from '../../../parts/place-value.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { Empty, Notice } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { BatchList } from './batch-list.tsx'
import {
  firstTodoView,
  placeFilterFields,
  placeFilterOf,
  recordFiltersOf,
  type TodoSearch,
  todoViews,
} from './choice.ts'
import { OneByOne } from './one-by-one.tsx'
import { useTodoRows } from './rows.ts'
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
  const { at, after, ...search } = inAddress
  const { show: shown = firstTodoView } = search
  const wanted = useMemo(() => recordFiltersOf(inAddress), [inAddress])
  const list = useTodoRows(wanted, useLastBulkRun())
  const { records, rows } = list
  const open = useCallbackRef((guid: string | null) => {
    putAwayBulkRun(at)
    void go({ to: '/todo', search: guid === null ? search : { ...search, at: guid } })
  })
  if (after !== undefined && records.isSuccess && !records.isFetching) {
    const next = rows.find(({ record }) => record.ISSUED_AT <= after) ?? rows[0]
    return <Navigate to="/todo" search={next ? { ...search, at: next.record.SALE_GUID } : search} replace />
  }
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        <PageTitle>{say('title')}</PageTitle>
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

/** Consolidated documents that MyInvois refused. They are made again, not closed. */
function RefusedConsolidated() {
  const say = useWords(todoWords)
  const go = useNavigate()
  const mayRun = useMay('void')
  const refused = useRefusedConsolidated()
  if (!mayRun) return null
  return refused.map((each) => {
    const till = `${each.OUTLET_NAME} · ${each.TERMINAL_NAME}`
    return (
      <Notice
        key={each.SALE_GUID}
        className={style['notice'] ?? ''}
        tone="bad"
        role="status"
        icon={<IconBan aria-hidden />}
        title={say('refused_consolidated', { code: each.SALE_CODE, till, count: each.receipts })}
      >
        <div className={style['noticeActs']}>
          <Secondary onClick={() => void go({ to: '/sales/$guid', params: { guid: each.SALE_GUID } })}>
            {say('refused_why')}
          </Secondary>
          <Button onClick={() => void go({ to: '/consolidation' })}>{say('consolidate_anew')}</Button>
        </div>
      </Notice>
    )
  })
}

/** The filters of the list: outlet, till or shift that is not closed, and what the list shows. */
function TodoFilters() {
  const say = useWords(todoWords)
  const go = useNavigate()
  const search = useSearch({ from: '/todo' })
  const { show: shown = firstTodoView } = search
  const chosen = placeFilterOf(search)
  const choose = (next: TodoSearch) => void go({ to: '/todo', search: next, replace: true })
  const { data: tills = [] } = useTills()
  const hasCompanies = new Set(tills.map(({ company }) => company)).size > 1
  const place = placeSelectValue(placeFilterFields.map((field) => chosen[field]))
  const found = tills.flatMap((till) => {
    const names = [till.company, till.outlet, till.terminal]
    const shifts = unclosedShiftCodes(till).map((code) => placeSelectValue([...names, code]))
    return [...names.map((_, at) => placeSelectValue(names.slice(0, at + 1))).slice(hasCompanies ? 0 : 1), ...shifts]
  })
  const label = (value: string) =>
    parsePlaceValue(value)
      .slice(hasCompanies ? 0 : 1)
      .join(' · ')
  return (
    <div className={style['choices']}>
      <Select
        aria-label={say('SHIFT_CODE')}
        className={style['choice'] ?? ''}
        rightSectionWidth={34}
        data={[
          { value: allPlacesValue, label: say('any_shift') },
          ...[...new Set([...found, place])]
            .filter((each) => each !== allPlacesValue)
            .toSorted()
            .map((each) => ({ value: each, label: label(each) })),
        ]}
        value={place}
        onChange={(picked) => {
          choose({
            ...Object.fromEntries(
              parsePlaceValue(picked).map((name, at) => [placeFilterFields[at] ?? '', name] as const),
            ),
            show: shown,
          })
        }}
      />
      <Select
        aria-label={say('show')}
        className={style['show'] ?? ''}
        rightSectionWidth={34}
        data={todoViews.map((view) => ({ value: view, label: say(view) }))}
        value={shown}
        onChange={(view) => choose({ ...chosen, show: view ?? shown })}
      />
    </div>
  )
}
