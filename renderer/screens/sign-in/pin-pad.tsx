import { TextInput, UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { longestPin, onlyDigits } from '../../parts/pin.ts'
import { doorWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'
import style from './door.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface PinPadProps {
  readonly label: string
  readonly pin: string
  readonly error: string | null
  onChange(pin: string): void
}

/** A PIN by touch or by keyboard; only digits come through. */
export function PinPad({ label, pin, error, onChange }: PinPadProps) {
  const say = useWords(doorWords)
  const press = (digit: string) => onChange((pin + digit).slice(0, longestPin))
  return (
    <>
      <TextInput
        type="password"
        label={label}
        description={say('pin_hint')}
        size="lg"
        value={pin}
        error={error}
        onChange={(event) => onChange(onlyDigits(event.currentTarget.value))}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
      />
      <div className={style['pad']}>
        {digits.map((digit) => (
          <UnstyledButton key={digit} type="button" className={style['key']} onClick={() => press(digit)}>
            {digit}
          </UnstyledButton>
        ))}
        <span />
        <UnstyledButton type="button" className={style['key']} onClick={() => press('0')}>
          0
        </UnstyledButton>
        <UnstyledButton
          type="button"
          className={style['key']}
          onClick={() => onChange(pin.slice(0, -1))}
          aria-label={say('delete')}
        >
          <IconBackspace size={28} aria-hidden />
        </UnstyledButton>
      </div>
    </>
  )
}
