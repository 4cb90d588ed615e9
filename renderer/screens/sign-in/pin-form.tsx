import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePinDigits } from '../../gateway/people.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { PinPad, shortestPin } from '../../parts/pin.tsx'
import { PageTitle } from '../../parts/section.tsx'
import { useErrorSentence } from '../../parts/states.tsx'
import { signInWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'

interface PinFormProps {
  readonly person: { readonly id: string; readonly name: string }
  /** Asks the gateway whether the PIN is right. */
  enter(pin: string): Promise<unknown>
  somebodyElse(): void
}

/** Asks for a person's PIN. It is checked with the last digit; a wrong one is cleared at once. */
export function PinEntryForm({ person: { id, name }, enter, somebodyElse }: PinFormProps) {
  const say = useWords(signInWords)
  const sentenceOf = useErrorSentence()
  const queries = useQueryClient()
  const digits = usePinDigits(id)
  const [pin, setPin] = useState('')
  const entering = useMutation({
    mutationFn: enter,
    onError: () => {
      setPin('')
      // The person may have a new PIN with more digits.
      void queries.invalidateQueries({ queryKey: ['people-names'] })
    },
  })
  const error = entering.isError ? sentenceOf(entering.error) : null
  const submit = (typed: string) => {
    if (typed.length >= shortestPin && !entering.isPending) entering.mutate(typed)
  }
  const type = (typed: string) => {
    if (entering.isPending) return
    setPin(typed)
    if (typed.length === digits && typed.length > pin.length) submit(typed)
  }
  return (
    <form onSubmit={withPreventDefault(() => submit(pin))}>
      <Stack gap="md">
        <PageTitle>{say('pin_of', { name })}</PageTitle>
        <PinPad fields={[{ label: say('pin'), size: 'lg', value: pin, error, onPin: type, autoFocus: true }]} />
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
