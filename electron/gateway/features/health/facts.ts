import { setTimeout } from 'node:timers/promises'
import { failingWebhooks } from '../../../../shared/domain/alert.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { ClockStatus } from '../../../../shared/domain/clock-skew.ts'
import type { AttentionCode, EpochMs } from '../../../../shared/domain/record.ts'
import { countNeedy } from '../../../../shared/domain/status.ts'
import type { Authority, AuthorityTime } from '../../authority/port.ts'
import type { Clock, Log, TlsCertificateStatus, WorkerHeartbeat } from '../../ports.ts'
import type { Consolidations } from '../../store/port/consolidation.ts'
import type { CopyStatus } from '../../store/port/copy.ts'
import type { Journal, JournalStatus, StorageHealth } from '../../store/port/journal.ts'
import type { Mails } from '../../store/port/mails.ts'
import type { Companies, CompanyProfile, Schedule } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import type { Webhooks } from '../../store/port/webhooks.ts'
import type { MachineProbe } from './machine.ts'
import type { AccessRefusalLog } from './refusals.ts'

export interface SilentOutlet {
  readonly name: string
  readonly heardAt: EpochMs
}

export interface FactSources {
  readonly schedule: Pick<Schedule, 'lanes' | 'unsentIssuedBefore'>
  readonly consolidations: Pick<Consolidations, 'waiting'>
  readonly companies: Pick<Companies, 'list'>
  readonly records: Pick<Records, 'attentions' | 'refusedNotes'>
  readonly webhooks: Pick<Webhooks, 'targets'>
  readonly mails: Pick<Mails, 'troubled' | 'unsentAlert'>
  readonly silentOutlets: () => Promise<readonly SilentOutlet[]>
  readonly clock: Pick<Clock, 'now'>
  readonly storage: Pick<StorageHealth, 'status' | 'takeDelayMs'>
  readonly journal: Pick<Journal, 'status'>
  /** False if nothing is sent on purpose, or another process of the head office sends. */
  readonly isSending: () => boolean
  readonly isDispatching: boolean
  readonly outbox: {
    heartbeats(): readonly WorkerHeartbeat[]
    /** Why a company's documents wait although they could be sent. */
    blockReasonOf(companyGuid: string): { readonly since: EpochMs; readonly attention: AttentionCode | null } | null
  }
  readonly pauses: { of(companyGuid: string): { readonly since: EpochMs; readonly by: string } | null }
  /** The certificate for other computers; null if there is no such listener. */
  readonly network: () => TlsCertificateStatus | null
  /** When the certificate ends that signs a company's documents; null if it has none, or none are signed. */
  readonly certificateEnd: ((company: CompanyProfile) => Promise<EpochMs | null>) | null
  readonly authority: Pick<Authority, 'name'>
  readonly authorityClock: Pick<AuthorityTime, 'contact'> & {
    status(): { readonly kind: ClockStatus; readonly offsetMs: number }
  }
  readonly machine: MachineProbe
  readonly copy: { status(): CopyStatus } | null
  readonly refusals: Pick<AccessRefusalLog, 'recent'>
  readonly log: Log
}

const patienceMs = 10_000

/** A fact that could not be read in time is null. */
export async function gatherFacts(sources: FactSources, closingBefore: EpochMs) {
  const { machine, journal, log } = sources
  const [backlog, certificateEnds, journalStatus, freeBytes, walBytes, canOpen] = await Promise.all([
    inTime(backlogOf(sources, closingBefore), log),
    inTime(certificateEndsOf(sources), log),
    inTime(journal.status(), log),
    inTime(machine.freeBytes(), log),
    inTime(machine.walBytes(), log),
    inTime(machine.canOpen(), log),
  ])
  return { backlog, certificateEnds, journal: journalStatus, freeBytes, walBytes, canOpen }
}

interface Measured {
  readonly at: EpochMs
  readonly upMs: number
  /** Since the start, or since the machine last slept. */
  readonly awakeMs: number
  readonly isSending: boolean
  /** Since when there has been something to ask the authority; null while there is nothing. */
  readonly askingSince: EpochMs | null
  readonly eventLoopDelayMs: number
  /** How long a till's request waits for the store. */
  readonly storeDelayMs: number
}

export type Facts = ReturnType<typeof combineFacts>

export function combineFacts(
  sources: FactSources,
  { journal, ...found }: Awaited<ReturnType<typeof gatherFacts>>,
  measured: Measured,
) {
  const { authorityClock, copy, network, outbox, isDispatching, refusals, storage } = sources
  return {
    ...found,
    ...measured,
    journal: journal as Pick<JournalStatus, 'isTrusted' | 'findings' | 'findingCount'> | null,
    storage: storage.status,
    isDispatching,
    authority: sources.authority.name,
    heartbeats: outbox.heartbeats(),
    blockReasons: [...(found.backlog?.codeOf.keys() ?? [])].flatMap((companyGuid) => {
      const blockReason = outbox.blockReasonOf(companyGuid)
      return blockReason ? [{ companyGuid, ...blockReason }] : []
    }),
    clock: authorityClock.status(),
    ...authorityClock.contact(),
    copy: copy?.status() ?? null,
    network: network(),
    refused: refusals.recent(),
  }
}

export type StoreFacts = Awaited<ReturnType<typeof backlogOf>>

/** An e-mail that waits longer needs a person. */
const longestMailMs = 60 * 60_000
const longestAlertMs = 10 * 60_000
const mostMails = 5

async function backlogOf(sources: FactSources, closingBefore: EpochMs) {
  const { schedule, companies, consolidations, clock, records, webhooks, mails, pauses } = sources
  const now = clock.now()
  const [lanes, closing, list, waiting, targets, troubledMails, unsentAlert, silentOutlets] = await Promise.all([
    schedule.lanes(),
    schedule.unsentIssuedBefore(closingBefore),
    companies.list(),
    consolidations.waiting(),
    webhooks.targets(),
    mails.troubled(now - longestMailMs, mostMails),
    mails.unsentAlert(now - longestAlertMs),
    sources.silentOutlets(),
  ])
  const profiles = list.map(({ profile }) => profile)
  // A refused note counts too: its amount stays in the books as income until a person acts. A refused sale does not:
  // its till knows.
  const needyOf = async (companyGuid: string) => {
    const refused = await records.refusedNotes({ companyGuid })
    return [companyGuid, refused + countNeedy(await records.attentions({ companyGuid }))] as const
  }
  return {
    lanes,
    // Documents whose time for submission is nearly over or over, by company; null if they are not counted.
    closing: closing as ReadonlyMap<string, number> | null,
    codeOf: new Map(profiles.map(({ companyGuid, companyCode }) => [companyGuid, companyCode])),
    // Receipts that wait for their consolidated document, by each company's own calendar.
    unconsolidated: waiting.flatMap(({ companyGuid, count, oldestIssuedAt }) => {
      const zone = profiles.find((profile) => profile.companyGuid === companyGuid)?.timeZone
      return zone ? [{ companyGuid, count, oldest: dayOf(oldestIssuedAt, zone), today: dayOf(now, zone) }] : []
    }),
    needy: new Map(await Promise.all(profiles.map(({ companyGuid }) => needyOf(companyGuid)))),
    webhooks: failingWebhooks(targets),
    troubledMails,
    unsentAlert,
    silentOutlets,
    pauses: new Map(
      profiles.flatMap(({ companyGuid }) => {
        const pause = pauses.of(companyGuid)
        return pause ? [[companyGuid, pause] as const] : []
      }),
    ),
  }
}

/** Read apart from the backlog: if the secrets cannot be read, the backlog must still be shown. The doctor says why. */
async function certificateEndsOf({ companies, certificateEnd }: FactSources) {
  if (!certificateEnd) return []
  const ends = (await companies.list()).map(async ({ profile }) => {
    const until = await certificateEnd(profile).catch(() => null)
    return until === null ? [] : [{ companyGuid: profile.companyGuid, until }]
  })
  return (await Promise.all(ends)).flat()
}

async function inTime<Value>(asked: Promise<Value>, log: Log): Promise<Value | null> {
  const answer = asked.catch((err: unknown) => {
    log.error({ err }, 'how things stand could not be found out')
    return null
  })
  return Promise.race([answer, setTimeout(patienceMs, null, { ref: false })])
}
