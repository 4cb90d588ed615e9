import { Alert, Title } from '@mantine/core'
import { IconAlertTriangle, IconCloud, IconCloudOff } from '@tabler/icons-react'
import type { Health, Queue } from '../../../gateway/standing.ts'
import { useClockText } from '../../../parts/clock-text.ts'
import { useWords } from '../../../words/language.ts'
import { queueWords } from '../../../words/queue.ts'
import style from './queue.module.css'

interface AuthorityStateProps {
  readonly health: Health
  readonly queue: Queue
}

/** Whether the authority answers, since when not, and what else keeps documents back. */
export function AuthorityState({ health, queue }: AuthorityStateProps) {
  const say = useWords(queueWords)
  const clock = useClockText()
  const silent = health.alerts.find(({ code }) => code === 'authority_silent')
  const others = health.alerts.filter(({ code }) => code !== 'authority_silent' && code !== 'sending_paused')
  const hindrances = queue.hindrances.filter(({ code }) => code !== 'sending_paused')
  const stuck = health.loops.filter((loop) => loop.stuck)
  return (
    <section className={style['part']} aria-label={say('authority')}>
      <Title order={2} size="h4">
        {say('authority')}
      </Title>
      <p className={style['state']} data-tone={silent ? 'bad' : 'good'}>
        {silent ? <IconCloudOff size={22} aria-hidden /> : <IconCloud size={22} aria-hidden />}
        <span>{contactText()}</span>
      </p>
      {hindrances.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={say('hindered')}>
          <ul className={style['plain']}>
            {hindrances.map(({ company, since, message }) => (
              <li key={`${company} ${message}`}>
                <bdi>{company}</bdi>: {message} <span className="quiet">{at('since', since)}</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ul className={style['plain']}>
        {others.map(({ code, company, since, message }) => (
          <li key={`${code} ${company}`}>
            {message} <span className="quiet">{at('since', since)}</span>
          </li>
        ))}
        {stuck.map(({ company, name }) => (
          <li key={`${company} ${name}`}>{say('stuck', { company, name })}</li>
        ))}
      </ul>
    </section>
  )

  function at(word: 'since' | 'reached' | 'not_reached', instant: string): string {
    return say(word, { time: clock(Date.parse(instant)) })
  }
  function contactText(): string {
    if (silent) return at('not_reached', silent.since)
    return health.last_contact_at === null ? say('never_reached') : at('reached', health.last_contact_at)
  }
}
