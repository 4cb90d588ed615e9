import { Button, Checkbox, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconEye, IconStack3 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { type ConsolidationState, useConsolidation } from '../../../gateway/consolidation.ts'
import { useIsPaused } from '../../../gateway/health.ts'
import { useMay } from '../../../gateway/session.ts'
import { formatCurrencySums } from '../../../parts/amounts.ts'
import { useCompanyChoice } from '../../../parts/company-choice.tsx'
import { Day, DayField } from '../../../parts/day.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { withPreventDefault } from '../../../parts/forms.ts'
import { today } from '../../../parts/moments.ts'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { Empty, fieldFaultOf, Notice, QueryState, Refused } from '../../../parts/states.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'
import { PreviewTable } from './preview.tsx'
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
      {mayRun && <StartConsolidation state={consolidation.data} />}
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
  const isPaused = useIsPaused()
  const { unconsolidated: waiting, oldest, deadline } = state
  return (
    <section className={style['part']} aria-label={say('waits')}>
      <dl className={style['figures']}>
        <Figure term={say('waits')} value={say('member_count', { count: waiting })} />
        {oldest !== null && <Figure term={say('oldest')} value={<Day value={oldest} />} />}
        {deadline !== null && <Figure term={say('deadline')} value={<Day value={deadline} />} />}
      </dl>
      {/* The bar says that sending is paused. A deadline that is near or past is said all the same. */}
      {!(isPaused && state.standing === 'in_time') && (
        <p className={style['status']} data-status={state.standing} role="status">
          {icons[state.standing]}
          <span>{waiting === 0 ? say('nothing_waits') : say(`standing_${state.standing}`)}</span>
        </p>
      )}
    </section>
  )
}

/** A preview first, then the run: a person sees what will be sent. */
function StartConsolidation({ state }: { readonly state: ConsolidationState }) {
  const say = useWords(consolidationWords)
  const go = useNavigate()
  const { company } = state
  const [to, setTo] = useState((state.oldest ?? '') > state.up_to ? today(company) : state.up_to)
  const [isAsking, setAsking] = useState(false)
  const [isDisclosed, setDisclosed] = useState(false)
  const look = useMutation({
    mutationFn: async () => ({
      // If it differs later, the preview is stale.
      waiting: state.unconsolidated,
      preview: await operator('previewConsolidation', { body: { company, ...(to !== '' && { to }) } }),
    }),
  })
  // Then the screen of the run opens.
  const run = useAct(
    ['consolidation'],
    (upTo: string) => operator('runConsolidation', { body: { company, to: upTo, disclose: isDisclosed } }),
    ({ id }) => go({ to: '/consolidation/$run', params: { run: id } }),
  )
  const seen = look.data
  const count = seen?.preview.documents.length ?? 0
  return (
    <Section className={style['part']} title={say('make')}>
      <form className={style['row']} onSubmit={withPreventDefault(() => look.mutate())}>
        <DayField
          label={say('up_to')}
          todayLabel={say('up_to_today')}
          value={to}
          onPick={(day) => {
            setTo(day)
            look.reset()
          }}
          error={fieldFaultOf(look.error, '/to')}
        />
        <div className={style['buttons']}>
          <Button
            type="submit"
            variant={count === 0 ? 'filled' : 'default'}
            leftSection={<IconEye size={20} aria-hidden />}
            loading={look.isPending}
          >
            {say('look')}
          </Button>
          {count > 0 && (
            <Button leftSection={<IconStack3 size={20} aria-hidden />} onClick={() => setAsking(true)}>
              {say('make_these', { count })}
            </Button>
          )}
        </div>
      </form>
      <Refused error={look.error} />
      {seen && seen.waiting !== state.unconsolidated && <Notice tone="hint">{say('changed_since')}</Notice>}
      {seen && <PreviewTable preview={seen.preview} />}
      {seen && isAsking && (
        <Confirm
          title={say('make_title', { count })}
          act={say('make_these', { count })}
          doing={run}
          onAct={() => run.mutate(seen.preview.to)}
          onClose={() => setAsking(false)}
        >
          <Text>
            {say('make_text', { receipts: seen.preview.receipts, sum: formatCurrencySums(seen.preview.documents) })}
          </Text>
          {state.standing === 'overdue' && (
            <Checkbox
              checked={isDisclosed}
              label={say('disclose')}
              description={say('disclose_text')}
              onChange={(event) => setDisclosed(event.currentTarget.checked)}
            />
          )}
        </Confirm>
      )}
    </Section>
  )
}
