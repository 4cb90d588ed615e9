import { PasswordInput, type PasswordInputProps, UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { leastPinDigitsOf } from '../../shared/domain/pin.ts'
import { useWords } from '../words/language.ts'
import { newPinWords } from '../words/new-pin.ts'
import style from './pin.module.css'

export const shortestPin = 4
const longestPin = 12

/** A PIN has digits only. Other characters are dropped. */
const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, longestPin)

interface PinFieldProps extends Omit<PasswordInputProps, 'value' | 'onChange' | 'label'> {
  readonly label: string
  readonly value: string
  readonly 'data-autofocus'?: boolean
  onPin(pin: string): void
}

/** A hidden field with a button that shows what was typed. */
export const SecretField = (props: PasswordInputProps) => {
  const say = useWords(newPinWords)
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': say('show') }}
      // Mantine marks its other fields, but not this one.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}

export const PinField = ({ onPin, ...props }: PinFieldProps) => (
  <SecretField inputMode="numeric" onChange={(event) => onPin(onlyDigits(event.currentTarget.value))} {...props} />
)

interface PinPadProps {
  /** In their order on the screen; the keys write into the one with the focus. */
  readonly fields: readonly PinFieldProps[]
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** A touch on a digit must not take the focus from the field, or the keyboard would stop working. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** PINs by touch or by keyboard. The keys stand as on a telephone; under several fields in two rows, which need less room. */
export function PinPad({ fields }: PinPadProps) {
  const say = useWords(newPinWords)
  const [focused, setFocused] = useState(0)
  const type = (change: (pin: string) => string) => {
    const field = fields[focused]
    field?.onPin(onlyDigits(change(field.value)))
  }
  const key = (name: string, change: (pin: string) => string, shown: ReactNode = name) => (
    <UnstyledButton
      key={name}
      type="button"
      className={style['key'] ?? ''}
      onMouseDown={keepFocus}
      onClick={() => type(change)}
      aria-label={name}
    >
      {shown}
    </UnstyledButton>
  )
  const digit = (name: string) => key(name, (pin) => pin + name)
  return (
    <>
      <div className={style['fields']}>
        {fields.map((field, at) => (
          <PinField key={field.label} {...field} onFocus={() => setFocused(at)} />
        ))}
      </div>
      <div className={style['pad']} role="group" aria-label={say('keypad')} data-flat={fields.length > 1 || undefined}>
        {digits.map(digit)}
        <span className={style['gap']} />
        {digit('0')}
        {key(say('delete'), (pin) => pin.slice(0, -1), <IconBackspace size={28} aria-hidden />)}
      </div>
    </>
  )
}

/** @param role as the gateway asks it: everyone but a cashier needs a longer one */
export function useNewPin(role: string) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const least = leastPinDigitsOf(role)
  return {
    pin,
    again,
    least,
    /** Long enough, and the same twice. */
    isWhole: pin.length >= least && pin.length <= longestPin && again === pin,
    setPin,
    setAgain,
  }
}

interface NewPinFieldsProps {
  readonly label: string
  readonly value: ReturnType<typeof useNewPin>
  /** Why the gateway refused the new PIN. */
  readonly error?: string | undefined
  /** The PIN there is, if it is asked for. */
  readonly present?: PinFieldProps
}

/** A new PIN, typed twice. */
export function NewPinFields({ label, value, error, present }: NewPinFieldsProps) {
  const { pin, again, least, setPin, setAgain } = value
  const say = useWords(newPinWords)
  const differ = again.length >= pin.length && again !== pin
  const fields = [
    ...(present ? [present] : []),
    { label, description: say('pin_hint', { count: least }), value: pin, error, onPin: setPin, required: true },
    {
      label: say('pin_again'),
      value: again,
      error: differ ? say('pins_differ') : null,
      onPin: setAgain,
      required: true,
    },
  ]
  return <PinPad fields={fields} />
}
