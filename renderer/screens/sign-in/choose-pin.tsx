import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { withPreventDefault } from '../../parts/forms.ts'
import { NewPinFields, useNewPin } from '../../parts/pin.tsx'
import { PageTitle } from '../../parts/section.tsx'
import { Refused } from '../../parts/states.tsx'
import { doorWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'

interface ChoosePinProps {
  readonly name: string
  /** Asks the gateway to set this PIN. */
  choose(code: string, pin: string): Promise<unknown>
  somebodyElse(): void
}

/** A person with a one-time code chooses a PIN. */
export function ChoosePin({ name, choose, somebodyElse }: ChoosePinProps) {
  const say = useWords(doorWords)
  const [code, setCode] = useState('')
  const chosen = useNewPin()
  const choosing = useMutation({ mutationFn: () => choose(code.trim(), chosen.pin) })
  const isWhole = code.trim() !== '' && chosen.isWhole
  const submit = () => {
    if (isWhole && !choosing.isPending) choosing.mutate()
  }
  return (
    <form onSubmit={withPreventDefault(submit)}>
      <Stack gap="md">
        <PageTitle>{say('choose_pin_of', { name })}</PageTitle>
        <Text>{say('choose_pin_text')}</Text>
        <TextInput
          label={say('one_time_code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        <NewPinFields label={say('own_pin')} value={chosen} />
        <Refused error={choosing.error} />
        <Button type="submit" size="lg" fullWidth loading={choosing.isPending} disabled={!isWhole}>
          {say('choose_and_sign_in')}
        </Button>
        <Button variant="subtle" onClick={somebodyElse}>
          {say('who_else')}
        </Button>
      </Stack>
    </form>
  )
}
