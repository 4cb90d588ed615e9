import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../gateway/api.ts'
import { useDesktop } from '../../gateway/desktop.ts'
import { setSignedIn } from '../../gateway/session.ts'
import { signInWords } from '../../words/door.ts'
import { currentLanguage, useWords } from '../../words/language.ts'
import { ChoosePin } from './choose-pin.tsx'
import style from './sign-in-frame.module.css'

/** The first start: the person with the set-up code becomes the owner (contract 1). */
export function FirstOwner() {
  const say = useWords(signInWords)
  const queries = useQueryClient()
  const desktop = useDesktop()
  const [name, setName] = useState('')
  const begin = async (code: string, pin: string) => {
    const session = await operator('setUp', { body: { code, name: name.trim(), pin, language: currentLanguage() } })
    window.location.hash = '#/settings/first-steps'
    setSignedIn(session)
    await queries.invalidateQueries({ queryKey: ['opening'] })
  }
  return (
    <div className={style['card']}>
      <ChoosePin
        title={say('welcome')}
        text={say('welcome_text')}
        codeLabel={say('code')}
        codeHint={say('code_hint')}
        // In a browser the person reads it where the gateway was started.
        knownCode={desktop?.setupCode ?? undefined}
        pinLabel={say('pin')}
        act={say('begin')}
        areFieldsWhole={name.trim() !== ''}
        choose={begin}
      >
        <TextInput
          label={say('name')}
          description={say('name_hint')}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
      </ChoosePin>
    </div>
  )
}
