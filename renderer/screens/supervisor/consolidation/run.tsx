import { Title } from '@mantine/core'
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
  const { members, valid, invalid, in_progress: moving, left_over: left, nothing_to_declare: closed } = run
  // The run was read before its documents, so its own number can be older.
  const made = run.documents.length
  const isUnsent = run.documents.some(({ STATUS }) => STATUS === 'Pending')
  const ended = invalid > 0 ? 'some_refused' : 'done'
  const title = say(isUnfinished(run) ? 'goes_on' : isUnsent ? 'being_sent' : moving > 0 ? 'being_checked' : ended)
  return (
    <section className={style['part']} aria-label={say('how_far')} aria-busy={isUnfinished(run) || moving > 0}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <p className="quiet">
        {say('begun')} <Time instant={run.started_at} company={run.company} withDay /> · <StartedBy run={run} />
      </p>
      <output>
        {say('taken', { count: members })} · {say('judged', { done: valid + invalid, made })}
      </output>
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
