import { TextInput, type TextInputProps } from '@mantine/core'
import { Day } from './day.tsx'
import style from './day-field.module.css'

interface DayFieldProps extends Pick<TextInputProps, 'label' | 'aria-label' | 'description' | 'error'> {
  /** `2026-10-31`, of a month `2026-10`; empty where none is chosen. */
  readonly value: string
  onPick(value: string): void
  readonly isMonth?: boolean
}

/** A day of the calendar to choose, written in the language of the screens. */
export const DayField = ({ value, onPick, isMonth = false, description, ...props }: DayFieldProps) => (
  <TextInput
    {...props}
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    type={isMonth ? 'month' : 'date'}
    value={value}
    onChange={({ currentTarget }) => onPick(currentTarget.value)}
    inputContainer={(input) => (
      <div className={style['field']}>
        {input}
        {value !== '' && (
          <span className={style['shown']} aria-hidden>
            <Day value={value} />
          </span>
        )}
      </div>
    )}
  />
)
