import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import {
  type AlertCode,
  alertRowOf,
  certificateEndingMs,
  failingWebhookValues,
  sortAlerts,
} from '../../../../shared/domain/alert.ts'
import { deadlineStatusOf } from '../../../../shared/domain/consolidation-period.ts'
import { submissionWarningAgeMs } from '../../../../shared/domain/decide-send.ts'
import { stopsSending } from '../../../../shared/domain/journal-finding.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { AccessRefusalKind, WorkerHeartbeat } from '../../ports.ts'
import type { WorkBacklog } from '../../store/port/port.ts'
import type { Facts, StoreFacts } from './facts.ts'

export interface Alert {
  readonly code: AlertCode
  readonly verdict: 'warning' | 'bad'
  /** Null if it concerns all companies. */
  readonly companyGuid: string | null
  readonly loop?: string
  /** If absent, the alert began when it was first seen. */
  readonly since?: EpochMs
  readonly values: Readonly<Record<string, string>>
}

/** Alerts with the same text are the same alert. */
export const alertKeyOf = ({ code, companyGuid, loop = '' }: Pick<Alert, 'code' | 'companyGuid' | 'loop'>): string =>
  [code, companyGuid ?? '', loop].join(' ').trim()

interface Particulars extends Partial<Pick<Alert, 'verdict' | 'loop' | 'since'>> {
  readonly companyGuid?: string
}

const alert = (code: AlertCode, values: Alert['values'] = {}, particulars: Particulars = {}): Alert => ({
  code,
  verdict: alertRowOf(code).verdict,
  companyGuid: null,
  values,
  ...particulars,
})

const minuteMs = 60_000
const megabyte = 1024 * 1024
const oldestUnsentMs = 15 * minuteMs
const longestSilenceMs = 15 * minuteMs
/** A step may wait for our own limits, for a token and for the answer: a minute each, at worst. */
const longestStepMs = 10 * minuteMs
const leastFreeBytes = 500 * megabyte
const mostWalBytes = 64 * megabyte
/** The longest pause of the event loop, and the longest wait of a till for the store. */
const longestDelayMs = 1_000
/**
 * The authority decides within seconds (myinvois 3). If it has said nothing for a day, it may have forgotten the
 * document.
 */
const longestUnconfirmedMs = 24 * 60 * minuteMs
/** No request takes so long: its outcome was not written down, and only the next start looks it up. */
const longestUnsettledMs = 5 * minuteMs

/** The worst first. */
export const evaluateAlerts = (facts: Facts): readonly Alert[] =>
  sortAlerts([
    ...ofMachine(facts),
    ...ofCopy(facts),
    ...ofBlockReasons(facts),
    ...ofWorkers(facts),
    ...ofRefusals(facts),
    ...ofNetwork(facts),
    ...ofCertificates(facts),
    ...(facts.backlog ? ofBacklog(facts, facts.backlog) : []),
  ]).map((each) =>
    facts.authority === 'gateway' ? { ...each, values: { ...each.values, authority: facts.authority } } : each,
  )

function ofMachine(facts: Facts): readonly Alert[] {
  const { backlog, storage, journal, freeBytes, walBytes, canOpen, eventLoopDelayMs, storeDelayMs } = facts
  const ofStorage = storage.state === 'sound' ? null : (`storage_${storage.state}` as const)
  const alerts: Alert[] = []
  if (ofStorage) alerts.push(alert(ofStorage))
  // The alert of the disk says more.
  if (!backlog && !ofStorage) alerts.push(alert('store_silent'))
  if (journal) alerts.push(...ofJournal(journal))
  if (freeBytes !== null && freeBytes < leastFreeBytes) alerts.push(alert('disk_low', { free: inMegabytes(freeBytes) }))
  if (canOpen === false) alerts.push(alert('open_files_full'))
  if (walBytes !== null && walBytes > mostWalBytes) alerts.push(alert('wal_large', { size: inMegabytes(walBytes) }))
  if (storeDelayMs > longestDelayMs) alerts.push(alert('store_slow', { delay: inSeconds(storeDelayMs) }))
  if (eventLoopDelayMs > longestDelayMs) alerts.push(alert('event_loop_slow', { delay: inSeconds(eventLoopDelayMs) }))
  return alerts
}

function ofJournal({ isTrusted, findings, findingCount }: NonNullable<Facts['journal']>): readonly Alert[] {
  const stops = findings.filter(stopsSending)
  const restored = stops.length === 1 ? stops.find(({ code }) => code === 'backup_restored') : undefined
  // If the journal is trusted, every finding is about one record, also those that are not listed.
  const damaged = isTrusted ? findingCount : findings.length - stops.length
  return [
    ...(isTrusted || restored ? [] : [alert('journal_untrusted', { count: String(findingCount) })]),
    ...(restored ? [alert('backup_restored', { time: restored.detail ?? '–' })] : []),
    ...(damaged > 0 ? [alert('body_damaged', { count: String(damaged) })] : []),
  ]
}

const inMegabytes = (bytes: number): string => String(Math.floor(bytes / megabyte))
const inSeconds = (ms: number): string => (ms / 1000).toFixed(1)

/** A stick may be pulled out for a moment. */
const oldestCopyMs = 10 * minuteMs
/** A backup is made every day. In the last hour it may be on its way. */
const oldestBackupMs = 25 * 60 * minuteMs

function ofCopy({ copy, at, upMs }: Facts): readonly Alert[] {
  if (!copy) return []
  const damaged = copy.damaged === null ? [] : [alert('copy_damaged', { folder: copy.damaged })]
  // After a start, or in a new folder, both are made within a minute.
  const missed = (when: EpochMs | null, most: number) =>
    Math.min(upMs, at - (copy.chosenAt ?? 0)) > oldestCopyMs && at - (when ?? 0) > most
  if (!missed(copy.copiedAt, oldestCopyMs) && !missed(copy.backedUpAt, oldestBackupMs)) return damaged
  const since = copy.copiedAt === null ? '–' : toIsoTime(Math.min(copy.copiedAt, copy.backedUpAt ?? copy.copiedAt))
  return [...damaged, alert('copy_old', { folder: copy.folder, since })]
}

/** Raised at once: the documents may be due at any moment. */
function ofBlockReasons({ backlog, blockReasons, clock, isDispatching }: Facts): readonly Alert[] {
  if (!isDispatching) return []
  const isClockWrong = clock.kind === 'wrong' || blockReasons.some(({ attention }) => attention === 'clock_wrong')
  const minutes = String(Math.max(1, Math.round(Math.abs(clock.offsetMs) / minuteMs)))
  const notReady = blockReasons.filter(({ attention }) => attention === 'company_not_ready')
  return [
    ...(isClockWrong ? [alert('clock_wrong', { minutes })] : []),
    ...notReady.map(({ companyGuid, since }) => {
      const values = { company: backlog?.codeOf.get(companyGuid) ?? companyGuid, since: toIsoTime(since) }
      return alert('company_not_ready', values, { companyGuid })
    }),
  ]
}

const mostNamed = 5

/** An outlet's sales are safe there, but the head office does not know their state. */
export function outletAlerts(silentOutlets: StoreFacts['silentOutlets']): readonly Alert[] {
  if (silentOutlets.length === 0) return []
  const named = silentOutlets.slice(0, mostNamed).map(({ name }) => name)
  const more = silentOutlets.length > named.length ? [`+ ${silentOutlets.length - named.length}`] : []
  const since = toIsoTime(Math.min(...silentOutlets.map(({ heardAt }) => heardAt)))
  return [alert('outlet_silent', { outlets: [...named, ...more].join(', '), since })]
}

/** Without a valid certificate no outlet can give its documents to its head office. */
function ofNetwork({ network, at }: Facts): readonly Alert[] {
  if (!network) return []
  const { until, renewBy, isReplacementBroken } = network
  const values = { until: toIsoTime(until) }
  const verdict = at < until ? 'warning' : 'bad'
  return [
    ...(isReplacementBroken ? [alert('tls_broken', values, { verdict })] : []),
    ...(at >= renewBy ? [alert('tls_ending', values, { verdict })] : []),
  ]
}

/** After the certificate's end no document of the company is sent. */
const ofCertificates = ({ backlog, certificateEnds, at }: Facts): readonly Alert[] =>
  (certificateEnds ?? [])
    .filter(({ until }) => until - at < certificateEndingMs)
    .map(({ companyGuid, until }) => {
      const values = { company: backlog?.codeOf.get(companyGuid) ?? companyGuid, until: toIsoTime(until) }
      return alert('certificate_ending', values, { companyGuid, verdict: at < until ? 'warning' : 'bad' })
    })

/** In ten minutes: more than people mistype, and more than a till whose token is being replaced. */
const mostRefused: readonly (readonly [AccessRefusalKind, number, AlertCode])[] = [
  ['wrong_pin', 10, 'wrong_pins'],
  ['wrong_code', 20, 'wrong_pins'],
  ['wrong_token', 100, 'wrong_tokens'],
  ['connection', 1, 'connections_full'],
]

/** Wrong PINs and wrong codes raise the same alert. */
function ofRefusals({ refused }: Facts): readonly Alert[] {
  const raised = mostRefused.filter(([kind, most]) => refused[kind] >= most)
  return raised
    .filter(([, , code], at) => raised.findIndex((other) => other[2] === code) === at)
    .map(([kind, , code]) => alert(code, { count: String(refused[kind]) }))
}

function ofWorkers(facts: Facts): readonly Alert[] {
  const { backlog, heartbeats } = facts
  return [...heartbeats, ...missingWorkers(facts)].flatMap((heartbeat): readonly Alert[] => {
    const stillMs = standstillMs(heartbeat, facts)
    if (stillMs === null) return []
    const { companyGuid, name: loop } = heartbeat
    const company = backlog?.codeOf.get(companyGuid) ?? companyGuid
    const minutes = String(Math.floor(stillMs / minuteMs))
    return [alert('loop_stuck', { loop, company, minutes }, { companyGuid, loop })]
  })
}

/** The portal watch asks for many documents in one step, under the authority's limit. */
const patienceOf = ({ name }: WorkerHeartbeat): number => (name === 'watch' ? 12 : 1) * longestStepMs

/** How long a worker has stood still although it has work; null if it has not. */
function standstillMs(heartbeat: WorkerHeartbeat, { at, awakeMs, backlog }: Facts): number | null {
  const { stepMs, restedMs } = heartbeat
  // A resting worker starts due work within a minute.
  const idleMs = stepMs ?? Math.min(restedMs ?? awakeMs, at - (firstDue(backlog, heartbeat) ?? at))
  // While the machine slept, no worker stood still.
  const stillMs = Math.min(idleMs, awakeMs)
  return stillMs > patienceOf(heartbeat) ? stillMs : null
}

const firstDue = (backlog: StoreFacts | null, { companyGuid, name }: WorkerHeartbeat): number | undefined =>
  backlog?.lanes.find((lane) => lane.companyGuid === companyGuid && lane.work === name)?.firstDueAt

/** A company with due work has its workers. One that is missing was not woken: a fault. */
function missingWorkers({ backlog, heartbeats, isSending }: Facts): readonly WorkerHeartbeat[] {
  if (!isSending) return []
  return (backlog?.lanes ?? [])
    .filter(({ work }) => work !== 'settle')
    .filter(
      (lane) => !heartbeats.some(({ companyGuid, name }) => companyGuid === lane.companyGuid && name === lane.work),
    )
    .map(({ companyGuid, work }) => ({ companyGuid, name: work, stepMs: null, restedMs: null }))
}

function ofBacklog(facts: Facts, backlog: StoreFacts): readonly Alert[] {
  const { lanes, closing, codeOf, needy, webhooks, troubledMails, unsentAlert, pauses } = backlog
  const of = (code: AlertCode, companyGuid: string, values: Alert['values'], since?: EpochMs) =>
    alert(
      code,
      { company: codeOf.get(companyGuid) ?? companyGuid, ...values },
      { companyGuid, ...(since && { since }) },
    )
  const hours = String(submissionWarningAgeMs / (60 * minuteMs))
  return [
    ...[...pauses].map(([guid, { since, by }]) =>
      of('sending_paused', guid, { since: toIsoTime(since), by: by.replace(/^\w+:/, '') }, since),
    ),
    ...[...(closing ?? [])].map(([guid, count]) => of('window_closing', guid, { count: String(count), hours })),
    ...backlog.unconsolidated.flatMap(({ companyGuid, count, oldest, today }) => {
      // The law gives seven days after the month (myinvois 6.6); in the last three of them a person should know.
      const status = deadlineStatusOf(oldest, today)
      if (status === 'in_time') return []
      return [of(`consolidation_${status}`, companyGuid, { count: String(count), since: oldest })]
    }),
    ...[...needy].flatMap(([guid, count]) => (count > 0 ? [of('needs_person', guid, { count: String(count) })] : [])),
    ...(isSilent(facts) ? [alert('authority_silent', { since: toIsoTime(silentSince(facts)) })] : []),
    ...lanes.flatMap((lane) => {
      const code = ofLane(lane, facts)
      if (!code) return []
      const count = code !== 'unsettled' && { count: String(lane.count) }
      const since = code !== 'in_doubt' && { since: toIsoTime(code === 'unsettled' ? lane.firstDueAt : lane.oldestAt) }
      return [of(code, lane.companyGuid, { ...count, ...since })]
    }),
    ...(webhooks.length > 0 ? [alert('webhook_failing', failingWebhookValues(webhooks))] : []),
    ...(troubledMails.length > 0 ? [alert('mail_failing', { sales: troubledMails.join(', ') })] : []),
    ...(unsentAlert
      ? [alert(mailCodeOf(unsentAlert), { since: toIsoTime(unsentAlert.at) }, { since: unsentAlert.at })]
      : []),
    ...outletAlerts(backlog.silentOutlets),
  ]
}

/** The answer of a mail server begins with digits. Its text may name an address, so it is not told. */
const mailCodeOf = ({ reason }: { readonly reason: string | null }) =>
  /^\d{3}/.test(reason ?? '') ? 'alert_mail_refused' : 'alert_mail_unreached'

function ofLane({ work, oldestAt, firstDueAt }: WorkBacklog, { at, awakeMs }: Facts): AlertCode | null {
  switch (work) {
    case 'settle':
      // The time in which the machine slept does not count.
      return Math.min(at - firstDueAt, awakeMs) > longestUnsettledMs ? 'unsettled' : null
    case 'send':
      return at - oldestAt > oldestUnsentMs ? 'oldest_unsent' : null
    case 'poll':
      return at - oldestAt > longestUnconfirmedMs ? 'unconfirmed' : null
    case 'look_up':
      return 'in_doubt'
    default:
      return null
  }
}

const silentSince = ({ lastContactAt, at, upMs }: Facts): EpochMs => lastContactAt ?? at - upMs

/** The authority is silent only if it was asked. */
function isSilent(facts: Facts): boolean {
  if (!facts.isSending || facts.askingSince === null) return false
  const { at, askingSince, awakeMs } = facts
  return at - Math.max(silentSince(facts), askingSince, at - awakeMs) > longestSilenceMs
}

/** Whether anything asks the authority now. Paused documents do not, and a document in conflict only rarely. */
export const hasAuthorityWork = ({ lanes, pauses }: Pick<StoreFacts, 'lanes' | 'pauses'>, at: EpochMs): boolean =>
  lanes.some(({ work, firstDueAt, companyGuid }) => {
    if (work === 'look_up') return firstDueAt <= at
    return work !== 'release' && !(work === 'send' && pauses.has(companyGuid))
  })
