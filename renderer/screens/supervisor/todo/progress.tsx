import { Button, Progress } from '@mantine/core'
import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { countOf, finishedCount, forgetRun, type Run, stopRun } from '../../../acts/run.ts'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import style from './progress.module.css'

const titleOf = { void: 'running_void', cancel: 'running_cancel', look_up: 'running_check' } as const

/** How far the run is; afterwards, how it went. */
export function RunProgress({ run }: { readonly run: Run }) {
  const say = useWords(todoWords)
  const count = run.rows.size
  const done = finishedCount(run)
  const title = say(titleOf[run.act])
  if (run.isRunning)
    return (
      <section className={style['progress']} aria-label={title}>
        <span>
          {title} <span className="figure">{say('progress', { done, count })}</span>
        </span>
        <Progress.Root size="xl" className={style['bar'] ?? ''}>
          <Progress.Section value={(done / count) * 100} aria-label={title} />
        </Progress.Root>
        <Button
          color="red.9"
          leftSection={<IconPlayerStop size={20} aria-hidden />}
          onClick={stopRun}
          disabled={run.isStopping}
        >
          {say(run.isStopping ? 'stopping' : 'stop')}
        </Button>
      </section>
    )
  const stopped = countOf(run, 'stopped')
  return (
    <section className={style['progress']} role="status">
      <strong className="figure">
        {say('finished', {
          done: countOf(run, 'done'),
          denied: countOf(run, 'denied'),
          unanswered: countOf(run, 'unanswered'),
        })}
        {stopped > 0 && `, ${say('finished_stopped', { count: stopped })}`}
      </strong>
      <Button variant="default" leftSection={<IconX size={20} aria-hidden />} onClick={forgetRun}>
        {say('forget')}
      </Button>
    </section>
  )
}
