import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays } from '../../../shared/domain/calendar.ts'
import { useNeedsPersonCount } from '../../gateway/consolidation.ts'
import { useHealth } from '../../gateway/health.ts'
import { needsPersonFilter, useRecords } from '../../gateway/records.ts'
import { Reason } from '../../parts/authority-faults.tsx'
import { useCompanyChoice } from '../../parts/company-choice.tsx'
import { DayHeading } from '../../parts/day.tsx'
import { Count, Money, SignedTotal } from '../../parts/figures.tsx'
import { CopySafety } from '../../parts/last-copies.tsx'
import { shopDay, today } from '../../parts/moments.ts'
import { usePlainSentence } from '../../parts/plain.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { PageTitle, Section } from '../../parts/section.tsx'
import { QueryState } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { shellWords } from '../../words/shell.ts'
import { todayWords } from '../../words/today.ts'
import { useStatusName } from '../supervisor/shift/report-figures.tsx'
import { type SalesReport, sumByStatus, sumSalesBy } from '../supervisor/shift/report-sums.ts'
import { reportOf } from '../supervisor/shift/report-tables.ts'
import style from './today.module.css'

/** After midnight it is the next day. */
const lookMs = 60_000
const sold = { family: 'sale', outlet: null } as const

/** The owner's page of a day: what was sold, whether it is declared, what is to do, and whether the data is safe. */
export function Today() {
  const say = useWords(todayWords)
  const [company, choice] = useCompanyChoice()
  const [picked, setPicked] = useState<string | null>(null)
  const ofDay = (day: string) => ({
    ...reportOf({ company, days: { from: day, to: day } }),
    enabled: company !== '',
    refetchInterval: lookMs,
    notifyOnChangeProps: 'all' as const,
  })
  const now = today(company)
  const sinceMidnight = useQuery(ofDay(now))
  // Of a shop that closes after midnight the evening is shown, until something is sold or it is five in the morning.
  const day = picked ?? (sinceMidnight.data?.groups.length === 0 ? shopDay(company) : now)
  // What is to do, and the backup, are of now, and not of an earlier day.
  const isNow = picked === null || day === now
  const report = useQuery(ofDay(day))
  return (
    <div className={style['page']}>
      <div className={style['head']}>
        <PageTitle>
          <DayHeading day={day} />
        </PageTitle>
        <Secondary aria-label={say('day_before')} onClick={() => setPicked(addDays(day, -1))}>
          <IconChevronLeft size={22} aria-hidden />
        </Secondary>
        <Secondary aria-label={say('day_after')} disabled={day === now} onClick={() => setPicked(addDays(day, 1))}>
          <IconChevronRight size={22} aria-hidden />
        </Secondary>
        {choice}
      </div>
      {report.data && (
        <>
          <Takings report={report.data} day={day} />
          <Declared report={report.data} day={day} />
        </>
      )}
      {!report.data && company !== '' && <QueryState query={report} />}
      {isNow && <NeedsYou />}
      {isNow && <CopySafety />}
    </div>
  )
}

interface DayProps {
  readonly report: SalesReport
  readonly day: string
}

/** The takings of all outlets and of each one, which leads to its sales. */
function Takings({ report, day }: DayProps) {
  const say = useWords(todayWords)
  const all = sumSalesBy(report, sold)
  const outlets = sumSalesBy(report, sold, (group) => [group.OUTLET_NAME])
  return (
    <Section className={style['part']} title={say('takings')}>
      {all.length === 0 && <p className="quiet">{say('nothing_sold')}</p>}
      {all.map(({ currency, net, count }) => (
        <div key={currency}>
          <p className={style['large']}>
            <Money amount={net} currency={currency} />
          </p>
          <p className="quiet">{say('documents', { count })}</p>
        </div>
      ))}
      <Table className={style['table']}>
        {outlets.map(({ names: [outlet = ''], currency, count, net }) => (
          <Row key={`${outlet} ${currency}`} figuresFrom={1}>
            <Link className={style['link'] ?? ''} to="/sales" search={{ from: day, to: day, tills: 'all', outlet }}>
              <bdi>{outlet}</bdi>
            </Link>
            <Count value={count} />
            <Money amount={net} currency={currency} />
          </Row>
        ))}
      </Table>
    </Section>
  )
}

type Part = ReturnType<typeof sumByStatus>[number]

/** What became of the takings, part by part, with their total; below it what does not count. */
function Declared({ report, day }: DayProps) {
  const say = useWords(todayWords)
  const parts = sumByStatus(report, sold).toSorted(
    (one, other) => Number(other.status === 'Valid') - Number(one.status === 'Valid'),
  )
  const counted = parts.filter((part) => part.counted)
  const drawn = (shown: readonly Part[]) =>
    shown.map((part) => <PartRow key={`${part.status} ${part.kind} ${part.CURRENCY_CODE}`} part={part} day={day} />)
  const totals = sumSalesBy(report, sold).map(({ currency, count, net }) => (
    <Row key={currency} figuresFrom={1}>
      {say('takings')}
      <Count value={count} />
      <Money amount={net} currency={currency} />
    </Row>
  ))
  return (
    <Section className={style['part']} title={say('declaration')}>
      {counted.length === 0 && <p className="quiet">{say('nothing_to_declare')}</p>}
      <Table className={style['table']} foot={[...totals, ...drawn(parts.filter((part) => !counted.includes(part)))]}>
        {drawn(counted)}
      </Table>
      {report.groups.some(({ FAMILY: family }) => family !== 'sale') && (
        <p className="quiet">{say('lists_have_more')}</p>
      )}
    </Section>
  )
}

/** Where the documents of a part are, if the list of sales has no choice of the same name. */
const lists: Readonly<Record<string, string>> = {
  Pending: 'unsent',
  closed_refused: 'Invalid',
  nothing_to_declare: 'Voided',
}

function PartRow({ part, day }: { readonly part: Part; readonly day: string }) {
  const say = useWords(todayWords)
  const statusOf = useStatusName()
  const { status, CURRENCY_CODE: currency, count, amount } = part
  return (
    <Row figuresFrom={1}>
      <Link to="/sales" search={{ status: lists[status] ?? status, from: day, to: day, tills: 'all' }}>
        {statusOf(part)} <span className={style['means']}>{say(`is_${status}`)}</span>
      </Link>
      <Count value={count} />
      <Money amount={amount} currency={currency} />
    </Row>
  )
}

/** So many documents are named; the others are counted. */
const mostNamed = 3

/** What an owner has to look at now: documents with the reason, and what is wrong with the installation. */
function NeedsYou() {
  const say = useWords(todayWords)
  const sayShell = useWords(shellWords)
  const count = useNeedsPersonCount()
  const plain = usePlainSentence()
  const health = useHealth()
  const first = useRecords(needsPersonFilter, mostNamed).data?.pages[0]?.items ?? []
  if (!health.data || count === undefined) return <QueryState query={health} />
  const alerts = health.data.alerts.filter(({ code }) => code !== 'needs_person')
  return (
    <Section className={style['part']} title={sayShell('to_do')}>
      {alerts.length + count === 0 && <p>{say('nothing_to_do')}</p>}
      <ul className={style['plain']}>
        {first.map(({ record, party_name }) => (
          <li key={record.SALE_GUID} className={style['needy']}>
            <Link to="/todo" search={{ at: record.SALE_GUID }} className={style['link'] ?? ''}>
              <bdi>{[record.SALE_CODE, party_name].filter(Boolean).join(' · ')}</bdi>
            </Link>
            <SignedTotal record={record} />
            <Reason record={record} />
          </li>
        ))}
        {count > first.length && (
          <li>
            <Link to="/todo">{sayShell('needs_person', { count })}</Link>
          </li>
        )}
        {alerts.map(({ code, company, verdict, message }) => (
          <li key={`${code} ${company ?? ''}`}>
            <Link to={code === 'backup_restored' ? '/settings/backup' : '/health'} className={style[verdict]}>
              {plain(message)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
