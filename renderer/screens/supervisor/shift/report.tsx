import { Group, SegmentedControl, Select } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { daysOfMonth } from '../../../../shared/domain/calendar.ts'
import { useCompanyChoice } from '../../../parts/company-choice.tsx'
import { csvOf, saveFile } from '../../../parts/csv.ts'
import { DayField } from '../../../parts/day.tsx'
import { Money } from '../../../parts/figures.tsx'
import { today } from '../../../parts/moments.ts'
import { PaperHead, printElement } from '../../../parts/print-page.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { Empty, Notice, QueryState } from '../../../parts/states.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { useLanguage, useWords } from '../../../words/language.ts'
import { reportWords } from '../../../words/report.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { type Family, type ReportFilter, type SalesReport, sumSalesBy } from './report-sums.ts'
import { groupDigitsIfFigure, type ReportProps, type ReportTable, reportOf, useReportTables } from './report-tables.ts'
import { ShiftTabs } from './rooms.tsx'
import style from './shift.module.css'

/** What was sold, by day, outlet and till, status and tax. It can be saved and printed. */
function SalesReportView({ company, days }: ReportProps) {
  const say = useWords(reportWords)
  const sayStatus = useWords(statusWords)
  const [family, setFamily] = useState<Family>('sale')
  const [outlet, setOutlet] = useState<string | null>(null)
  const report = useQuery(reportOf({ company, days }))
  if (!report.data) return <QueryState query={report} />
  const { groups, unreadable } = report.data
  if (groups.length === 0) return <Empty title={say('nothing')} next={say('nothing_next')} />
  const families = [...new Set(groups.map(({ FAMILY }) => FAMILY))]
  const outlets = [...new Set(groups.map(({ OUTLET_NAME }) => OUTLET_NAME))].toSorted()
  const wanted = { family: families.includes(family) ? family : (families[0] ?? 'sale'), outlet }
  return (
    <Section className={style['part']} title={say('sold')}>
      {sumSalesBy(report.data, wanted).map(({ currency, net }) => (
        <p key={currency} className={style['total']}>
          <Money amount={net} currency={currency} />
        </p>
      ))}
      <div className={style['row']}>
        {families.length > 1 && (
          <SegmentedControl
            aria-label={say('family')}
            value={family}
            onChange={(chosen) => setFamily(chosen)}
            data={families.map((value) => ({ value, label: sayStatus(value) }))}
          />
        )}
        {outlets.length > 1 && (
          <Select
            label={say('OUTLET_NAME')}
            placeholder={say('every_outlet')}
            clearable
            searchable
            value={outlet}
            data={outlets}
            onChange={setOutlet}
          />
        )}
      </div>
      {unreadable > 0 && <Notice tone="hint">{say('unreadable', { count: unreadable })}</Notice>}
      <Tables
        report={report.data}
        madeAt={new Date(report.dataUpdatedAt).toISOString()}
        wanted={wanted}
        company={company}
        days={days}
      />
    </Section>
  )
}

interface TablesProps extends ReportProps {
  readonly report: SalesReport
  readonly madeAt: string
  readonly wanted: ReportFilter
}

function Tables({ report, madeAt, wanted, company, days }: TablesProps) {
  const say = useWords(reportWords)
  const language = useLanguage()
  const tables = useReportTables(report, wanted)
  const period = days.from === days.to ? days.from : `${days.from} – ${days.to}`
  const of = [company, wanted.outlet, period].filter((part) => part !== null)
  const name = ['resit-report', ...of].join('-').replaceAll(/[^\w-]+/g, '_')
  const rows = tables.flatMap(({ title, head, rows: own, foot }) => [[title], head, ...own, ...foot, []])
  const drawn = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={drawn}>
        <PaperHead title={say('title')} of={of} madeAt={madeAt} />
        <p className="quiet">{say('sold_text')}</p>
        {tables.map((table) => (
          <Shown key={table.title} table={table} />
        ))}
      </div>
      <Group>
        <Secondary icon={IconDownload} onClick={() => saveFile(`${name}.csv`, csvOf(rows), 'text/csv;charset=utf-8')}>
          {say('save_csv')}
        </Secondary>
        <Secondary icon={IconPrinter} onClick={() => printElement(drawn.current, { title: say('title'), language })}>
          {say('print')}
        </Secondary>
      </Group>
    </>
  )
}

function Shown({ table }: { readonly table: ReportTable }) {
  const { title, head, rows, foot, firstFigure } = table
  const drawn = (row: readonly string[]) => (
    <Row key={row.join(' ')} figuresFrom={firstFigure}>
      {row.map((cell, at) => groupDigitsIfFigure(cell, at >= firstFigure))}
    </Row>
  )
  return (
    <Table className={style['table']} caption={title} head={head} figuresFrom={firstFigure} foot={foot.map(drawn)}>
      {rows.map(drawn)}
    </Table>
  )
}

/** The report of a day or a month. */
export function SalesReportScreen() {
  const say = useWords(shiftWords)
  const [company, choice] = useCompanyChoice()
  const [span, setSpan] = useState<'day' | 'month'>('day')
  const [day, setDay] = useState(today)
  return (
    <ShiftTabs>
      <div className={style['page']}>
        <PageTitle>{say('reports')}</PageTitle>
        <div className={style['row']}>
          <SegmentedControl
            size="md"
            aria-label={say('span')}
            value={span}
            onChange={(next) => setSpan(next === 'month' ? 'month' : 'day')}
            data={(['day', 'month'] as const).map((value) => ({ value, label: say(value) }))}
          />
          <DayField
            isMonth={span === 'month'}
            label={say(span)}
            value={span === 'day' ? day : day.slice(0, 7)}
            onPick={(value) => {
              if (value !== '') setDay(span === 'day' ? value : `${value}-01`)
            }}
          />
          {choice}
        </div>
        {company !== '' && (
          <SalesReportView key={`${company} ${day} ${span}`} company={company} days={daysIn(day, span)} />
        )}
      </div>
    </ShiftTabs>
  )
}

/** The first and the last day. */
function daysIn(day: string, span: 'day' | 'month') {
  if (span === 'day') return { from: day, to: day }
  const days = daysOfMonth(day.slice(0, 7))
  return { from: days[0] ?? day, to: days.at(-1) ?? day }
}
