import { IconAlertTriangle, IconBuildingStore, IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { operator } from '../../../gateway/api.ts'
import { useClockText } from '../../../parts/moments.ts'
import { useOpenCountsText } from '../../../parts/open-counts.ts'
import { Section } from '../../../parts/section.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

type Outlet = OperatorAnswer<'listOutlets'>['items'][number]

const minuteMs = 60_000
/** Outlets report once a minute. */
const lookMs = 15_000

/** The last report of every outlet with its own gateway. Shows nothing if there is none. */
export function OutletHealthList() {
  const say = useWords(healthWords)
  const { data } = useQuery({
    queryKey: ['outlets'],
    queryFn: () => operator('listOutlets'),
    refetchInterval: lookMs,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Section className={style['part']} title={say('outlets')}>
      <ul className={style['outlets']}>
        {data.items.map((outlet) => (
          <OutletRow key={outlet.id} outlet={outlet} />
        ))}
      </ul>
    </Section>
  )
}

function OutletRow({ outlet }: { readonly outlet: Outlet }) {
  const say = useWords(healthWords)
  const openCounts = useOpenCountsText()
  const clock = useClockText()
  const heard = { time: clock(Date.parse(outlet.heard_at)) }
  const oldest = outlet.oldest_unsent_at
  const clockMinutes = Math.round(outlet.clock_ahead_ms / minuteMs)
  const facts = [
    ...openCounts(outlet),
    ...(oldest === null ? [] : [say('oldest', { time: clock(Date.parse(oldest)) })]),
    ...(clockMinutes === 0
      ? []
      : [say(clockMinutes > 0 ? 'clock_ahead' : 'clock_behind', { count: Math.abs(clockMinutes) })]),
  ]
  const Icon = outlet.state === 'silent' ? IconAlertTriangle : outlet.state === 'closed' ? IconMoon : IconBuildingStore
  return (
    <li data-outlet={outlet.state} data-tone={outlet.state === 'silent' ? 'bad' : outlet.verdict}>
      <Icon size={22} aria-hidden />
      <div>
        <b>
          <bdi>{outlet.name}</bdi>
        </b>
        <span>{outlet.state === 'open' ? say(`outlet_${outlet.verdict}`) : say(`outlet_${outlet.state}`, heard)}</span>
        {facts.length > 0 && <span>{facts.join(', ')}</span>}
        <span className="quiet figure">
          {outlet.state === 'open' && `${say('heard', heard)} · `}
          Resit {outlet.version}
        </span>
      </div>
    </li>
  )
}
