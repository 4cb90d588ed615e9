import { useOpening } from '../gateway/opening.ts'
import { useWords } from '../words/language.ts'
import { modeWords } from '../words/mode.ts'
import style from './practice-banner.module.css'

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
