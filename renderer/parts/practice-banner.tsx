import { useOpening } from '../gateway/health.ts'
import { useWords } from '../words/language.ts'
import { modeWords } from '../words/mode.ts'
import { shellWords } from '../words/shell.ts'
import style from './practice-banner.module.css'

/** On every screen of practice mode and of the sandbox: people must not believe that these documents are real ones. */
export function PracticeBanner() {
  const say = useWords(shellWords)
  const sayMode = useWords(modeWords)
  const mode = useOpening().data?.mode
  if (mode !== 'practice' && mode !== 'sandbox') return null
  return (
    <p className={style['banner']} data-mode={mode}>
      <strong>{mode === 'practice' ? say('practice') : sayMode('in_sandbox')}</strong>
    </p>
  )
}

/** Practice, sandbox or production, in the status bar. */
export function ModeMark() {
  const say = useWords(modeWords)
  const mode = useOpening().data?.mode ?? null
  if (mode === null) return null
  return (
    <strong className={style['mark']} data-mode={mode}>
      {say(mode)}
    </strong>
  )
}
