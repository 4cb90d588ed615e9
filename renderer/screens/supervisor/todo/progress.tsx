import { Button, Progress } from '@mantine/core'
import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { finishedCount, forgetRun, type Run, stopRun } from '../../../acts/run.ts'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import style from './progress.module.css'
import { rankOf } from './rows.ts'
import { useTold } from './told.ts'

const titleOf = { void: 'running_void', cancel: 'running_cancel', look_up: 'running_check' } as const

/** How far the run is; afterwards, how it went. */
export function RunProgress({ run }: { readonly run: Run }) {
  const say = useWords(todoWords)
  const told = useTold()
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
  return (
    <section className={style['progress']} role="status">
      <strong className="figure">{say('finished', { results: resultsOf(run, told) })}</strong>
      <Button variant="default" leftSection={<IconX size={20} aria-hidden />} onClick={forgetRun}>
        {say('forget')}
      </Button>
    </section>
  )
}

/** How many have which result, in the words of the rows: “Voided 24 · Not voided 1”. */
function resultsOf({ rows }: Run, told: ReturnType<typeof useTold>): string {
  const counts = new Map<string, number>()
  const bestFirst = [...rows.values()].toSorted((one, other) => rankOf(other.outcome) - rankOf(one.outcome))
  for (const row of bestFirst) {
    const { word } = told(row)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${word} ${count}`).join(' · ')
}
