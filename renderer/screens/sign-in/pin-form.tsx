import { Button, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shortestPin } from '../../parts/pin.ts'
import { preventing } from '../../parts/preventing.ts'
import { useSentence } from '../../parts/states.tsx'
import { doorWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'
import { PinPad } from './pin-pad.tsx'

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
        <Title order={1} size="h2">
          {say('pin_of', { name })}
        </Title>
        <PinPad
          label={say('pin')}
          pin={pin}
          error={entering.isError ? sentenceOf(entering.error) : null}
          onChange={setPin}
        />
        <Button type="submit" size="lg" fullWidth loading={entering.isPending} disabled={pin.length < shortestPin}>
          {say('sign_in')}
        </Button>
        <Button variant="subtle" size="md" onClick={somebodyElse}>
          {say('who_else')}
        </Button>
      </Stack>
    </form>
  )
}
