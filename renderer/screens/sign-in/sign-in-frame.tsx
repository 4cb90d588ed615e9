import { SegmentedControl } from '@mantine/core'
import type { Language } from '../../../shared/words/words.ts'
import { useGatewayInfo } from '../../gateway/health.ts'
import { useSessionState } from '../../gateway/session.ts'
import { PracticeBanner } from '../../parts/practice-banner.tsx'
import { QueryState } from '../../parts/states.tsx'
import { changeLanguage, languageNames, useLanguage, useWords } from '../../words/language.ts'
import { shellWords } from '../../words/shell.ts'
import { FirstOwner } from './first-owner.tsx'
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
      onChange={(chosen) => changeLanguage(chosen as Language)}
      data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
    />
  )
}
