import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { Secondary } from './secondary.tsx'

/** What Escape belongs to first, or what may hold text that was typed. */
const closedFirst = '[role=dialog], [role=menu], [role=listbox], main form'

/** The way back, also by Escape. @param onBack absent for the screen before */
export function BackButton({ onBack = () => window.history.back() }: { onBack?(): void }) {
  const say = useWords(shellWords)
  // Before what is open hears the key and is gone.
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && !document.querySelector(closedFirst) && onBack()
  useWindowEvent('keydown', onKey, { capture: true })
  return (
    <Secondary icon={IconArrowBackUp} onClick={onBack}>
      {say('back')}
    </Secondary>
  )
}
