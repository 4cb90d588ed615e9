import { Button, Progress } from '@mantine/core'
import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type BulkRun, countFinishedRows, isUnderWay, putAwayBulkRun, stopBulkRun } from '../../../actions/run.ts'
import { useNeedsPersonCount } from '../../../gateway/consolidation.ts'
import { useQueue } from '../../../gateway/health.ts'
import { useRecordCounts } from '../../../gateway/records.ts'
import { useOpenCountsText } from '../../../parts/open-counts.ts'
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

/** How many documents are open: of the chosen shift, else of all days and tills, as the status bar counts them. */
export function OpenDocuments({ chosen }: { readonly chosen: ChosenPlaceFilter }) {
  const textOf = useOpenCountsText()
  const queue = useQueue().data
  const needyAnywhere = useNeedsPersonCount()
  const isAnywhere = Object.keys(chosen).length === 0
  const ofChosen = useRecordCounts(chosen, !isAnywhere)
  const open = isAnywhere ? queue && { ...queue, needs_person: needyAnywhere ?? 0 } : ofChosen
  if (!open) return null
  const { needs_person, in_doubt, unsent } = open
  return (
    <p className={list['openCounts']} role="status" data-needs={needs_person > 0 || undefined}>
      <b className="figure">{textOf({ needs_person, in_doubt }).join(' · ')}</b>
      {unsent > 0 && (
        <Link to="/todo" search={{ ...chosen, show: 'unsent' }} className="figure">
          {textOf({ unsent })}
        </Link>
      )}
    </p>
  )
}
