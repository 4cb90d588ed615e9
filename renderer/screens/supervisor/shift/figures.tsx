import { SegmentedControl, Select, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysOf } from '../../../../shared/domain/calendar.ts'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import { operator } from '../../../gateway/api.ts'
import { type Figures, type Figures as Shown, useTills } from '../../../gateway/shifts.ts'
import { DayField } from '../../../parts/day.tsx'
import { today } from '../../../parts/moments.ts'
import { Heads, PageTitle } from '../../../parts/section.tsx'
import { Empty, Failed, Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { Report } from './report.tsx'
import { Rooms } from './rooms.tsx'
import style from './shift.module.css'

/** A day by hours or a month by days: documents by status. */
export function Figures() {
  const say = useWords(shiftWords)
  const tills = useTills()
  const companies = [...new Set((tills.data ?? []).map((till) => till.company))]
  const [picked, setCompany] = useState<string | null>(null)
  const [span, setSpan] = useState<'day' | 'month'>('day')
  const [day, setDay] = useState(today)
  const company = picked ?? companies[0] ?? null
  const period = span === 'day' ? { day } : { month: day.slice(0, 7) }
  const figures = useQuery({
    queryKey: ['records', 'figures', company, period],
    queryFn: () => operator('figures', { query: { company: company ?? '', ...period } }),
    enabled: company !== null,
  })
  if (tills.isPending) return <Loading />
  return (
    <Rooms>
      <div className={style['page']}>
        <PageTitle>{say('figures')}</PageTitle>
        <div className={style['row']}>
          <SegmentedControl
            size="md"
            value={span}
            onChange={(next) => setSpan(next === 'month' ? 'month' : 'day')}
            data={[
              { value: 'day', label: say('day') },
              { value: 'month', label: say('month') },
            ]}
          />
          <DayField
            isMonth={span === 'month'}
            label={say(span)}
            value={span === 'day' ? day : day.slice(0, 7)}
            onPick={(value) => {
              if (value !== '') setDay(span === 'day' ? value : `${value}-01`)
            }}
          />
          {companies.length > 1 && (
            <Select
              label={say('company')}
              allowDeselect={false}
              value={company}
              data={companies}
              onChange={setCompany}
            />
          )}
        </div>
        {company === null && <Empty title={say('no_tills')} next={say('no_tills_next')} />}
        {figures.isError && <Failed error={figures.error} retry={() => void figures.refetch()} />}
        {company !== null && (
          <Report key={`${company} ${JSON.stringify(period)}`} company={company} days={daysIn(day, span)} />
        )}
        {figures.data && <Drawn figures={figures.data} span={span} />}
      </div>
    </Rooms>
  )
}

/** Both included. */
function daysIn(day: string, span: 'day' | 'month') {
  if (span === 'day') return { from: day, to: day }
  const days = daysOf(day.slice(0, 7))
  return { from: days[0] ?? day, to: days.at(-1) ?? day }
}

function Drawn({ figures, span }: { readonly figures: Shown; readonly span: 'day' | 'month' }) {
  const say = useWords(shiftWords)
  const sayStatus = useWords(statusWords)
  const isEmpty = statuses.every((status) => figures.by_status[status] === 0)
  return (
    <>
      <section className={style['part']}>
        <Title order={2} size="h4">
          {say('chart_documents')}
        </Title>
        {isEmpty ? (
          <Empty title={say('nothing')} next={say('nothing_next')} />
        ) : (
          <StatusChart label={say('chart_documents')} figures={figures} />
        )}
        <details>
          <summary className={style['disclose']}>{say('as_table')}</summary>
          <table className={style['table']}>
            <Heads
              of={[say(span === 'day' ? 'hour' : 'day'), ...statuses.map((each) => sayStatus(each))]}
              figuresFrom={1}
            />
            <tbody>
              {figures.buckets.map(({ name, by_status }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {statuses.map((status) => (
                    <td key={status} className={`figure ${style['number']}`}>
                      {by_status[status]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </section>
    </>
  )
}

/** A plain drawing: lines and boxes whose colours come from the page's own style. */
const width = 960
const height = 240
const foot = 28
const side = 48

interface FrameProps {
  readonly label: string
  readonly most: number
  readonly children: React.ReactNode
}

function Frame({ label, most, children }: FrameProps) {
  return (
    <svg className={style['chart']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, 0.5, 1].map((part) => {
        const y = (height - foot) * (1 - part) + 12 * part
        return (
          <g key={part}>
            <line className={style['axis']} x1={side} x2={width} y1={y} y2={y} />
            <text x={side - 8} y={y + 5} textAnchor="end">
              {Math.round(most * part)}
            </text>
          </g>
        )
      })}
      {children}
    </svg>
  )
}

const heightOf = (value: number, most: number) => (most === 0 ? 0 : (value / most) * (height - foot - 12))

/** Documents of each hour or day, one on the other by status. */
function StatusChart({ label, figures }: { readonly label: string; readonly figures: Figures }) {
  const sayStatus = useWords(statusWords)
  const { buckets } = figures
  const countOf = (by: Readonly<Record<Status, number>>) => statuses.reduce((sum, status) => sum + by[status], 0)
  const most = Math.max(2, ...buckets.map(({ by_status }) => countOf(by_status)))
  const step = (width - side) / buckets.length
  const shownEvery = Math.ceil(buckets.length / 16)
  return (
    <>
      <Frame label={label} most={most}>
        {buckets.map(({ name, by_status }, at) => {
          let top = height - foot
          return (
            <g key={name}>
              {statuses.map((status) => {
                const size = heightOf(by_status[status], most)
                top -= size
                return size === 0 ? null : (
                  <rect
                    key={status}
                    data-series={status}
                    x={side + at * step + 2}
                    y={top}
                    width={Math.max(1, step - 4)}
                    height={size}
                  />
                )
              })}
              {at % shownEvery === 0 && (
                <text x={side + (at + 0.5) * step} y={height - 6} textAnchor="middle">
                  {name.slice(-2)}
                </text>
              )}
            </g>
          )
        })}
      </Frame>
      <ul className={style['legend']}>
        {statuses.map((status) => (
          <li key={status} data-series={status}>
            ■ {sayStatus(status)}: <span className="figure">{figures.by_status[status]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
