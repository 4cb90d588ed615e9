import { PasswordInput, type PasswordInputProps, UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useWords } from '../words/language.ts'
import { newPinWords } from '../words/new-pin.ts'
import style from './pin.module.css'

export const shortestPin = 4
const longestPin = 12

/** A PIN has digits only. Other characters are dropped. */
const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, longestPin)

interface PinFieldProps extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  readonly value: string
  onPin(pin: string): void
}

/** A hidden field with a button that shows what was typed. */
export const SecretField = (props: PasswordInputProps) => {
  const say = useWords(newPinWords)
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': say('show') }} {...props} />
}

export const PinField = ({ onPin, ...props }: PinFieldProps) => (
  <SecretField
    inputMode="numeric"
    autoComplete="off"
    onChange={(event) => onPin(onlyDigits(event.currentTarget.value))}
    {...props}
  />
)

interface PinPadProps extends PinFieldProps {
  /** For a dialog, which has less room. */
  readonly isFlat?: boolean
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** A touch on a digit must not take the focus from the field, or the keyboard would stop working. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** A PIN by touch or by keyboard. */
export function PinPad({ isFlat = false, ...props }: PinPadProps) {
  const say = useWords(newPinWords)
  const { value, onPin } = props
  const press = (digit: string) => onPin(onlyDigits(value + digit))
  const key = (digit: string) => (
    <UnstyledButton
      key={digit}
      type="button"
      className={style['key'] ?? ''}
      onMouseDown={keepFocus}
      onClick={() => press(digit)}
    >
      {digit}
    </UnstyledButton>
  )
  return (
    <>
      <PinField {...props} />
      <div className={style['pad']} role="group" aria-label={say('keypad')} data-flat={isFlat || undefined}>
        {digits.map(key)}
        <span className={style['gap']} />
        {key('0')}
        <UnstyledButton
          type="button"
          className={style['key'] ?? ''}
          onMouseDown={keepFocus}
          onClick={() => onPin(value.slice(0, -1))}
          aria-label={say('delete')}
        >
          <IconBackspace size={28} aria-hidden />
        </UnstyledButton>
      </div>
    </>
  )
}

export function useNewPin() {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  return {
    pin,
    again,
    /** Long enough, and the same twice. */
    isWhole: pin.length >= shortestPin && pin.length <= longestPin && again === pin,
    setPin,
    setAgain,
  }
}

interface NewPinFieldsProps {
  readonly label: string
  readonly value: ReturnType<typeof useNewPin>
}

/** A new PIN, typed twice. */
export function NewPinFields({ label, value: { pin, again, setPin, setAgain } }: NewPinFieldsProps) {
  const say = useWords(newPinWords)
  const differ = again.length >= pin.length && again !== pin
  return (
    <>
      <PinField label={label} description={say('pin_hint')} value={pin} onPin={setPin} required />
      <PinField
        label={say('pin_again')}
        value={again}
        error={differ ? say('pins_differ') : null}
        onPin={setAgain}
        required
      />
    </>
  )
}
