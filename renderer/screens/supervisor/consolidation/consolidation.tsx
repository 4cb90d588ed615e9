import { Select } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type ConsolidationState, useConsolidation } from '../../../gateway/consolidation.ts'
import { useMay } from '../../../gateway/session.ts'
import { useTills } from '../../../gateway/shifts.ts'
import { Day } from '../../../parts/day.tsx'
import { Count } from '../../../parts/figures.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { Awaiting, Empty } from '../../../parts/states.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'
import { Make } from './make.tsx'
import { Figure, Runs, Stale } from './runs.tsx'

/** Receipts without a buyer, and the documents made of them; one company at a time. */
export function ConsolidationScreen() {
  const say = useWords(consolidationWords)
  const tills = useTills()
  const [picked, setPicked] = useState<string | null>(null)
  if (!tills.data) return <Awaiting query={tills} />
  const companies = [...new Set(tills.data.map((till) => till.company))]
  const company = picked ?? companies[0]
  return (
    <div className={style['page']}>
      <div className={style['top']}>
        <PageTitle>{say('title')}</PageTitle>
        {companies.length > 1 && (
          <Select
            aria-label={say('company')}
            allowDeselect={false}
            value={company ?? null}
            data={companies}
            onChange={setPicked}
          />
        )}
      </div>
      {company === undefined ? (
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
  if (!consolidation.data) return <Awaiting query={consolidation} />
  return (
    <>
      <Stale of={consolidation} />
      <Waiting state={consolidation.data} />
      {mayRun && <Make company={company} state={consolidation.data} />}
      <Runs runs={consolidation.data.runs} />
    </>
  )
}

const icons: Readonly<Record<ConsolidationState['standing'], ReactNode>> = {
  in_time: <IconCircleCheck size={22} aria-hidden />,
  due: <IconClockExclamation size={22} aria-hidden />,
  overdue: <IconAlertTriangle size={22} aria-hidden />,
}

/** How many wait, since when, until when, and whether a person has to hurry. */
function Waiting({ state }: { readonly state: ConsolidationState }) {
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
