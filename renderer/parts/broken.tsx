import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { Empty } from './states.tsx'

/** A screen that failed while it was drawn takes nothing with it. */
export function Broken({ reset }: ErrorComponentProps) {
  const say = useWords(shellWords)
  return (
    <Empty title={say('broken_screen')} next={say('broken_screen_next')}>
      <Button onClick={reset}>{say('try_again')}</Button>
    </Empty>
  )
}
