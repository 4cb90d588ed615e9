import { useSetup } from '../gateway/health.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './practice-banner.module.css'

/** On every screen of practice mode and of the sandbox, so that these documents are not taken for real ones. */
export function PracticeBanner() {
  const say = useWords(shellWords)
  const mode = useSetup().data?.mode
  if (mode !== 'practice' && mode !== 'sandbox') return null
  return (
    <p className={style['banner']} data-mode={mode}>
      <strong>{say(mode)}</strong>
    </p>
  )
}
