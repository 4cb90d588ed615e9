import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ConsolidationState } from '../../../gateway/consolidation.ts'
import { Day } from '../../../parts/day.tsx'
import { Count } from '../../../parts/figures.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'

const icons: Readonly<Record<ConsolidationState['standing'], ReactNode>> = {
  in_time: <IconCircleCheck size={22} aria-hidden />,
  due: <IconClockExclamation size={22} aria-hidden />,
  overdue: <IconAlertTriangle size={22} aria-hidden />,
}

/** How many wait, since when, until when, and whether somebody has to hurry. */
export function Waiting({ state }: { readonly state: ConsolidationState }) {
  const say = useWords(consolidationWords)
  const { unconsolidated: waiting, oldest, deadline } = state
  return (
    <section className={style['part']} aria-label={say('waits')}>
      <dl className={style['figures']}>
        <Figure term={say('waiting')}>
          <Count value={waiting} />
        </Figure>
        {oldest !== null && (
          <Figure term={say('oldest')}>
            <Day value={oldest} />
          </Figure>
        )}
        {deadline !== null && (
          <Figure term={say('deadline')}>
            <Day value={deadline} />
          </Figure>
        )}
      </dl>
      <p className={style['status']} data-status={state.standing} role="status">
        {icons[state.standing]}
        <span>{waiting === 0 ? say('nothing_waits') : say(`standing_${state.standing}`)}</span>
      </p>
    </section>
  )
}

function Figure({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
