import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNeedsPersonCount } from '../../gateway/consolidation.ts'
import { useHealth } from '../../gateway/health.ts'
import { useCompanyChoice } from '../../parts/company-choice.tsx'
import { Count, Money } from '../../parts/figures.tsx'
import { LastCopyRows, OwnDiskNotice } from '../../parts/last-copies.tsx'
import { today } from '../../parts/moments.ts'
import { usePlainSentence } from '../../parts/plain.ts'
import { PageTitle, Section } from '../../parts/section.tsx'
import { QueryState } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { shellWords } from '../../words/shell.ts'
import { statusWords } from '../../words/status.ts'
import { todayWords } from '../../words/today.ts'
import { fetchReport } from '../supervisor/shift/report.tsx'
import { type SalesReport, sumByStatus, sumSalesBy } from '../supervisor/shift/report-sums.ts'
import style from './today.module.css'

/** The sums read many pages of records, so they are not fetched with every sale. */
const lookMs = 60_000

const sold = { family: 'sale', outlet: null } as const

/** The owner's page: what was sold, whether it is declared, what needs a person, and whether the data is safe. */
export function Today() {
  const sayShell = useWords(shellWords)
  const [company, choice] = useCompanyChoice()
  const day = today(company)
  const report = useQuery({
    queryKey: ['today', company, day],
    queryFn: () => fetchReport({ company, days: { from: day, to: day } }),
    enabled: company !== '',
    refetchInterval: lookMs,
  })
  return (
    <div className={style['page']}>
      <div className={style['head']}>
        <PageTitle>{sayShell('today')}</PageTitle>
        {choice}
      </div>
      {report.data && (
        <>
          <Takings report={report.data} />
          <Declared report={report.data} />
        </>
      )}
      {!report.data && company !== '' && <QueryState query={report} />}
      <NeedsYou />
      <Safety />
    </div>
  )
}

function Takings({ report }: { readonly report: SalesReport }) {
  const say = useWords(todayWords)
  const all = sumSalesBy(report, sold)
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
        {sumSalesBy(report, sold, ({ OUTLET_NAME: outlet }) => [outlet]).map(({ names, currency, count, net }) => (
          <Row key={`${names.join()} ${currency}`} figuresFrom={1}>
            {names}
            <Count value={count} />
            <Money amount={net} currency={currency} />
          </Row>
        ))}
      </Table>
    </Section>
  )
}

function Declared({ report }: { readonly report: SalesReport }) {
  const say = useWords(todayWords)
  const sayStatus = useWords(statusWords)
  const counted = sumByStatus(report, sold).filter(({ status }) => status !== 'Voided' && status !== 'Cancelled')
  const declared = counted.filter(({ status }) => status === 'Valid')
  const rows = [...declared, ...counted.filter(({ status }) => status !== 'Valid')]
  return (
    <Section className={style['part']} title={say('declaration')}>
      {declared.length > 0 && declared.length === rows.length && <p>{say('all_declared')}</p>}
      <Table className={style['table']}>
        {rows.map(({ status, currency, count, amount }) => (
          <Row key={`${status} ${currency}`} figuresFrom={1}>
            <Link
              to="/sales"
              search={{ status: status === 'Pending' ? 'unsent' : status, days: 'today', tills: 'all' }}
            >
              {status === 'Valid' ? say('declared') : sayStatus(status)}
            </Link>
            <Count value={count} />
            <Money amount={amount} currency={currency} />
          </Row>
        ))}
      </Table>
      {rows.length > 0 && <p className="quiet">{say('lists_have_more')}</p>}
    </Section>
  )
}

function NeedsYou() {
  const say = useWords(todayWords)
  const sayShell = useWords(shellWords)
  const count = useNeedsPersonCount()
  const plain = usePlainSentence()
  const health = useHealth()
  if (!health.data || count === undefined) return <QueryState query={health} />
  const alerts = health.data.alerts.filter(({ code }) => code !== 'needs_person')
  return (
    <Section className={style['part']} title={say('needs_you')}>
      {alerts.length + count === 0 && <p>{say('nothing_needs_you')}</p>}
      <ul className={style['plain']}>
        {count > 0 && (
          <li>
            <Link to="/todo">{sayShell('needs_person', { count })}</Link>
          </li>
        )}
        {alerts.map(({ code, company, verdict, message }) => (
          <li key={`${code} ${company ?? ''}`}>
            <Link to="/health" className={style[verdict]}>
              {plain(message)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Safety() {
  const say = useWords(todayWords)
  return (
    <Section className={style['part']} title={say('safety')}>
      <OwnDiskNotice />
      <Table className={style['table']}>
        <LastCopyRows />
      </Table>
      <Link to="/settings/backup" className={style['link'] ?? ''}>
        {say('open_backup')}
      </Link>
    </Section>
  )
}
