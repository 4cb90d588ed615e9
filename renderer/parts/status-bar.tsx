import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconCloud,
  IconCloudOff,
  IconHelpHexagon,
  IconPlayerPause,
  IconUserExclamation,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSession } from '../gateway/session.ts'
import { type Health, useHealth, useQueue } from '../gateway/standing.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { useClockText } from './clock-text.ts'
import style from './status-bar.module.css'

type Tone = 'good' | 'calm' | 'warning' | 'bad'

/** How things stand, on every screen. What is not known is said to be not known: this bar never lies. */
export function StatusBar() {
  const say = useWords(shellWords)
  const health = useHealth()
  const queue = useQueue()
  const clock = useClockText()
  const isStale = health.isError || queue.isError
  const seenAt = Math.min(health.dataUpdatedAt, queue.dataUpdatedAt)
  return (
    <section className={style['bar']} aria-label={say('state_of_gateway')} aria-live="polite">
      {isStale && (
        <Item tone="bad" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {say('not_live', { time: seenAt > 0 ? clock(seenAt) : '–' })}
        </Item>
      )}
      {!isStale && health.data && <Figures health={health.data} needPerson={peopleNeeded(queue.data?.attention)} />}
      <Who />
    </section>
  )
}

function Figures({ health, needPerson }: { readonly health: Health; readonly needPerson: number }) {
  const say = useWords(shellWords)
  const clock = useClockText()
  const { unsent, in_doubt: inDoubt, oldest_unsent_at: oldestAt } = health
  const paused = health.alerts.find(({ code }) => code === 'sending_paused')
  // Said beside a pause, which hides nothing.
  const worst = health.alerts.find(({ code }) => code !== 'sending_paused')
  return (
    <>
      <AuthorityItem health={health} />
      <Item tone={unsent ? 'calm' : 'good'} icon={<IconClockHour4 size={20} aria-hidden />}>
        {unsent ? say('waiting', { count: unsent }) : say('all_sent')}
        {unsent && oldestAt ? `, ${say('oldest', { time: clock(Date.parse(oldestAt)) })}` : ''}
      </Item>
      {inDoubt ? (
        <Item tone="warning" icon={<IconHelpHexagon size={20} aria-hidden />}>
          {say('in_doubt', { count: inDoubt })}
        </Item>
      ) : null}
      {needPerson > 0 && (
        <Item tone="warning" icon={<IconUserExclamation size={20} aria-hidden />}>
          {say('needs_person', { count: needPerson })}
        </Item>
      )}
      {paused && (
        <Item tone="warning" icon={<IconPlayerPause size={20} aria-hidden />}>
          {say('paused')}, {say('since', { time: clock(Date.parse(paused.since)) })}
        </Item>
      )}
      {worst && (
        <Item tone={health.verdict} icon={<IconAlertTriangle size={20} aria-hidden />}>
          {worst.message}
        </Item>
      )}
    </>
  )
}

function AuthorityItem({ health }: { readonly health: Health }) {
  const say = useWords(shellWords)
  const clock = useClockText()
  const silent = health.alerts.find(({ code }) => code === 'authority_silent')
  if (silent)
    return (
      <Item tone="bad" icon={<IconCloudOff size={20} aria-hidden />}>
        {say('authority_since', { time: clock(Date.parse(silent.since)) })}
      </Item>
    )
  const isReached = health.last_contact_at !== null
  return (
    <Item tone={isReached ? 'good' : 'calm'} icon={<IconCloud size={20} aria-hidden />}>
      {say(isReached ? 'authority_ok' : 'authority_never')}
    </Item>
  )
}

function Who() {
  const { operator } = useSession()
  return (
    <span className={style['who']}>
      <IconCircleCheck size={18} aria-hidden /> {operator.name}
    </span>
  )
}

function Item({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone
  readonly icon: ReactNode
  readonly children: ReactNode
}) {
  return (
    <span className={style['item']} data-tone={tone}>
      {icon}
      <span className="figure">{children}</span>
    </span>
  )
}

const peopleNeeded = (attention: Readonly<Record<string, number | undefined>> | undefined): number =>
  Object.values(attention ?? {}).reduce<number>((sum, count) => sum + (count ?? 0), 0)
