import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { type ConsolidationState, useConsolidation } from '../../../gateway/consolidation.ts'
import { useMay } from '../../../gateway/session.ts'
import { useCompanyChoice } from '../../../parts/company-choice.tsx'
import { Day } from '../../../parts/day.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { Empty, QueryState } from '../../../parts/states.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'
import { StartConsolidation } from './make.tsx'
import { Figure, RunList } from './runs.tsx'

/** Waiting receipts and consolidated documents of a company. */
export function ConsolidationScreen() {
  const say = useWords(consolidationWords)
  const [company, choice] = useCompanyChoice()
  return (
    <div className={style['page']}>
      <div className={style['top']}>
        <PageTitle>{say('title')}</PageTitle>
        {choice}
      </div>
      {company === '' ? (
        <Empty title={say('no_sales')} next={say('no_sales_next')} />
      ) : (
        <OfCompany key={company} company={company} />
      )}
    </div>
  )
}

function OfCompany({ company }: { readonly company: string }) {
  const mayRun = useMay('void')
  const consolidation = useConsolidation(company)
  if (!consolidation.data) return <QueryState query={consolidation} />
  return (
    <>
      <Waiting state={consolidation.data} />
      {mayRun && <StartConsolidation company={company} state={consolidation.data} />}
      <RunList runs={consolidation.data.runs} />
    </>
  )
}

const icons: Readonly<Record<ConsolidationState['standing'], ReactNode>> = {
  in_time: <IconCircleCheck size={22} aria-hidden />,
  due: <IconClockExclamation size={22} aria-hidden />,
  overdue: <IconAlertTriangle size={22} aria-hidden />,
}

/** How many receipts wait, since when, until when, and whether it is urgent. */
function Waiting({ state }: { readonly state: ConsolidationState }) {
  const say = useWords(consolidationWords)
  const { unconsolidated: waiting, oldest, deadline } = state
  return (
    <section className={style['part']} aria-label={say('waits')}>
      <dl className={style['figures']}>
        <Figure term={say('waits')} value={say('member_count', { count: waiting })} />
        {oldest !== null && <Figure term={say('oldest')} value={<Day value={oldest} />} />}
        {deadline !== null && <Figure term={say('deadline')} value={<Day value={deadline} />} />}
      </dl>
      <p className={style['status']} data-status={state.standing} role="status">
        {icons[state.standing]}
        <span>{waiting === 0 ? say('nothing_waits') : say(`standing_${state.standing}`)}</span>
      </p>
      {waiting > 0 && <p className="quiet">{say('counted')}</p>}
    </section>
  )
}
