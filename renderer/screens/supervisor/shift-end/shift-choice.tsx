import { Select } from '@mantine/core'
import type { ListedShift } from '../../../gateway/shifts.ts'
import { useWords } from '../../../words/language.ts'
import { shiftEndWords } from '../../../words/shift-end.ts'
import { choose, namesAt, type Place, places, type ShiftEndSearch, type Shown, shownChoices } from './choice.ts'
import style from './shift-end.module.css'

interface ShiftChoiceProps {
  readonly shifts: readonly ListedShift[]
  readonly chosen: Readonly<Partial<Record<Place, string>>>
  readonly shown: Shown
  onChoose(search: ShiftEndSearch): void
}

/** No name of a place can have a line break in it. */
const any = '\n'

/** Company, outlet, till and shift from what there is, and what of them is shown. */
export function ShiftChoice({ shifts, chosen, shown, onChoose }: ShiftChoiceProps) {
  const say = useWords(shiftEndWords)
  const hasCompanies = namesAt(shifts, 'company', {}).length > 1
  return (
    <div className={style['choices']}>
      {places
        .filter((place) => place !== 'company' || hasCompanies)
        .map((place) => (
          <Select
            key={place}
            label={say(place)}
            className={style['choice'] ?? ''}
            allowDeselect={false}
            data={[
              { value: any, label: say('any') },
              ...namesAt(shifts, place, chosen).map((name) => ({ value: name, label: name })),
            ]}
            value={chosen[place] ?? any}
            onChange={(name) =>
              onChoose({ ...choose(chosen, place, name === any ? null : name), show: shown, picked: true })
            }
          />
        ))}
      <Select
        label={say('show')}
        className={style['show'] ?? ''}
        maxDropdownHeight={440}
        allowDeselect={false}
        data={shownChoices.map((value) => ({ value, label: say(value) }))}
        value={shown}
        onChange={(value) => onChoose({ ...chosen, show: value ?? shown, picked: true })}
      />
    </div>
  )
}
