import { Select } from '@mantine/core'
import type { ListedShift } from '../../../gateway/shifts.ts'
import { allPlacesValue, parsePlaceValue, placeSelectValue } from '../../../parts/place-value.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import {
  type ChosenPlaceFilter,
  placeFilterFields,
  type TodoSearch,
  type TodoViewChoice,
  todoViewChoices,
} from './choice.ts'
import style from './todo.module.css'

interface ShiftChoiceProps {
  readonly shifts: readonly ListedShift[]
  readonly chosen: ChosenPlaceFilter
  readonly shown: TodoViewChoice
  onChoose(search: TodoSearch): void
}

/** The filters of the list: outlet, till or shift, and concern. */
export function TodoFilters({ shifts, chosen, shown, onChoose }: ShiftChoiceProps) {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const hasCompanies = new Set(shifts.map(({ company }) => company)).size > 1
  const found = shifts.flatMap((shift) => {
    const names = placeFilterFields.map((place) => shift[place])
    return names.map((_, at) => placeSelectValue(names.slice(0, at + 1))).slice(hasCompanies ? 0 : 1)
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
          ...[...new Set(found)].toSorted().map((value) => ({ value, label: label(value) })),
        ]}
        value={placeSelectValue(placeFilterFields.map((place) => chosen[place]))}
        onChange={(value) => {
          onChoose({
            ...Object.fromEntries(
              parsePlaceValue(value).map((name, at) => [placeFilterFields[at] ?? '', name] as const),
            ),
            show: shown,
          })
        }}
      />
      <Select
        aria-label={say('show')}
        className={style['show'] ?? ''}
        maxDropdownHeight={440}
        rightSectionWidth={34}
        data={todoViewChoices.map((value) => ({
          value,
          label:
            value in statusWords.en
              ? sayStatus(value as keyof typeof statusWords.en)
              : say(value as keyof typeof todoWords.en),
        }))}
        value={shown}
        onChange={(value) => onChoose({ ...chosen, show: value ?? shown })}
      />
    </div>
  )
}
