import {
  type Icon,
  IconAlertTriangle,
  IconClockHour4,
  IconCloudCheck,
  IconCloudOff,
  IconCloudQuestion,
  IconFiles,
  IconHelpHexagon,
  IconPlayerPause,
  IconUserExclamation,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useNeedsPersonCount } from '../gateway/consolidation.ts'
import { type Health, type Queue, useGatewayInfo, useHealth, useIsPaused, useQueue } from '../gateway/health.ts'
import { useRefusedSales } from '../gateway/records.ts'
import { useMay } from '../gateway/session.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { useClockText } from './moments.ts'
import { NextTry } from './next-try.tsx'
import { outageOf, saidByOutage } from './outage.ts'
import { PersonMenu } from './person-menu.tsx'
import { usePlainSentence } from './plain.ts'
import style from './status-bar.module.css'

/** Loaded after the figures, like the sentences of refusals. */
const RefusalNotice = lazy(async () => ({ default: (await import('./refusal-notice.tsx')).RefusalNotice }))

type Tone = 'good' | 'calm' | 'warning' | 'bad'

/** The state of everything, on every screen. What the gateway has not said is shown as not known. */
export function StatusBar() {
  const say = useWords(shellWords)
  const health = useHealth()
  const queue = useQueue()
  const clock = useClockText()
  const isStale = health.isError || queue.isError
  const seenAt = Math.min(health.dataUpdatedAt, queue.dataUpdatedAt)
  const outage = health.data && queue.data ? outageOf(health.data, queue.data) : null
  const isPaused = useIsPaused()
  return (
    <section
      className={style['bar']}
      data-held={outage !== null || isPaused || undefined}
      aria-label={say('state_of_gateway')}
      aria-live="polite"
    >
      {isStale && (
        <Item
          tone="bad"
          icon={IconAlertTriangle}
          place="lead"
          text={say('not_live', { time: seenAt > 0 ? clock(seenAt) : '–' })}
        />
      )}
      {!isStale && health.data && queue.data && <Figures health={health.data} queue={queue.data} outage={outage} />}
      <Suspense>
        <RefusalNotice />
      </Suspense>
      <PersonMenu />
    </section>
  )
}

interface Shown {
  readonly health: Health
  readonly queue: Queue
  readonly outage: ReturnType<typeof outageOf>
}

/** These alerts have a figure of their own in the bar. */
const saidAlready: readonly string[] = ['sending_paused', 'needs_person', 'in_doubt']

/** What only an owner can mend. Others read it at Health. */
const forOwners = /^(webhook_failing|alert_mail|wrong_tokens|tls_)/

function Figures({ health, queue, outage }: Shown) {
  const say = useWords(shellWords)
  const plain = usePlainSentence()
  const clock = useClockText()
  const { unconsolidated: receipts, in_doubt: inDoubt, unsent: waiting, oldest_unsent_at: oldest } = queue
  const needPerson = useNeedsPersonCount() ?? 0
  const refused = useRefusedSales().length
  // While a sale is refused, nothing is shown in green.
  const good = refused > 0 ? 'calm' : 'good'
  const isOwner = useMay('admin')
  const paused = health.alerts.find(({ code }) => code === 'sending_paused')
  // A pause does not hide it. What the outage says is not said again.
  const worst = health.alerts.find(
    ({ code }) =>
      !saidAlready.includes(code) && !(outage && saidByOutage.includes(code)) && (isOwner || !forOwners.test(code)),
  )
  const counted = [
    { count: refused, word: 'refused_count', tone: 'bad', icon: IconX, to: 'Invalid' },
    { count: receipts, word: 'unconsolidated', tone: 'calm', icon: IconFiles, to: 'unconsolidated' },
    { count: inDoubt, word: 'in_doubt', tone: 'warning', icon: IconHelpHexagon, to: 'in_doubt' },
    { count: needPerson, word: 'needs_person', tone: 'warning', icon: IconUserExclamation, to: 'needs_person' },
  ] as const
  const since = (instant: string) => clock(Date.parse(instant))
  const unsent = say('unsent', { count: waiting })
  return (
    <>
      <Connection {...{ health, queue, outage, good }} />
      {outage && <NextTry {...outage} />}
      {(!outage || outage.isIdle) && (
        <Item
          tone={waiting > 0 ? 'calm' : good}
          icon={IconClockHour4}
          to="unsent"
          count={waiting}
          text={oldest === null ? say('all_sent') : `${unsent} · ${say('oldest', { time: since(oldest) })}`}
        />
      )}
      {counted.map(
        ({ count, word, ...facts }) =>
          count > 0 && <Item key={word} {...facts} count={count} text={say(word, { count })} />,
      )}
      {paused && (
        <Item
          tone="warning"
          icon={IconPlayerPause}
          text={`${say('paused')} · ${say('since', { time: since(paused.since) })}`}
        />
      )}
      {worst && <Item tone={worst.verdict} icon={IconAlertTriangle} place="below" text={plain(worst.message)} />}
    </>
  )
}

/**
 * The connection to MyInvois: amber at the first failed send, red when it lasts. It also says what that means for the
 * person who sells. If nothing waits, the next sale shows whether MyInvois answers again.
 */
function Connection({ health, queue, outage, good }: Shown & { readonly good: Tone }) {
  const say = useWords(shellWords)
  const isPaused = useIsPaused()
  const isPractice = useGatewayInfo().data?.authority === 'practice'
  const time = useClockText()(outage?.since ?? 0)
  if (outage && !outage.isIdle) {
    // If sending is paused, the documents do not go by themselves after the outage.
    const kept = queue.unsent > 0 && !isPaused ? say('kept_here', { count: queue.unsent }) : say('keep_selling')
    const tone = outage.hasLasted ? 'bad' : 'warning'
    const facts = { tone, icon: IconCloudOff, to: 'unsent', place: 'lead', detail: kept } as const
    return <Item {...facts} text={say('authority_since', { time })} />
  }
  const isKnown = outage === null && health.last_contact_at !== null
  const connected = isPractice ? 'practice_ok' : 'authority_ok'
  const text = say(outage ? 'authority_idle' : isKnown ? connected : 'authority_never', { time })
  return (
    <Item tone={isKnown ? good : 'calm'} icon={isKnown ? IconCloudCheck : IconCloudQuestion} place="lead" text={text} />
  )
}

interface ItemFacts {
  readonly tone: Tone
  readonly icon: Icon
  readonly text: string
  readonly detail?: string
  /** The filter of the sales list that shows these documents. */
  readonly to?: string
  /** How many; all that a phone shows of the text. */
  readonly count?: number
  /** `lead` stays beside the person's menu if there is little room. `below` is a line of its own. */
  readonly place?: 'lead' | 'below'
}

/** On a phone a picture and a number, so that all stand in one line. A trouble of the connection keeps its words there. */
function Item({ tone, icon: Shown, text, detail, to, count, place }: ItemFacts) {
  const isShort = place !== 'lead' || tone === 'good' || tone === 'calm'
  const facts = { 'data-tone': tone, 'data-place': place, 'data-short': isShort || undefined, 'data-count': count }
  const shown = (
    <>
      <Shown size={20} aria-hidden />
      <span className={`figure ${style['count']}`} aria-hidden>
        {count}
      </span>
      <span className={`figure ${style['text']}`}>
        {text}
        {detail && <span className={style['detail']}> · {detail}</span>}
      </span>
    </>
  )
  const className = style['item'] ?? ''
  if (to === undefined && place === 'lead')
    return (
      <span className={className} {...facts}>
        {shown}
      </span>
    )
  // What has no words on a phone has them at Health.
  const target =
    to === undefined ? { to: '/health' } : { to: '/sales', search: { status: to, days: 'all', tills: 'all' } }
  return (
    <Link className={className} title={text} {...facts} {...target}>
      {shown}
    </Link>
  )
}
