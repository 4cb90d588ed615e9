import { IconArrowBackUp } from '@tabler/icons-react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { Secondary } from './secondary.tsx'

/** The way back. @param onBack absent for the screen before */
export function BackButton({ onBack = () => window.history.back() }: { onBack?(): void }) {
  const say = useWords(shellWords)
  return (
    <Secondary icon={IconArrowBackUp} onClick={onBack}>
      {say('back')}
    </Secondary>
  )
}
