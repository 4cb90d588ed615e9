import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../words/language.ts'
import { newPinWords } from '../words/new-pin.ts'

export const shortestPin = 6
export const longestPin = 12

/** A PIN has digits only; all else that is typed is left out. */
export const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, longestPin)

interface PinFieldProps extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  readonly value: string
  onPin(pin: string): void
}

/** A PIN that is typed in a form. */
export const PinField = ({ onPin, ...props }: PinFieldProps) => (
  <PasswordInput
    inputMode="numeric"
    autoComplete="off"
    onChange={(event) => onPin(onlyDigits(event.currentTarget.value))}
    {...props}
  />
)

export function useNewPin() {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  return {
    pin,
    again,
    /** Long enough, and typed twice alike. */
    isWhole: pin.length >= shortestPin && pin.length <= longestPin && again === pin,
    setPin,
    setAgain,
  }
}

interface NewPinFieldsProps {
  readonly label: string
  readonly value: ReturnType<typeof useNewPin>
}

/** A PIN that a person chooses, typed twice. */
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
