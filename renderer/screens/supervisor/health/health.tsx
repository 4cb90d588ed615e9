import { Title } from '@mantine/core'
import { type Queue, useHealth, useQueue } from '../../../gateway/health.ts'
import { useMay, useSession } from '../../../gateway/session.ts'
import { Count } from '../../../parts/figures.tsx'
import { useClockText } from '../../../parts/moments.ts'
import { isHindered, outageOf } from '../../../parts/outage.ts'
import { Section } from '../../../parts/section.tsx'
import { Awaiting } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import { AuthorityState } from './authority-state.tsx'
import { Checks } from './checks.tsx'
import style from './health.module.css'
import { Outlets } from './outlets.tsx'
import { Proof } from './proof.tsx'
import { Sending } from './sending.tsx'

/** Whether documents go, what is in the way of them, and, for who owns the shop, everything that can be wrong. */
export function HealthScreen() {
  const say = useWords(healthWords)
  const queue = useQueue()
  const health = useHealth()
  const companies = useSession().companies.map(({ code }) => code)
  const mayCheck = useMay('admin')
  if (!queue.data) return <Awaiting query={queue} />
  if (!health.data) return <Awaiting query={health} />
  // As in the bar, and in what is said of MyInvois above.
  const keptBack = outageOf(health.data, queue.data) ? 'outage' : isHindered(health.data, queue.data) ? 'fault' : null
  return (
    <div className={style['screen']}>
      <Title order={1} size="h2" className={style['title'] ?? ''}>
        {say('title')}
      </Title>
      <div className={style['column']}>
        <AuthorityState health={health.data} queue={queue.data} />
        <Sending companies={companies} keptBack={keptBack} />
      </div>
      <div className={style['column']}>
        <Outlets />
        <Lanes lanes={queue.data.lanes} hasCompanies={companies.length > 1} seenAt={queue.dataUpdatedAt} />
        {mayCheck && <Proof />}
        {mayCheck && <Checks />}
      </div>
    </div>
  )
}

interface LanesProps {
  readonly lanes: Queue['lanes']
  readonly hasCompanies: boolean
  /** When that was so. */
  readonly seenAt: number
}

/** What the gateway still has to do by itself, in people's words. */
function Lanes({ lanes, hasCompanies, seenAt }: LanesProps) {
  const say = useWords(healthWords)
  const clock = useClockText()
  return (
    <Section className={style['part']} title={say('lanes')}>
      {lanes.length === 0 && <p>{say('nothing_waiting')}</p>}
      <ul className={style['lanes']}>
        {lanes.map(({ company, work, count, oldest_at: oldestAt, next_at: nextAt }) => (
          <li key={`${company} ${work}`} data-lane={work}>
            <span className={style['count']}>
              <Count value={count} />
            </span>
            <span>
              {say(work)}
              {hasCompanies && (
                <>
                  {' · '}
                  <bdi>{company}</bdi>
                </>
              )}
              <br />
              <span className="quiet figure">
                {say('oldest', { time: clock(Date.parse(oldestAt)) })}
                {Date.parse(nextAt) > seenAt && ` · ${say('next', { time: clock(Date.parse(nextAt)) })}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
