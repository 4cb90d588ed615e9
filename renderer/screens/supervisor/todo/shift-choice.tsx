import { Select } from '@mantine/core'
import type { ListedShift } from '../../../gateway/shifts.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import { choose, namesAt, type Place, places, type Shown, shownChoices, type TodoSearch } from './choice.ts'
import style from './todo.module.css'

interface ShiftChoiceProps {
  readonly shifts: readonly ListedShift[]
  readonly chosen: Readonly<Partial<Record<Place, string>>>
  readonly shown: Shown
  onChoose(search: TodoSearch): void
}

/** No name of a place can have a line break in it. */
const any = '\n'

/** Company, outlet, till and shift from what there is, and what of them is shown. */
export function ShiftChoice({ shifts, chosen, shown, onChoose }: ShiftChoiceProps) {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const hasCompanies = namesAt(shifts, 'company', {}).length > 1
  return (
    <div className={style['choices']}>
      {places
        .filter((place) => place !== 'company' || hasCompanies)
        .map((place) => (
          <Select
            key={place}
            aria-label={say(place)}
            className={style['choice'] ?? ''}
            rightSectionWidth={34}
            allowDeselect={false}
            data={[
              { value: any, label: say(`any_${place}`) },
              ...namesAt(shifts, place, chosen).map((name) => ({ value: name, label: name })),
            ]}
            value={chosen[place] ?? any}
            onChange={(name) => onChoose({ ...choose(chosen, place, name === any ? null : name), show: shown })}
          />
        ))}
      <Select
        aria-label={say('show')}
        className={style['show'] ?? ''}
        maxDropdownHeight={440}
        rightSectionWidth={34}
        allowDeselect={false}
        data={shownChoices.map((value) => ({
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
