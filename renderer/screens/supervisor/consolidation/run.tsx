import { Progress, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { isUnfinished, type RunDetail, useConsolidationRun } from '../../../gateway/consolidation.ts'
import { BackButton } from '../../../parts/back-button.tsx'
import { Day } from '../../../parts/day.tsx'
import { Time } from '../../../parts/figures.tsx'
import { RecordRow } from '../../../parts/record-row.tsx'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { Notice, QueryState } from '../../../parts/states.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'
import { StartedBy } from './runs.tsx'

/** One run: its progress, and its documents with their status at the authority. */
export function ConsolidationRun() {
  const say = useWords(consolidationWords)
  const { run: id } = useParams({ from: '/consolidation/$run' })
  const go = useNavigate()
  const run = useConsolidationRun(id)
  if (!run.data) return <QueryState query={run} />
  const shown = run.data
  return (
    <div className={style['page']}>
      <div className={style['top']}>
        <PageTitle>
          {say('run_title')} <bdi>{shown.company}</bdi> · {say('up_to').toLocaleLowerCase()} <Day value={shown.to} />
        </PageTitle>
        <BackButton onBack={() => void go({ to: '/consolidation' })} />
      </div>
      <HowFar run={shown} />
      <Section className={style['part']} title={say('documents_made')}>
        {shown.documents.length === 0 && <p className="quiet">{say('none_made')}</p>}
        <ul className={style['documents']}>
          {shown.documents.map((record) => (
            <li key={record.SALE_GUID}>
              <RecordRow listed={{ record }} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

function HowFar({ run }: { readonly run: RunDetail }) {
  const say = useWords(consolidationWords)
  const { members, planned, valid, invalid, in_progress: moving, left_over: left, nothing_to_declare: closed } = run
  // The run was read before its documents, so its own number can be older.
  const made = run.documents.length
  const isGoingOn = isUnfinished(run) || moving > 0
  const title = say(
    isUnfinished(run) ? 'goes_on' : moving > 0 ? 'being_checked' : invalid > 0 ? 'some_refused' : 'done',
  )
  return (
    <section className={style['part']} aria-label={say('how_far')} aria-busy={isGoingOn}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <p className="quiet">
        {say('begun')} <Time instant={run.started_at} company={run.company} withDay /> · <StartedBy run={run} />
      </p>
      <Bar label={say('taken', { count: members })} done={isUnfinished(run) ? members : planned} all={planned} />
      <Bar label={say('judged', { done: valid + invalid, made })} done={valid + invalid} all={made} />
      {invalid > 0 && (
        <Notice tone="bad" role="status">
          {say('refused_next')}
        </Notice>
      )}
      {closed > 0 && <Notice tone="calm">{say('closed', { count: closed })}</Notice>}
      {left > 0 && <Notice tone="hint">{say('left_over', { count: left })}</Notice>}
    </section>
  )
}

function Bar({ label, done, all }: { readonly label: string; readonly done: number; readonly all: number }) {
  return (
    <div>
      <output>{label}</output>
      <Progress size="lg" value={(done / Math.max(1, all)) * 100} aria-label={label} />
    </div>
  )
}
