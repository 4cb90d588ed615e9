import type { ReactNode } from 'react'
import { useGatewayInfo } from '../gateway/health.ts'
import { useWords } from '../words/language.ts'
import { practiceWords } from '../words/rehearsal.ts'
import { shellWords } from '../words/shell.ts'
import style from './practice-banner.module.css'

const isWord = (kind: string): kind is keyof typeof practiceWords.en => kind in practiceWords.en

/**
 * On every screen of practice mode and of the sandbox, so that these documents are not taken for real ones. It says
 * which fault the practice authority has. @param children are shown in practice only
 */
export function PracticeBanner({ children }: { readonly children?: ReactNode }) {
  const say = useWords(shellWords)
  const sayRehearsed = useWords(practiceWords)
  const { mode, rehearsed = [] } = useGatewayInfo().data ?? {}
  if (mode !== 'practice' && mode !== 'sandbox') return null
  const faults = rehearsed.map((kind) => sayRehearsed(isWord(kind) ? kind : 'other'))
  return (
    <p className={style['banner']} data-mode={mode}>
      <strong>{faults.length === 0 ? say(mode) : sayRehearsed('on', { fault: faults.join(' · ') })}</strong>{' '}
      {mode === 'practice' && children}
    </p>
  )
}
