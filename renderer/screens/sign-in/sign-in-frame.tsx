import { SegmentedControl, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '../../../shared/words/words.ts'
import { operator } from '../../gateway/api.ts'
import { useDesktop } from '../../gateway/desktop.ts'
import { useGatewayInfo } from '../../gateway/health.ts'
import { setSignedIn, useSessionState } from '../../gateway/session.ts'
import { PracticeBanner } from '../../parts/practice-banner.tsx'
import { QueryState } from '../../parts/states.tsx'
import { signInWords } from '../../words/door.ts'
import { changeLanguage, currentLanguage, languageNames, useLanguage, useWords } from '../../words/language.ts'
import { shellWords } from '../../words/shell.ts'
import { ChoosePin } from './choose-pin.tsx'
import { SignIn, Unlock } from './sign-in.tsx'
import style from './sign-in-frame.module.css'

/** The screen while no one is signed in. */
export function SignInFrame() {
  return (
    <div className={style['door']}>
      <header>
        <PracticeBanner />
        <div className={style['top']}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <strong>Resit</strong>
          <LanguageChoice />
        </div>
      </header>
      <main className={style['main']}>
        <Entrance />
      </main>
    </div>
  )
}

function Entrance() {
  const opening = useGatewayInfo()
  const { session, isLocked } = useSessionState()
  if (!opening.data) return <QueryState query={opening} />
  if (session !== null && isLocked) return <Unlock session={session} />
  return opening.data.needed ? <FirstOwner /> : <SignIn />
}

function LanguageChoice() {
  const say = useWords(shellWords)
  const language = useLanguage()
  return (
    <SegmentedControl
      size="md"
      aria-label={say('language')}
      value={language}
      onChange={(chosen) => void changeLanguage(chosen as Language)}
      data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
    />
  )
}

/** The first start: the person with the set-up code becomes the owner (contract 1). */
function FirstOwner() {
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
        ofRole="owner"
        act={say('begin')}
        missing={name.trim() === '' && say('name')}
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
