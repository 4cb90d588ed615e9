import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCloud, IconCloudOff } from '@tabler/icons-react'
import type { Health, Queue } from '../../../gateway/health.ts'
import { useClockText } from '../../../parts/moments.ts'
import { NextTry } from '../../../parts/next-try.tsx'
import { outageOf, saidByOutage } from '../../../parts/outage.ts'
import { usePlainSentence } from '../../../parts/plain.ts'
import { Section } from '../../../parts/section.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

/** Whether the authority answers, since when it does not, and what else stops the sending. */
export function AuthorityState({ health, queue }: { readonly health: Health; readonly queue: Queue }) {
  const say = useWords(healthWords)
  const plain = usePlainSentence()
  const clock = useClockText()
  const sinceText = (instant: string) => say('since', { time: clock(Date.parse(instant)) })
  const heard = health.last_contact_at
  // As in the status bar: amber at the first failed send, red when it lasts.
  const outage = outageOf(health, queue)
  const others = health.alerts.filter(
    ({ code }) => code !== 'sending_paused' && !(outage !== null && saidByOutage.includes(code)),
  )
  // An outage is said above.
  const block_reasons = queue.block_reasons.filter(({ code, unreachable }) => code !== 'sending_paused' && !unreachable)
  return (
    <Section className={style['part']} title={say('myinvois')}>
      <p className={style['state']} data-tone={outage ? (outage.hasLasted ? 'bad' : 'warning') : 'good'}>
        {outage ? <IconCloudOff size={22} aria-hidden /> : <IconCloud size={22} aria-hidden />}
        <span>
          {outage
            ? say('not_reached', { time: clock(outage.since) })
            : heard === null
              ? say('never_reached')
              : say('reached', { time: clock(Date.parse(heard)) })}
        </span>
      </p>
      {outage && <NextTry at={outage.nextAt} />}
      {block_reasons.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={say('hindered')}>
          <ul className={style['plain']}>
            {block_reasons.map(({ company, since, message }) => (
              <li key={`${company} ${message}`}>
                <bdi>{company}</bdi>: {plain(message)} <span className="quiet">{sinceText(since)}</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ul className={style['plain']}>
        {others.map(({ code, company, since, message }) => (
          <li key={`${code} ${company}`}>
            {plain(message)} <span className="quiet">{sinceText(since)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
