import type { ListState } from '../../../shared/document/codes.ts'
import type { Authority } from '../authority/port.ts'
import type { Codes } from '../features/codes/codes.ts'
import type { CodeRefresher } from '../features/codes/refresh.ts'
import type { CodesSchedule } from '../features/codes/schedule.ts'
import type { CompanyDeps } from '../features/companies/companies.ts'
import type { ConsolidationRoom } from '../features/consolidation/room.ts'
import type { EventsHub } from '../features/events/events-hub.ts'
import type { Machine } from '../features/health/machine.ts'
import type { HealthMonitor } from '../features/health/monitor.ts'
import type { Refusals } from '../features/health/refusals.ts'
import type { JournalDeps } from '../features/journal/journal.ts'
import type { PeopleRoom } from '../features/people/people.ts'
import type { ReconciliationRuns } from '../features/reconciliation/runs.ts'
import type { Changes } from '../features/records/changes.ts'
import type { RecordDeps } from '../features/records/deps.ts'
import type { RecordView } from '../features/records/record-view.ts'
import type { SendingPauses } from '../features/sending/sending-pauses.ts'
import type { ShiftDeps } from '../features/shifts/kept-report.ts'
import type { SubmitDeps } from '../features/submissions/submit.ts'
import type { TaxpayerDeps } from '../features/taxpayers/taxpayer.ts'
import type { WebhookDispatch } from '../features/webhooks/dispatch.ts'
import type { Access } from '../http/access.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { TillsFirst } from '../platform/tills-first.ts'
import type { GatewayPorts, Installations } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { ContinuousCopy } from '../store/port/copy.ts'
import type { CodeLists } from '../store/port/port.ts'
import type { Records } from '../store/port/records.ts'
import type { Connected } from './authorities.ts'
import type { OpenedStore } from './opened-store.ts'

/** What a gateway is made of before anything is connected. */
export interface WiringDeps
  extends Pick<GatewayPorts, 'clock' | 'randomness' | 'log' | 'secrets' | 'pinCost'>,
    Connected {
  readonly settings: Settings
  readonly store: OpenedStore['store']
  /** False while nothing may begin, because what comes of it could not be written down. */
  readonly isStorageSound: () => boolean
  /** The reference lists as they were last refreshed. */
  readonly keptCodes: readonly ListState[]
  /** What people paused. */
  readonly pauses: SendingPauses
  /** A secret of this installation. */
  readonly key: string
  readonly controlToken: string
  readonly refusals: Refusals
  /** Makes a new seal, kept with the secrets, and seals with it from now on. */
  readonly renewSeal: JournalDeps['renewSeal']
  /** Null if the database is not copied while the gateway works. */
  readonly copy: ContinuousCopy | null
  readonly machine: Machine
  /** Null where tills have the port alone. */
  readonly installations?: Installations
}

/** What is built of them. */
export interface Built {
  /** They announce every write of theirs; the store's own do not. */
  readonly records: Records
  /** As its adapter, and noted when it last answered. */
  readonly authority: Authority
  readonly codes: Codes
  /** The lists are fetched when a person asks, and by the calendar. */
  readonly refresher: CodeRefresher
  readonly codesSchedule: CodesSchedule
  readonly changes: Changes
  readonly outbox: Outbox
  readonly tillsFirst: TillsFirst
  readonly access: Access
  /** With what people paused. */
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly hub: Pick<EventsHub, 'open'>
  readonly consolidating: ConsolidationRoom
  readonly reconciliationRuns: ReconciliationRuns
  readonly dispatch: WebhookDispatch
  readonly view: RecordView
}

/** The areas of the store that handlers are given. */
export type Areas = Omit<
  WiringDeps['store'],
  'records' | 'codes' | 'settings' | 'claims' | 'duties' | 'rateLimiter' | 'news'
>

type Given = Pick<
  WiringDeps,
  | 'settings'
  | 'clock'
  | 'randomness'
  | 'log'
  | 'secrets'
  | 'credentials'
  | 'practice'
  | 'signingProblems'
  | 'issueCertificate'
  | 'upstreamToken'
  | 'pauses'
  | 'key'
  | 'refusals'
  | 'renewSeal'
  | 'copy'
>

/** Everything that handlers are given, by name: a feature is handed all of it and says in its routes.ts what it needs. */
export type Parts = Given &
  Areas &
  Built &
  RecordDeps &
  PeopleRoom & {
    readonly refreshes: CodeLists
    readonly installations: Installations | null
    readonly reserved: CompanyDeps['reserved']
    readonly submissionRules: ShiftDeps['submissionRules']
    readonly dispatchDelayMs: number
    readonly buyerLink: SubmitDeps['buyerLink']
    readonly digest: TaxpayerDeps['digest']
  }
