import { Group } from '@mantine/core'
import { IconAlertTriangle, IconBuildingStore, IconCloud, IconCloudOff, IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { operator } from '../../../gateway/api.ts'
import { type Health, type Queue, useHealth, useQueue } from '../../../gateway/health.ts'
import { refetchEvery } from '../../../gateway/refetch.ts'
import { useMay } from '../../../gateway/session.ts'
import { CheckList } from '../../../parts/check-list.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { CopySafety } from '../../../parts/last-copies.tsx'
import { useClockText } from '../../../parts/moments.ts'
import { NextTry } from '../../../parts/next-try.tsx'
import { useOpenCountsText } from '../../../parts/open-counts.ts'
import { outageOf, saidByOutage } from '../../../parts/outage.ts'
import { usePlainSentence } from '../../../parts/plain.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'
import { SendingControls } from './sending.tsx'

/** Whether documents are sent, and what stops them. An owner also sees all checks. */
export function HealthScreen() {
  const say = useWords(healthWords)
  const queue = useQueue()
  const health = useHealth()
  const mayCheck = useMay('admin')
  if (!queue.data) return <QueryState query={queue} />
  if (!health.data) return <QueryState query={health} />
  return (
    <div className={style['screen']}>
      <div className={style['title']}>
        <PageTitle>{say('title')}</PageTitle>
      </div>
      <div className={style['column']}>
        <AuthorityState health={health.data} queue={queue.data} />
        <SendingControls />
        {mayCheck && <CopySafety />}
      </div>
      <div className={style['column']}>
        <OutletHealthList />
        {mayCheck && <DoctorChecks />}
      </div>
    </div>
  )
}

const worstFirst = ['bad', 'warning', 'good'] as const

type Check = OperatorAnswer<'doctor'>['checks'][number]
const isAway = ({ name, verdict }: Check) => verdict !== 'good' && name.startsWith('authority')
/** Paths and fingerprints that are in order: only support reads them. */
const isTechnical = ({ name, verdict }: Check) => verdict === 'good' && /copy|journal|storage/.test(name)

/** The checks of the doctor, the worst first. They ask the authority, so the state above is asked for again then. */
function DoctorChecks() {
  const say = useWords(healthWords)
  const { refetch: lookAgain } = useHealth()
  const doctor = useQuery({
    queryKey: ['doctor'],
    queryFn: () => operator('doctor').finally(() => void lookAgain()),
    refetchInterval: refetchEvery(({ checks }: OperatorAnswer<'doctor'>) => checks.some(isAway) && lookMs),
  })
  if (!doctor.data) return <QueryState query={doctor} />
  const checks = worstFirst.flatMap((verdict) => doctor.data.checks.filter((check) => check.verdict === verdict))
  const text = checks.map(({ name, verdict, message }) => `${verdict}\t${name}\t${message}`).join('\n')
  return (
    <Section className={style['part']} title={say('checks')}>
      <CheckList checks={checks.filter((check) => !isTechnical(check))} />
      <Group gap="sm">
        <Secondary loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
          {say('check_again')}
        </Secondary>
        <CopyButton text={text} label={say('copy_for_support')} />
      </Group>
    </Section>
  )
}

/** Whether the authority answers, since when it does not, and what else stops the sending. */
function AuthorityState({ health, queue }: { readonly health: Health; readonly queue: Queue }) {
  const say = useWords(healthWords)
  const plain = usePlainSentence()
  const clock = useClockText()
  const heard = health.last_contact_at
  // As in the status bar: amber at the first failed send, red when it lasts.
  const outage = outageOf(health, queue)
  const others = health.alerts.filter(
    ({ code }) => code !== 'sending_paused' && !(outage !== null && saidByOutage.includes(code)),
  )
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
      {outage && <NextTry {...outage} />}
      <ul className={style['plain']}>
        {[...block_reasons, ...others].map(({ company, since, message }) => (
          <li key={`${company} ${message}`}>
            <span className="quiet">{say('since', { time: clock(Date.parse(since)) })}</span> {plain(message)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Outlet = OperatorAnswer<'listOutlets'>['items'][number]

const minuteMs = 60_000
/** Outlets report once a minute. */
const lookMs = 15_000

/** The last report of every outlet with its own gateway. Shows nothing if there is none. */
function OutletHealthList() {
  const say = useWords(healthWords)
  const { data } = useQuery({ queryKey: ['outlets'], queryFn: () => operator('listOutlets'), refetchInterval: lookMs })
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
        {facts.length > 0 && <span>{facts.join(' · ')}</span>}
        <span className="quiet figure">
          {outlet.state === 'open' && `${say('heard', heard)} · `}
          Resit {outlet.version}
        </span>
      </div>
    </li>
  )
}
