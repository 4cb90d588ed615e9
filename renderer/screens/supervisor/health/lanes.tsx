import type { Queue } from '../../../gateway/health.ts'
import { useClockText } from '../../../parts/clock-text.ts'
import { Count } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

interface LanesProps {
  readonly lanes: Queue['lanes']
  readonly hasCompanies: boolean
  /** When that was so. */
  readonly seenAt: number
}

/** What the gateway still has to do by itself, in people's words. */
export function Lanes({ lanes, hasCompanies, seenAt }: LanesProps) {
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
