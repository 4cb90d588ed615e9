import { IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { operator } from '../../../gateway/api.ts'
import { useMay } from '../../../gateway/session.ts'
import { useClockText } from '../../../parts/clock-text.ts'
import { Section } from '../../../parts/section.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

type Outage = OperatorAnswer<'listOutages'>['items'][number]

/** When MyInvois was away, and what became of what was sold meanwhile: the newest first. */
export function Outages() {
  const say = useWords(healthWords)
  // Stale with the queue: what is sent, answered or kept changes both.
  const { data } = useQuery({ queryKey: ['queue', 'outages'], queryFn: () => operator('listOutages') })
  if (!data) return null
  return (
    <Section className={style['part']} title={say('outages')}>
      {data.items.length === 0 && <p className="quiet">{say('no_outages')}</p>}
      <ol className={style['timeline']}>
        {data.items.map((outage) => (
          <OutageRow key={outage.from} outage={outage} />
        ))}
      </ol>
    </Section>
  )
}

function OutageRow({
  outage: { from, to, is_over: isOver, kept, sent, confirming, waiting },
}: {
  readonly outage: Outage
}) {
  const say = useWords(healthWords)
  const clock = useClockText()
  const maySettle = useMay('void')
  const [begun, ended] = [clock(Date.parse(from)), to === null ? null : clock(Date.parse(to))]
  const figures = [
    say('kept', { count: kept }),
    say('sent', { count: sent }),
    ...(confirming > 0 ? [say('confirming', { count: confirming })] : []),
    ...(waiting > 0 ? [say('waiting', { count: waiting })] : []),
  ]
  return (
    <li data-outage={isOver ? 'over' : 'now'}>
      {isOver ? <IconCloudCheck size={22} aria-hidden /> : <IconCloudOff size={22} aria-hidden />}
      <div>
        <b className="figure">
          {isOver
            ? say(ended === null ? 'was_down' : 'down', { from: begun, to: ended ?? '' })
            : say('down_since', { from: begun })}
        </b>
        <span className="figure">{figures.join(', ')}</span>
        {confirming > 0 && maySettle && (
          <Link to="/todo" search={{ show: 'in_doubt' }} className={style['go'] ?? ''}>
            {say('check_them')}
          </Link>
        )}
      </div>
    </li>
  )
}
