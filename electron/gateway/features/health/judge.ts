import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type AlertCode, alertCodes } from '../../../../shared/domain/alert.ts'
import { deadlineStatusOf } from '../../../../shared/domain/consolidation-period.ts'
import { countOf, countsOf } from '../../../../shared/domain/finding-list.ts'
import { type FindingClass, isOfClass } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { failingValues } from '../../../../shared/domain/webhook-failing.ts'
import type { RefusalKind } from '../../ports.ts'
import type { AlertLimits } from '../../settings/settings.ts'
import { isDamaged, type StorageState } from '../../store/port/journal.ts'
import type { Lane } from '../../store/port/port.ts'
import type { Backlog, Facts, Unconsolidated, WorkerHeartbeat } from './facts.ts'

/** Something that a person should know or do. */
export interface Alert {
  readonly code: AlertCode
  readonly verdict: 'warning' | 'bad'
  /** Null where it concerns all companies. */
  readonly companyGuid: string | null
  readonly loop?: string
  /** Figures for the sentence. */
  readonly values: Readonly<Record<string, string>>
}

export interface Rules extends AlertLimits {
  /** Oldest issue time the authority takes. */
  readonly submissionAgeMs: number
  readonly isDispatching: boolean
}

const megabyte = 1024 * 1024
const minuteMs = 60_000
/** The authority decides within seconds (myinvois 3); what it has said nothing of for a day it may have forgotten. */
const longestUnconfirmedMs = 24 * 60 * minuteMs
/** No request lives so long: what it was about was not written down, and is looked up only after a start. */
const longestUnsettledMs = 5 * minuteMs

/** What is wrong, the worst first. */
export function judge(facts: Facts, rules: Rules): readonly Alert[] {
  const { backlog } = facts
  const alerts = [
    ...ofMachine(facts, rules),
    ...ofHindrances(facts, rules),
    ...ofWorkers(facts, rules),
    ...ofRefusals(facts),
    ...ofNetwork(facts),
    ...(backlog ? ofBacklog(facts, backlog, rules) : []),
    ...(backlog ? ofWebhooks(backlog) : []),
    ...(backlog ? ofOutlets(backlog.silentOutlets) : []),
  ]
  const rank = ({ code }: Alert) => alertCodes.indexOf(code)
  return alerts.toSorted((one, other) => rank(one) - rank(other))
}

const storageAlerts: Readonly<Record<StorageState, AlertCode | null>> = {
  sound: null,
  failing: 'storage_failing',
  full: 'storage_full',
  read_only: 'storage_read_only',
}

function ofMachine(facts: Facts, rules: Rules): readonly Alert[] {
  const { backlog, storage, journal, freeBytes, walBytes, eventLoopDelayMs, storeDelayMs } = facts
  const common = { companyGuid: null } as const
  const countOfClass = (asked: FindingClass) => countOf(countsOf(journal?.findingCounts ?? {}, isOfClass(asked)))
  const alerts: Alert[] = [...ofCopy(facts)]
  const storageAlert =
    storage.state === 'read_only' && isDamaged(storage) ? 'storage_damaged' : storageAlerts[storage.state]
  if (storageAlert) alerts.push({ ...common, code: storageAlert, verdict: 'bad', values: {} })
  // Of a disk in trouble its own alert says more.
  if (!backlog && !storageAlert) alerts.push({ ...common, code: 'store_silent', verdict: 'bad', values: {} })
  if (journal?.isTrusted === false) {
    const count = String(countOfClass('stops_sending'))
    alerts.push({ ...common, code: 'journal_untrusted', verdict: 'bad', values: { count } })
  }
  const records = countOfClass('one_record')
  if (records > 0) alerts.push({ ...common, code: 'body_damaged', verdict: 'bad', values: { count: String(records) } })
  if (freeBytes !== null && freeBytes < rules.leastFreeBytes) {
    const free = String(Math.floor(freeBytes / megabyte))
    alerts.push({ ...common, code: 'disk_low', verdict: 'bad', values: { free } })
  }
  if (walBytes !== null && walBytes > rules.mostWalBytes) {
    const size = String(Math.floor(walBytes / megabyte))
    alerts.push({ ...common, code: 'wal_large', verdict: 'warning', values: { size } })
  }
  if (storeDelayMs > rules.storeDelayMs)
    alerts.push({ ...common, code: 'store_slow', verdict: 'warning', values: { delay: inSeconds(storeDelayMs) } })
  if (eventLoopDelayMs > rules.eventLoopDelayMs)
    alerts.push({
      ...common,
      code: 'event_loop_slow',
      verdict: 'warning',
      values: { delay: inSeconds(eventLoopDelayMs) },
    })
  return alerts
}

/** A stick that was pulled out for a moment is no news. */
const oldestCopyMs = 10 * minuteMs
/** One backup was left out. */
const oldestBackupMs = 50 * 60 * minuteMs

/** What the copy does not have is lost with the disk. */
function ofCopy({ copy, at, upMs }: Facts): readonly Alert[] {
  if (!copy) return []
  const missed = (when: Instant | null, most: number) => (when === null ? upMs > most : at - when > most)
  if (!missed(copy.copiedAt, oldestCopyMs) && !missed(copy.backedUpAt, oldestBackupMs)) return []
  const since = copy.copiedAt === null ? '–' : toWire(Math.min(copy.copiedAt, copy.backedUpAt ?? copy.copiedAt))
  return [{ code: 'copy_old', verdict: 'warning', companyGuid: null, values: { folder: copy.folder, since } }]
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1)

/** What keeps documents back until a person acts is said at once: they may be due at any moment. */
function ofHindrances({ backlog, hindrances, clock }: Facts, { isDispatching }: Rules): readonly Alert[] {
  if (!isDispatching) return []
  const isClockWrong = clock.kind === 'wrong' || hindrances.some(({ attention }) => attention === 'clock_wrong')
  const minutes = String(Math.max(1, Math.round(Math.abs(clock.offsetMs) / minuteMs)))
  return [
    ...(isClockWrong ? [{ code: 'clock_wrong', verdict: 'bad', companyGuid: null, values: { minutes } } as const] : []),
    ...hindrances
      .filter(({ attention }) => attention === 'company_not_ready')
      .map(({ companyGuid, since }): Alert => {
        const values = { company: backlog?.codeOf.get(companyGuid) ?? companyGuid, since: toWire(since) }
        return { code: 'company_not_ready', verdict: 'bad', companyGuid, values }
      }),
  ]
}

/** Documents are safe; a server of the shop’s own hears of none. */
const ofWebhooks = ({ webhooks }: Backlog): readonly Alert[] =>
  webhooks.length === 0
    ? []
    : [{ code: 'webhook_failing', verdict: 'warning', companyGuid: null, values: failingValues(webhooks) }]

const mostNamed = 5

/** What an outlet sold is safe there; but nobody here knows how it stands. */
export function ofOutlets(silentOutlets: Backlog['silentOutlets']): readonly Alert[] {
  if (silentOutlets.length === 0) return []
  const named = silentOutlets.slice(0, mostNamed).map(({ name }) => name)
  const more = silentOutlets.length > named.length ? [`+ ${silentOutlets.length - named.length}`] : []
  const since = toWire(Math.min(...silentOutlets.map(({ heardAt }) => heardAt)))
  const values = { outlets: [...named, ...more].join(', '), since }
  return [{ code: 'outlet_silent', verdict: 'warning', companyGuid: null, values }]
}

/** Without a certificate that counts no outlet gives its documents to its head office. */
function ofNetwork({ network, at }: Facts): readonly Alert[] {
  if (!network) return []
  const { renewBy, isReplacementBroken } = network
  const values = { until: toWire(network.until) }
  const verdict = at < network.until ? 'warning' : 'bad'
  return [
    ...(isReplacementBroken ? [{ code: 'tls_broken', verdict, companyGuid: null, values } as const] : []),
    ...(at >= renewBy ? [{ code: 'tls_ending', verdict, companyGuid: null, values } as const] : []),
  ]
}

/** In ten minutes: more than people mistype, and more than one till asks while its token is being mended. */
const mostRefused: readonly (readonly [RefusalKind, number, AlertCode])[] = [
  ['wrong_pin', 10, 'wrong_pins'],
  ['wrong_code', 20, 'wrong_pins'],
  ['wrong_token', 100, 'wrong_tokens'],
  ['connection', 1, 'connections_full'],
]

function ofRefusals({ refused }: Facts): readonly Alert[] {
  const raised = mostRefused.filter(([kind, most]) => refused[kind] >= most)
  // Wrong PINs and wrong codes are one thing to somebody who should look.
  return raised
    .filter(([, , code], at) => raised.findIndex((other) => other[2] === code) === at)
    .map(([kind, , code]) => ({
      code,
      verdict: 'warning',
      companyGuid: null,
      values: { count: String(refused[kind]) },
    }))
}

function ofWorkers(facts: Facts, rules: Rules): readonly Alert[] {
  const { backlog, heartbeats } = facts
  return [...heartbeats, ...missingWorkers(facts, rules)].flatMap((heartbeat): readonly Alert[] => {
    const stillMs = standstillMs(heartbeat, facts, rules)
    if (stillMs === null) return []
    const { companyGuid, name: loop } = heartbeat
    const values = {
      loop,
      company: backlog?.codeOf.get(companyGuid) ?? companyGuid,
      minutes: String(Math.floor(stillMs / minuteMs)),
    }
    return [{ code: 'loop_stuck', verdict: 'bad', companyGuid, loop, values }]
  })
}

/** The portal watch asks for document after document in one step, under the authority's limit. */
const patienceOf = ({ name }: WorkerHeartbeat, { stuckMs }: Rules): number => (name === 'watch' ? 12 : 1) * stuckMs

/** How long a worker has not come forward although it should; null where it does. */
function standstillMs(heartbeat: WorkerHeartbeat, { at, awakeMs, backlog }: Facts, rules: Rules): number | null {
  const { stepMs, restedMs } = heartbeat
  // At rest it turns to what is due within a minute.
  const idleMs = stepMs ?? Math.min(restedMs ?? awakeMs, at - (firstDue(backlog, heartbeat) ?? at))
  // A machine that slept is no worker that stood still.
  const stillMs = Math.min(idleMs, awakeMs)
  return stillMs > patienceOf(heartbeat, rules) ? stillMs : null
}

const firstDue = (backlog: Backlog | null, { companyGuid, name }: WorkerHeartbeat): number | undefined =>
  backlog?.lanes.find((lane) => lane.companyGuid === companyGuid && lane.work === name)?.firstDueAt

/** A company with something due has its workers, unless somebody forgot to wake it. */
function missingWorkers({ backlog, heartbeats }: Facts, { isDispatching }: Rules): readonly WorkerHeartbeat[] {
  if (!isDispatching) return []
  return (backlog?.lanes ?? [])
    .filter(({ work }) => work !== 'settle')
    .filter(
      (lane) => !heartbeats.some(({ companyGuid, name }) => companyGuid === lane.companyGuid && name === lane.work),
    )
    .map(({ companyGuid, work }) => ({ companyGuid, name: work, stepMs: null, restedMs: null }))
}

function ofBacklog(
  facts: Facts,
  { lanes, closing, codeOf, unconsolidated, needy }: Backlog,
  rules: Rules,
): readonly Alert[] {
  const company = (companyGuid: string) => codeOf.get(companyGuid) ?? companyGuid
  const alerts: Alert[] = []
  for (const [companyGuid, count] of closing ?? []) {
    const hours = String(Math.floor((rules.submissionAgeMs - rules.windowMs) / (60 * minuteMs)))
    const values = { company: company(companyGuid), count: String(count), hours }
    alerts.push({ code: 'window_closing', verdict: 'bad', companyGuid, values })
  }
  alerts.push(...ofConsolidation(unconsolidated, company))
  for (const [companyGuid, count] of needy) {
    const values = { company: company(companyGuid), count: String(count) }
    if (count > 0) alerts.push({ code: 'needs_person', verdict: 'warning', companyGuid, values })
  }
  if (isSilent(facts, rules)) {
    const values = { since: toWire(silentSince(facts)) }
    alerts.push({ code: 'authority_silent', verdict: 'warning', companyGuid: null, values })
  }
  for (const { work, companyGuid, count, oldestAt, firstDueAt } of lanes) {
    const values = { company: company(companyGuid), count: String(count) }
    // Due since it was asked; while the machine slept nothing was.
    if (work === 'settle' && Math.min(facts.at - firstDueAt, facts.awakeMs) > longestUnsettledMs) {
      const since = toWire(firstDueAt)
      alerts.push({ code: 'unsettled', verdict: 'bad', companyGuid, values: { company: company(companyGuid), since } })
    }
    if (work === 'send' && facts.at - oldestAt > rules.oldestMs) {
      const since = toWire(oldestAt)
      alerts.push({ code: 'oldest_unsent', verdict: 'warning', companyGuid, values: { ...values, since } })
    }
    if (work === 'poll' && facts.at - oldestAt > longestUnconfirmedMs) {
      const since = toWire(oldestAt)
      alerts.push({ code: 'unconfirmed', verdict: 'warning', companyGuid, values: { ...values, since } })
    }
    if (work === 'look_up' && count >= rules.inDoubt)
      alerts.push({ code: 'in_doubt', verdict: 'warning', companyGuid, values })
  }
  return alerts
}

/** The law gives seven days after the month (myinvois 6.6); the last three of them somebody should know. */
const ofConsolidation = (
  unconsolidated: readonly Unconsolidated[],
  company: (companyGuid: string) => string,
): readonly Alert[] =>
  unconsolidated.flatMap(({ companyGuid, count, oldest, today }): readonly Alert[] => {
    const status = deadlineStatusOf(oldest, today)
    if (status === 'in_time') return []
    const values = { company: company(companyGuid), count: String(count), since: oldest }
    return [
      status === 'due'
        ? { code: 'consolidation_due', verdict: 'warning', companyGuid, values }
        : { code: 'consolidation_overdue', verdict: 'bad', companyGuid, values },
    ]
  })

const silentSince = ({ lastContactAt, at, upMs }: Facts): Instant => lastContactAt ?? at - upMs

/** Nobody is silent who was not asked. */
function isSilent(facts: Facts, { isDispatching, silenceMs }: Rules): boolean {
  if (!isDispatching || facts.askingSince === null) return false
  const { at, askingSince, awakeMs } = facts
  return at - Math.max(silentSince(facts), askingSince, at - awakeMs) > silenceMs
}

/** Whether there is something to ask the authority. Of a conflict it is asked now and then, and only that counts. */
export const asksAuthority = (lanes: readonly Lane[], at: Instant): boolean =>
  lanes.some(({ work, firstDueAt }) => (work === 'look_up' ? firstDueAt <= at : work !== 'release'))
