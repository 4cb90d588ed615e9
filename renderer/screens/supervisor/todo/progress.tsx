import { Button, Progress } from '@mantine/core'
import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { type BulkRun, clearBulkRun, countFinishedRows, stopBulkRun } from '../../../actions/run.ts'
import { useNeedsPersonCount } from '../../../gateway/consolidation.ts'
import { useIsPaused } from '../../../gateway/health.ts'
import { useRecordCounts } from '../../../gateway/records.ts'
import { today } from '../../../parts/moments.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { useOutcomeText } from './cells.tsx'
import type { ChosenPlaceFilter } from './choice.ts'
import style from './progress.module.css'
import { sortRankOf } from './rows.ts'
import list from './todo.module.css'

/** The progress of a run, and afterwards its result. */
export function RunProgress({ run }: { readonly run: BulkRun }) {
  const say = useWords(todoWords)
  const told = useOutcomeText()
  const count = run.rows.size
  const done = countFinishedRows(run)
  const title = say(`running_${run.act}`)
  if (run.isRunning)
    return (
      <section className={style['progress']} aria-label={title}>
        <span>
          {title} <span className="figure">{say('progress', { done, count })}</span>
        </span>
        <Progress size="xl" className={style['bar'] ?? ''} value={(done / count) * 100} aria-label={title} />
        <Button
          color="red.9"
          leftSection={<IconPlayerStop size={20} aria-hidden />}
          onClick={stopBulkRun}
          disabled={run.isStopping}
        >
          {say(run.isStopping ? 'stopping' : 'stop')}
        </Button>
      </section>
    )
  return (
    <section className={style['progress']} role="status">
      <strong className="figure">{say('finished', { results: resultsOf(run, told) })}</strong>
      <Secondary icon={IconX} onClick={clearBulkRun}>
        {say('forget')}
      </Secondary>
    </section>
  )
}

/** How many documents have which result, in the words of the rows: “Voided 24 · Not voided 1”. */
function resultsOf({ rows }: BulkRun, told: ReturnType<typeof useOutcomeText>): string {
  const bestFirst = [...rows.values()].toSorted((one, other) => sortRankOf(other.outcome) - sortRankOf(one.outcome))
  return [...Map.groupBy(bestFirst, (row) => told(row).word)]
    .map(([word, found]) => `${word} ${found.length}`)
    .join(' · ')
}

/**
 * How many documents are done and how many are left: of the chosen shift, else of today and all that is left from
 * before.
 */
export function ShiftOrDayProgress({ chosen }: { readonly chosen: ChosenPlaceFilter }) {
  const say = useWords(todoWords)
  const isAnywhere = Object.keys(chosen).length === 0
  const wanted = isAnywhere ? { from: today(), to: today() } : chosen
  const counts = useRecordCounts(wanted)
  const isPaused = useIsPaused()
  const needingAnywhere = useNeedsPersonCount()
  if (!counts || needingAnywhere === undefined) return null
  const done = counts.all - counts.needs_person - counts.under_way
  // What is left from earlier days counts too.
  const needy = isAnywhere ? needingAnywhere : counts.needs_person
  // While sending is paused these do not go by themselves.
  const kept = isPaused ? Math.min(counts.unsent, counts.under_way) : 0
  const moving = counts.under_way - kept
  const parts = [
    say('progress_done', { done, all: done + needy + counts.under_way }),
    ...(needy > 0 ? [say('progress_need', { count: needy })] : []),
    ...(kept > 0 ? [say('progress_paused', { count: kept })] : []),
    ...(moving > 0 ? [say('progress_moving', { count: moving })] : []),
  ]
  return (
    <p className={list['dayProgress']} role="status" data-needs={needy > 0 || undefined}>
      {isAnywhere && <span className="quiet">{say('progress_today')}: </span>}
      <b className="figure">{parts.join(', ')}</b>
    </p>
  )
}
