import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isUnfinished, type RunSummary } from '../../../gateway/consolidation.ts'
import { Day } from '../../../parts/day.tsx'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'

/** Earlier runs, the newest first. */
export function RunList({ runs }: { readonly runs: readonly RunSummary[] }) {
  const say = useWords(consolidationWords)
  return (
    <Section className={style['part']} title={say('runs')}>
      {runs.length === 0 && <p className="quiet">{say('no_runs')}</p>}
      <ul className={style['runs']}>
        {runs.map((run) => (
          <li key={run.id}>
            <Link to="/consolidation/$run" params={{ run: run.id }} className={style['run'] ?? ''} data-run={run.id}>
              <span>
                <Time instant={run.started_at} company={run.company} withDay /> · <StartedBy run={run} />
              </span>
              <span>
                {say('up_to')} <Day value={run.to} />
              </span>
              <span className={style['outcome']}>
                {isUnfinished(run)
                  ? say('goes_on')
                  : say('run_outcome', { count: run.made, receipts: say('member_count', { count: run.members }) })}
                {run.left_over > 0 && ` · ${say('left', { count: run.left_over })}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The person who started the run, or the calendar. */
export function StartedBy({ run }: { readonly run: RunSummary }) {
  const say = useWords(consolidationWords)
  return run.by === 'gateway' ? say('by_itself') : <ActorName by={run.by} />
}

export const Figure = ({ term, value }: { readonly term: string; readonly value: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
)
