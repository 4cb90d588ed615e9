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

/** A screen that failed while it was drawn takes nothing with it. */
export function Broken({ reset }: ErrorComponentProps) {
  const say = useWords(shellWords)
  return (
    <Empty title={say('broken_screen')} next={say('broken_screen_next')}>
      <Button onClick={reset}>{say('try_again')}</Button>
    </Empty>
  )
}
