import { Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { unclosedShiftCodes, useTills } from '../../../gateway/shifts.ts'
import { allPlacesValue, parsePlaceValue, placeSelectValue } from '../../../parts/place-value.ts'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { firstTodoView, placeFilterFields, placeFilterOf, type TodoSearch, todoViews } from './choice.ts'
import style from './todo.module.css'

/** The filters of the list: outlet, till or shift that is not closed, and what the list shows. */
export function TodoFilters() {
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
