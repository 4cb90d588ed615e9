import { Button, Progress } from '@mantine/core'
import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { type BulkRun, countFinishedRows, isUnderWay, putAwayBulkRun, stopBulkRun } from '../../../actions/run.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { useOutcomeText } from './cells.tsx'
import style from './progress.module.css'
import { sortRankOf } from './rows.ts'

/** The progress of a run, and afterwards its result. */
export function RunProgress({ run }: { readonly run: BulkRun }) {
  const say = useWords(todoWords)
  const told = useOutcomeText()
  const count = run.rows.size
  const done = countFinishedRows(run)
  const title = say(`running_${run.act}`)
  if (isUnderWay(run))
    return (
      <section className={style['progress']} aria-label={title}>
        <span>
          {title} <span className="figure">{say('progress', { done, count })}</span>
        </span>
        <Progress size="xl" className={style['bar'] ?? ''} value={(done / count) * 100} aria-label={title} />
        <Button color="red.9" leftSection={<IconPlayerStop size={20} aria-hidden />} onClick={stopBulkRun}>
          {say('stop')}
        </Button>
      </section>
    )
  return (
    <section className={style['progress']} role="status">
      <strong className="figure">{say('finished', { results: resultsOf(run, told) })}</strong>
      <Secondary icon={IconX} onClick={() => putAwayBulkRun()}>
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
