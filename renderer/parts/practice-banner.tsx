import { useOpening } from '../gateway/opening.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './practice-banner.module.css'

/** On every screen of practice mode: nobody must believe that these documents reached the authority. */
export function PracticeBanner() {
  const say = useWords(shellWords)
  const opening = useOpening()
  if (opening.data?.authority !== 'practice') return null
  return (
    <p className={style['banner']} data-practice>
      <strong>{say('practice')}</strong>
    </p>
  )
}
