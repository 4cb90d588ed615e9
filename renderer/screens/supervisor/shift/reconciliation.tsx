import { Button, Progress, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { refetchEvery } from '../../../gateway/refetch.ts'
import { type AuthorityComparison } from '../../../gateway/shifts.ts'
import { useCompanyChoice } from '../../../parts/company-choice.tsx'
import { DayField, Days } from '../../../parts/day.tsx'
import { moneyText } from '../../../parts/figures.tsx'
import { withPreventDefault } from '../../../parts/forms.ts'
import { today } from '../../../parts/moments.ts'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { FormRefused, fieldFaultOf, QueryState } from '../../../parts/states.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { ShiftTabs } from './rooms.tsx'
import style from './shift.module.css'

const runningMs = 1_000

/** Starts comparisons with the authority and shows their progress. */
export function ReconciliationScreen() {
  const say = useWords(shiftWords)
  const runs = useQuery({
    queryKey: ['reconciliations'],
    queryFn: async () => (await operator('reconciliations')).items,
    refetchInterval: refetchEvery((all) => all.some(({ state }) => state === 'running') && runningMs),
  })
  if (!runs.data) return <QueryState query={runs} />
  const [run] = runs.data
  return (
    <ShiftTabs>
      <div className={style['page']}>
        <PageTitle>{say('reconciliation')}</PageTitle>
        <Begin />
        {run ? <Run run={run} /> : <p className="quiet">{say('no_runs')}</p>}
      </div>
    </ShiftTabs>
  )
}

function Begin() {
  const say = useWords(shiftWords)
  const [company, choice] = useCompanyChoice()
  const [from, setFrom] = useState(() => `${today().slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const begin = useAct(['reconciliations'], () => operator('reconcile', { body: { company, from, to } }))
  return (
    <form className={style['row']} onSubmit={withPreventDefault(begin.mutate)}>
      {choice}
      <DayField label={say('from')} value={from} onPick={setFrom} todayLabel={say('from_today')} />
      <DayField label={say('to')} value={to} onPick={setTo} error={fieldFaultOf(begin.error, '/to')} />
      <Button type="submit" loading={begin.isPending} disabled={company === ''}>
        {say('start')}
      </Button>
      <FormRefused error={begin.error} />
    </form>
  )
}

function Run({ run }: { readonly run: AuthorityComparison }) {
  const say = useWords(shiftWords)
  const title = say(`state_${run.state}`)
  return (
    <>
      <section className={style['part']} aria-label={title}>
        <Title order={2} size="h4">
          <bdi>{run.company}</bdi> · <Days from={run.from} to={run.to} /> · {title}
        </Title>
        {run.halt !== null && <p role="alert">{say(`halt_${run.halt}`)}</p>}
        {run.state === 'running' && (
          <Progress size="xl" value={(run.stretches_read / run.stretches) * 100} aria-label={title} />
        )}
      </section>
      {run.stretches_read > 0 && run.state !== 'running' && <Differences run={run} />}
    </>
  )
}

/** The differences of both directions, and what could not be compared. */
function Differences({ run }: { readonly run: AuthorityComparison }) {
  const say = useWords(shiftWords)
  const sayStatus = useWords(statusWords)
  const found = useQuery({
    queryKey: ['reconciliations', run.id, run.state],
    queryFn: () => operator('reconciliation', { params: { id: run.id } }),
  })
  if (!found.data) return <QueryState query={found} />
  const { differences, difference_count: count, unproven, compared_at } = found.data
  if (compared_at === null) return null
  return (
    <Section
      className={style['part']}
      title={say(count ? 'differences' : 'no_differences', { count: count || run.documents_read })}
    >
      {unproven > 0 && <p>{say('unproven', { count: unproven })}</p>}
      {differences.length > 0 && (
        <Table className={style['table']} head={[say('reconciliation'), say('here'), say('there')]} figuresFrom={3}>
          {differences.map(({ kind, here, there }) => (
            <Row key={`${kind} ${here?.SALE_GUID ?? ''} ${there?.AUTHORITY_UUID ?? ''}`}>
              <>
                {say(kind)}
                <div className="quiet">{say(`${kind}_next`)}</div>
              </>
              {here ? (
                <span>
                  <Link to="/sales/$guid" params={{ guid: here.SALE_GUID }}>
                    <bdi>{here.DOCUMENT_NUMBER}</bdi>
                  </Link>{' '}
                  · {sayStatus(here.STATUS)} · {moneyText(here.TOTAL_PAYABLE, here.CURRENCY_CODE)}
                </span>
              ) : (
                ''
              )}
              {there === null
                ? ''
                : [there.DOCUMENT_NUMBER, there.AUTHORITY_UUID, there.STATUS, there.TOTAL_PAYABLE].join(' · ')}
            </Row>
          ))}
        </Table>
      )}
    </Section>
  )
}
