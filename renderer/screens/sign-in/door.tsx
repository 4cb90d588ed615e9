import { useOpening } from '../../gateway/opening.ts'
import { useSessionState } from '../../gateway/session.ts'
import { LanguageChoice } from '../../parts/language-choice.tsx'
import { LightChoice } from '../../parts/light-choice.tsx'
import { PracticeBanner } from '../../parts/practice-banner.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import style from './door.module.css'
import { FirstOwner } from './first-owner.tsx'
import { SignIn } from './sign-in.tsx'
import { Unlock } from './unlock.tsx'

/** What a screen shows while nobody is signed in. */
export function Door() {
  return (
    <div className={style['door']}>
      <header>
        <PracticeBanner />
        <div className={style['top']}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <strong>Resit</strong>
          <div className={style['choices']}>
            <LanguageChoice />
            <LightChoice />
          </div>
        </div>
      </header>
      <main className={style['main']}>
        <Entrance />
      </main>
    </div>
  )
}

function Entrance() {
  const opening = useOpening()
  const { session, isLocked } = useSessionState()
  if (opening.isPending) return <Loading />
  if (opening.isLoadingError) return <Failed error={opening.error} retry={() => void opening.refetch()} />
  if (session !== null && isLocked) return <Unlock session={session} />
  return opening.data.needed ? <FirstOwner /> : <SignIn />
}
