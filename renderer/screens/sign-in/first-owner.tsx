import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../gateway/api.ts'
import { useDesktop } from '../../gateway/desktop.ts'
import { setSignedIn } from '../../gateway/session.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { NewPinFields, useNewPin } from '../../parts/pin.tsx'
import { PageTitle } from '../../parts/section.tsx'
import { Refused } from '../../parts/states.tsx'
import { doorWords } from '../../words/door.ts'
import { currentLanguage, useWords } from '../../words/language.ts'
import style from './sign-in-frame.module.css'

/** The first start: the person with the set-up code becomes the owner (contract 1). */
export function FirstOwner() {
  const say = useWords(doorWords)
  const queries = useQueryClient()
  const desktop = useDesktop()
  const [typed, setTyped] = useState<string | null>(null)
  // The desktop knows the code. In a browser the person reads it where the gateway was started.
  const code = typed ?? desktop?.setupCode ?? ''
  const [name, setName] = useState('')
  const chosen = useNewPin()
  const begin = useMutation({
    mutationFn: () =>
      operator('setUp', {
        body: { code: code.trim(), name: name.trim(), pin: chosen.pin, language: currentLanguage() },
      }),
    onSuccess: async (session) => {
      window.location.hash = '#/settings/first-steps'
      setSignedIn(session)
      await queries.invalidateQueries({ queryKey: ['opening'] })
    },
  })
  const isWhole = code.trim() !== '' && name.trim() !== '' && chosen.isWhole
  const submit = () => {
    if (isWhole && !begin.isPending) begin.mutate()
  }
  return (
    <form className={style['card']} onSubmit={withPreventDefault(submit)}>
      <Stack gap="md">
        <PageTitle>{say('welcome')}</PageTitle>
        <Text>{say('welcome_text')}</Text>
        <TextInput
          label={say('code')}
          description={say('code_hint')}
          value={code}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          required
        />
        <TextInput
          label={say('name')}
          description={say('name_hint')}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          required
        />
        <NewPinFields label={say('pin')} value={chosen} />
        <Refused error={begin.error} />
        <Button type="submit" size="lg" disabled={!isWhole} loading={begin.isPending}>
          {say('begin')}
        </Button>
      </Stack>
    </form>
  )
}
