import { Button } from '@mantine/core'
import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { Empty } from './states.tsx'

export function NoSuchScreen() {
  const say = useWords(shellWords)
  const go = useNavigate()
  return (
    <Empty title={say('no_such_screen')} next={say('no_such_screen_next')}>
      <Button onClick={() => void go({ to: '/sales' })}>{say('sales')}</Button>
    </Empty>
  )
}

/** Shown in place of a screen that failed to draw. Menu and status bar stay. */
export function BrokenScreen({ reset }: ErrorComponentProps) {
  const say = useWords(shellWords)
  return (
    <Empty title={say('broken_screen')} next={say('broken_screen_next')}>
      <Button onClick={reset}>{say('try_again')}</Button>
    </Empty>
  )
}
