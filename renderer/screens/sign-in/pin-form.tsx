import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { preventing } from '../../parts/forms.ts'
import { longestPin, onlyDigits, shortestPin } from '../../parts/pin.tsx'
import { PageTitle } from '../../parts/section.tsx'
import { useSentence } from '../../parts/states.tsx'
import { doorWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'
import style from './door.module.css'

interface PinFormProps {
  readonly name: string
  /** Asks the gateway whether the PIN is right. */
  enter(pin: string): Promise<unknown>
  somebodyElse(): void
}

/** The PIN of one person; a wrong one is gone from the screen at once. */
export function PinForm({ name, enter, somebodyElse }: PinFormProps) {
  const say = useWords(doorWords)
  const sentenceOf = useSentence()
  const [pin, setPin] = useState('')
  const entering = useMutation({ mutationFn: enter, onError: () => setPin('') })
  const submit = () => {
    if (pin.length >= shortestPin && !entering.isPending) entering.mutate(pin)
  }
  return (
    <form onSubmit={preventing(submit)}>
      <Stack gap="md">
        <PageTitle>{say('pin_of', { name })}</PageTitle>
        <PinPad
          label={say('pin')}
          pin={pin}
          error={entering.isError ? sentenceOf(entering.error) : null}
          onChange={setPin}
        />
        <Button type="submit" size="lg" fullWidth loading={entering.isPending} disabled={pin.length < shortestPin}>
          {say('sign_in')}
        </Button>
        <Button variant="subtle" onClick={somebodyElse}>
          {say('who_else')}
        </Button>
      </Stack>
    </form>
  )
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface PinPadProps {
  readonly label: string
  readonly pin: string
  readonly error: string | null
  onChange(pin: string): void
}

/** A PIN by touch or by keyboard; only digits come through. */
function PinPad({ label, pin, error, onChange }: PinPadProps) {
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
