import { type FailingWebhook, failingWebhooks } from '../../../../shared/domain/alert.ts'
import { type Day, dayOf } from '../../../../shared/domain/calendar.ts'
import type { ClockStatus } from '../../../../shared/domain/clock-skew.ts'
import type { AttentionCode, Instant } from '../../../../shared/domain/record.ts'
import type { CertificateStatus, Clock, Log, RefusalKind } from '../../ports.ts'
import type { Consolidations } from '../../store/port/consolidation.ts'
import type { CopyStatus } from '../../store/port/copy.ts'
import type { Journal, JournalStatus, Storage, StorageStatus } from '../../store/port/journal.ts'
import type { Companies, Lane, Schedule } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import type { Webhooks } from '../../store/port/webhooks.ts'
import type { Machine } from './machine.ts'
import type { Refusals } from './refusals.ts'

/** Signs of life of one of a company's workers. */
export interface WorkerHeartbeat {
  readonly companyGuid: string
  readonly name: string
  /** How long its present step has taken; null where it rests. */
  readonly stepMs: number | null
  /** How long ago its last round ended; null before that. */
  readonly restedMs: number | null
}

/** What keeps a company's documents back although they could go. */
export interface Hindered {
  readonly companyGuid: string
  readonly since: Instant
  readonly attention: AttentionCode | null
}

/** What the store knows of what is still to be done. */
export interface Backlog {
  readonly lanes: readonly Lane[]
  /** Unsent documents whose time for submission is nearly over or over, by company; null if they were not counted. */
  readonly closing: ReadonlyMap<string, number> | null
  readonly codeOf: ReadonlyMap<string, string>
  readonly unconsolidated: readonly Unconsolidated[]
  /** Documents that do not go on before a person has acted, by company. */
  readonly needy: ReadonlyMap<string, number>
  readonly webhooks: readonly FailingWebhook[]
  /** Outlets with a gateway of their own that should be heard of and are not. */
  readonly silentOutlets: readonly SilentOutlet[]
  /** Companies whose documents people keep back. */
  readonly pauses: ReadonlyMap<string, Pause>
}

/** A pause that everyone forgot is how documents grow too old to be sent. */
interface Pause {
  readonly since: Instant
  readonly by: string
}

export interface SilentOutlet {
  readonly name: string
  readonly heardAt: Instant
}

/** Receipts of a company that wait for their consolidated document. */
export interface Unconsolidated {
  readonly companyGuid: string
  readonly count: number
  /** Of the oldest sale, by the company's own calendar. */
  readonly oldest: Day
  readonly today: Day
}

/** How things stand at one moment; null for what could not be found out. */
export interface Facts {
  readonly at: Instant
  readonly upMs: number
  /** Since the start, or since the machine last slept. */
  readonly awakeMs: number
  readonly backlog: Backlog | null
  readonly storage: StorageStatus
  readonly journal: Pick<JournalStatus, 'isTrusted' | 'findings' | 'findingCount'> | null
  /** False if nothing is sent on purpose, or another process of the head office sends. */
  readonly isSending: boolean
  /** Whether this process may send at all. */
  readonly isDispatching: boolean
  readonly heartbeats: readonly WorkerHeartbeat[]
  readonly hindrances: readonly Hindered[]
  /** How our clock stands to the authority's. */
  readonly clock: { readonly kind: ClockStatus; readonly offsetMs: number }
  readonly lastContactAt: Instant | null
  /** Since when there has been something to ask the authority; null while there is nothing. */
  readonly askingSince: Instant | null
  readonly freeBytes: number | null
  readonly walBytes: number | null
  /** How the copy of the database stands; null if there is none. */
  readonly copy: CopyStatus | null
  readonly eventLoopDelayMs: number
  /** What a till's request waits for the store. */
  readonly storeDelayMs: number
  /** Of the certificate for other computers; null where they are not answered. */
  readonly network: CertificateStatus | null
  /** In the last ten minutes. */
  readonly refused: Readonly<Record<RefusalKind, number>>
}

export interface FactSources {
  readonly schedule: Pick<Schedule, 'lanes' | 'unsentIssuedBefore'>
  readonly consolidations: Pick<Consolidations, 'waiting'>
  readonly companies: Pick<Companies, 'list'>
  readonly records: Pick<Records, 'attentions' | 'refusedNotes'>
  readonly webhooks: Pick<Webhooks, 'targets'>
  readonly silentOutlets: () => Promise<readonly SilentOutlet[]>
  readonly clock: Pick<Clock, 'now'>
  readonly storage: Pick<Storage, 'status' | 'takeDelayMs'>
  readonly journal: Pick<Journal, 'status'>
  readonly isSending: () => boolean
  readonly heartbeats: () => readonly WorkerHeartbeat[]
  readonly hindranceOf: (companyGuid: string) => Omit<Hindered, 'companyGuid'> | null
  readonly pauseOf: (companyGuid: string) => Pause | null
  readonly network: () => CertificateStatus | null
  readonly authorityClock: { status(): Facts['clock']; answeredAt(): Instant | null }
  readonly machine: Machine
  /** Null if the database is not copied. */
  readonly copy: { status(): CopyStatus } | null
  readonly refusals: Pick<Refusals, 'recent'>
  readonly log: Log
}

const patienceMs = 10_000

/** All that can be found out while the disk answers, and of the rest that it could not. */
export async function gatherFacts(
  sources: FactSources,
  closingBefore: Instant,
): Promise<Pick<Facts, 'backlog' | 'journal' | 'freeBytes' | 'walBytes'>> {
  const { machine, log } = sources
  const [backlog, journal, freeBytes, walBytes] = await Promise.all([
    inTime(backlogOf(sources, closingBefore), log),
    inTime(sources.journal.status(), log),
    inTime(machine.freeBytes(), log),
    inTime(machine.walBytes(), log),
  ])
  return { backlog, journal, freeBytes, walBytes }
}

async function backlogOf(sources: FactSources, closingBefore: Instant): Promise<Backlog> {
  const { schedule, companies, consolidations, clock, records, webhooks, pauseOf } = sources
  const [lanes, closing, list, waiting, targets, silentOutlets] = await Promise.all([
    schedule.lanes(),
    schedule.unsentIssuedBefore(closingBefore),
    companies.list(),
    consolidations.waiting(),
    webhooks.targets(),
    sources.silentOutlets(),
  ])
  const now = clock.now()
  const profiles = list.map(({ profile }) => profile)
  // What was given back and is not declared stays in the books as income: of a sale that was refused its till is told.
  const needyOf = async (companyGuid: string) => {
    const refused = await records.refusedNotes({ companyGuid })
    return [companyGuid, refused + needyIn(await records.attentions({ companyGuid }))] as const
  }
  return {
    lanes,
    closing,
    codeOf: new Map(profiles.map(({ companyGuid, companyCode }) => [companyGuid, companyCode])),
    unconsolidated: waiting.flatMap(({ companyGuid, count, oldestIssuedAt }) => {
      const zone = profiles.find((profile) => profile.companyGuid === companyGuid)?.timeZone
      return zone ? [{ companyGuid, count, oldest: dayOf(oldestIssuedAt, zone), today: dayOf(now, zone) }] : []
    }),
    needy: new Map(await Promise.all(profiles.map(({ companyGuid }) => needyOf(companyGuid)))),
    webhooks: failingWebhooks(targets),
    silentOutlets,
    pauses: new Map(
      profiles.flatMap(({ companyGuid }) => {
        const pause = pauseOf(companyGuid)
        return pause ? [[companyGuid, pause]] : []
      }),
    ),
  }
}

/** A note that waits for its original goes on without a person; all others need one. */
const needyIn = (attentions: ReadonlyMap<AttentionCode, number>): number =>
  [...attentions].reduce((sum, [code, count]) => (code === 'waits_for_original' ? sum : sum + count), 0)

/** Of every company that is kept from sending. */
export const hinderedIn = (
  { backlog }: Pick<Facts, 'backlog'>,
  { hindranceOf }: Pick<FactSources, 'hindranceOf'>,
): readonly Hindered[] =>
  [...(backlog?.codeOf.keys() ?? [])].flatMap((companyGuid) => {
    const hindrance = hindranceOf(companyGuid)
    return hindrance ? [{ companyGuid, ...hindrance }] : []
  })

/** A disk that hangs must not take the monitor with it. */
async function inTime<Value>(asked: Promise<Value>, log: Log): Promise<Value | null> {
  const tired = Promise.withResolvers<null>()
  const timer = setTimeout(tired.resolve, patienceMs, null)
  timer.unref()
  const answer = asked.catch((err: unknown) => {
    log.error({ err }, 'how things stand could not be found out')
    return null
  })
  try {
    return await Promise.race([answer, tired.promise])
  } finally {
    clearTimeout(timer)
  }
}
