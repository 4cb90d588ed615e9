import { Group, SegmentedControl, Select, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { iteratePages } from '../../../../shared/api/operator-client.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { operator } from '../../../gateway/api.ts'
import { csvOf, saveFile } from '../../../parts/csv.ts'
import { PaperHead, printElement } from '../../../parts/print-page.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { Empty, Notice, QueryState } from '../../../parts/states.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { useLanguage, useWords } from '../../../words/language.ts'
import { reportWords } from '../../../words/report.ts'
import { statusWords } from '../../../words/status.ts'
import type { Family, ReportFilter, SalesReport } from './report-sums.ts'
import { groupDigitsIfFigure, type ReportTable, type ReportWithWithdrawn, useReportTables } from './report-tables.ts'
import style from './shift.module.css'

interface ReportProps {
  readonly company: string
  readonly days: { readonly from: string; readonly to: string }
}

/** Reads all pages of the report. */
export async function fetchReport({ company, days }: ReportProps): Promise<SalesReport> {
  let report: SalesReport = { groups: [], taxes: [], unreadable: 0 }
  for await (const page of iteratePages((place) => operator('report', { query: { company, ...days, ...place } }))) {
    report = {
      groups: [...report.groups, ...page.groups],
      taxes: [...report.taxes, ...page.taxes],
      unreadable: report.unreadable + page.unreadable,
    }
  }
  return report
}

/** Reads what was voided, cancelled or closed for good. A consolidated document is made again, so it is none. */
async function fetchWithdrawn({ company, days }: ReportProps): Promise<readonly WireRecord[]> {
  const query = { company, ...days, status: 'Voided,Cancelled,Invalid', page_size: '100' }
  const pages = iteratePages(({ after: before }) =>
    operator('listRecords', { headers: {}, query: { ...query, ...(before !== undefined && { before }) } }),
  )
  const withdrawn: WireRecord[] = []
  for await (const { items } of pages) withdrawn.push(...items.map(({ record }) => record).filter(isEnded))
  return withdrawn
}

const isEnded = ({ NEXT_ACTION, MEMBERS }: WireRecord) => NEXT_ACTION.ACTION === 'none' && MEMBERS === undefined

/** What was sold, by day, outlet and till, status and tax. It can be saved and printed. */
export function SalesReportView({ company, days }: ReportProps) {
  const say = useWords(reportWords)
  const sayStatus = useWords(statusWords)
  const [family, setFamily] = useState<Family>('sale')
  const [outlet, setOutlet] = useState<string | null>(null)
  const report = useQuery({
    queryKey: ['records', 'report', company, days],
    queryFn: async () => ({
      ...(await fetchReport({ company, days })),
      withdrawn: await fetchWithdrawn({ company, days }),
    }),
    staleTime: 60_000,
  })
  if (!report.data) return <QueryState query={report} />
  const { groups, unreadable } = report.data
  if (groups.length === 0) return <Empty title={say('nothing')} next={say('nothing_next')} />
  const families = [...new Set(groups.map(({ FAMILY }) => FAMILY))]
  const outlets = [...new Set(groups.map(({ OUTLET_NAME }) => OUTLET_NAME))].toSorted()
  return (
    <Section className={style['part']} title={say('sold')}>
      <Text className="quiet">{say('sold_text')}</Text>
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
        wanted={{ family: families.includes(family) ? family : (families[0] ?? 'sale'), outlet }}
        heading={[company, outlet, days.from === days.to ? days.from : `${days.from} – ${days.to}`]}
      />
    </Section>
  )
}

interface TablesProps {
  readonly report: ReportWithWithdrawn
  readonly madeAt: string
  readonly wanted: ReportFilter
  /** Lines for the head of the printed report. */
  readonly heading: readonly (string | null)[]
}

function Tables({ report, madeAt, wanted, heading }: TablesProps) {
  const say = useWords(reportWords)
  const language = useLanguage()
  const tables = useReportTables(report, wanted)
  const of = heading.filter((part) => part !== null)
  const name = ['resit-report', ...of].join('-').replaceAll(/[^\w-]+/g, '_')
  const drawn = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={drawn}>
        <PaperHead title={say('title')} of={of} madeAt={madeAt} />
        {tables.map((table) => (
          <Shown key={table.title} table={table} />
        ))}
      </div>
      <Group>
        <Secondary
          icon={IconDownload}
          onClick={() => saveFile(`${name}.csv`, csvOf(rowsOf(tables)), 'text/csv;charset=utf-8')}
        >
          {say('save_csv')}
        </Secondary>
        <Secondary icon={IconPrinter} onClick={() => printElement(drawn.current, { title: say('title'), language })}>
          {say('print')}
        </Secondary>
      </Group>
    </>
  )
}

/** All tables in one file, with an empty row between them. */
const rowsOf = (tables: readonly ReportTable[]) =>
  tables.flatMap(({ title, head, rows, foot }) => [[title], head, ...rows, ...foot, []])

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
