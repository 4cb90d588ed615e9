import { type Status, statuses } from '../../../../shared/domain/status.ts'
import type { Figures } from '../../../gateway/shifts.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import style from './shift.module.css'

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
export function StatusChart({ label, figures }: { readonly label: string; readonly figures: Figures }) {
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
