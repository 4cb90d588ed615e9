import { setTimeout as pause } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { downloadFile } from '../authority/download.ts'
import { AlertNotifier } from '../features/alerts/telling.ts'
import { createBuyerLinkMaker } from '../features/buyer/receipt.ts'
import { Codes } from '../features/codes/codes.ts'
import { CodeRefresher, CodesSchedule } from '../features/codes/refresh.ts'
import { demoCompanyIds } from '../features/companies/demo-company.ts'
import { openConsolidation } from '../features/consolidation/room.ts'
import type { MachineProbe } from '../features/health/machine.ts'
import type { MetricCounters } from '../features/health/metrics.ts'
import { HealthMonitor, type HealthState } from '../features/health/monitor.ts'
import { AccessRefusalLog } from '../features/health/refusals.ts'
import { mailerWith } from '../features/mail/mailer.ts'
import { MailQueue } from '../features/mail/queue.ts'
import { OutletReporting } from '../features/outlets/reporting.ts'
import { findSilentOutlets } from '../features/outlets/routes.ts'
import { openPeopleParts } from '../features/people/people.ts'
import type { ProofDeps } from '../features/proof/proof.ts'
import { ReconciliationRuns } from '../features/reconciliation/runs.ts'
import { ChangeNotifier, withAnnouncements } from '../features/records/changes.ts'
import { Cursors } from '../features/records/cursors.ts'
import type { LookUpTarget } from '../features/records/find.ts'
import { RecordView } from '../features/records/record-view.ts'
import { SendingPauses } from '../features/sending/sending-pauses.ts'
import { WebhookDispatch } from '../features/webhooks/dispatch.ts'
import { Access } from '../http/access.ts'
import { digestWith, installationKey } from '../installation/installation.ts'
import type { OutboxDeps } from '../outbox/deps.ts'
import { lookUpNow } from '../outbox/look-up-query.ts'
import { Outbox } from '../outbox/outbox.ts'
import { RepeatingTask } from '../outbox/repeating-task.ts'
import { addressRuleByUrl, hasAllowedAddress } from '../platform/outgoing/reach.ts'
import { SalePriority } from '../platform/sale-priority.ts'
import type { GatewayPorts, Installations } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { ContinuousCopy } from '../store/port/copy.ts'
import type { Company } from '../store/port/port.ts'
import { soleSenderLease } from '../store/port/processes.ts'
import type { AuthorityConnection } from './authorities.ts'
import { prepareNetworkListener } from './network.ts'
import type { OpenedStore } from './opened-store.ts'

export interface Foundation
  extends Pick<GatewayPorts, 'clock' | 'randomness' | 'log' | 'secrets' | 'pinCost'>,
    Pick<OpenedStore, 'sentMark'>,
    AuthorityConnection {
  readonly settings: Settings
  readonly store: OpenedStore['store']
  /** False while the store cannot be written: then nothing may begin. */
  readonly isStorageSound: () => boolean
  readonly renewSeal: ProofDeps['renewSeal']
  /** Null if the database is not copied. */
  readonly copy: ContinuousCopy | null
  readonly machine: MachineProbe
  readonly tallies: MetricCounters
  /** Null if the host cannot change installations. */
  readonly installations: Installations | null
}

async function baseOf({ store, ...given }: Foundation) {
  const { settings, clock, randomness } = given
  const key = await installationKey(given)
  const changes = new ChangeNotifier()
  const refusals = new AccessRefusalLog(given)
  const generation = () => (store.sender ?? soleSenderLease).generation()
  const reach = addressRuleByUrl(settings.isPrivateWebhookAllowed)
  return {
    ...store,
    ...given,
    changes,
    digest: digestWith(key),
    cursors: new Cursors(key),
    timing: settings.timing,
    retryBaseMs: settings.timing.retryBaseMs,
    controlToken: randomness.secret(32),
    pauses: await SendingPauses.keptIn(store),
    refusals,
    mailer: mailerWith(store.settings, given.secrets),
    salePriority: new SalePriority(clock),
    reachOf: reach,
    leadsOutside: (url: string) => hasAllowedAddress(url, reach(url)),
    // Every write through these is announced; the store's own writes are not.
    records: withAnnouncements(store.records, { ...given, changes }),
    codes: new Codes(await store.codes.all()),
    refreshes: store.codes,
    /** `settings` are those of the start. */
    keptSettings: store.settings,
    silentOutlets: findSilentOutlets({ tokens: store.tokens, clock }),
    /** Whether this process does the work that only one process may do. */
    isInCharge: () => generation() !== null,
    generation,
    networkListener: await prepareNetworkListener(settings.network, { ...given, refusals }),
  }
}

type Base = Awaited<ReturnType<typeof baseOf>>

/** Nothing runs yet. A feature takes what it needs by name. */
export async function partsOf(foundation: Foundation) {
  const base = await baseOf(foundation)
  const { settings, clock, randomness, log, pauses } = base
  const outboxDeps: OutboxDeps = {
    ...base,
    ...(base.sender && { lookForPauses: (companyGuid: string) => pauses.readAgain(companyGuid) }),
  }
  const outbox = openOutbox(outboxDeps, base)
  const room = openPeopleParts(base, base, { ...base, idleLockMs: settings.idleLockMs })
  const access = new Access(base.tokens, base.controlToken, { clock, randomness, sessions: room.sessions })
  const view = new RecordView({
    ...base,
    clock: base.authority.clock,
    attentionOf: (companyGuid) => outbox.blockReasonOf(companyGuid)?.attention ?? null,
  })
  const dispatch = new WebhookDispatch({ ...base, view })
  const alertTelling = new AlertNotifier({ ...base, dispatch })
  const healthMonitor = monitorOver(base, outbox, (state) => alertTelling.tell(state))
  const monitor: Pick<HealthMonitor, 'look'> = healthMonitor
  const { reportUpstream: send } = base
  return {
    ...base,
    ...room,
    ...settingsFor(base),
    ...keepCodes(base),
    outbox,
    lookUpNow: (company: Company, asked: LookUpTarget) => lookUpNow(outboxDeps, company, asked),
    access,
    healthMonitor,
    monitor,
    view,
    consolidating: openConsolidation({ ...base, outbox }),
    dispatch,
    alertTelling,
    mailQueue: new MailQueue({ ...base, view, repeating: (name, round) => new RepeatingTask(name, round, base) }),
    // With the same limits as all questions to the authority.
    reconciliationRuns: new ReconciliationRuns({
      ...base,
      pause: (ms) => pause(ms, undefined, { ref: false }),
      retryMs: base.retryBaseMs,
      lookUp: async (saleGuid) => {
        const stored = await base.records.byGuid(saleGuid)
        if (stored) await outbox.lookUpSoon(stored, 'gateway')
      },
    }),
    /** Null if there is no head office. */
    reporting: send && new OutletReporting({ monitor, version: packageJson.version, send, log }),
  }
}

/** Everything that features get, by name: each says in its routes.ts what it needs. */
export type Parts = Awaited<ReturnType<typeof partsOf>>

const settingsFor = ({ settings, practice, digest }: Base) => ({
  cancelWaitMs: settings.cancelWaitMs,
  dispatchDelayMs: settings.dispatchDelayMs,
  buyerLink: settings.buyerPage && createBuyerLinkMaker(settings.buyerPage.url, digest),
  reserved: practice ? demoCompanyIds : null,
})

function openOutbox(deps: OutboxDeps, { authority, pauses, changes, settings }: Base): Outbox {
  const outbox = new Outbox(deps, settings.isDispatching, (companyGuid) => pauses.of(companyGuid))
  authority.clock.onReturn(() => outbox.authorityIsBack())
  // A document in doubt from the start may have been sent earlier. No other process looks it up.
  changes.listen(({ phase, doubt, companyGuid }) => {
    if (phase === 'unknown' && doubt?.lookUps === 0) outbox.wake(companyGuid)
  })
  return outbox
}

function monitorOver(base: Base, outbox: Outbox, tell: (state: HealthState) => Promise<void>): HealthMonitor {
  const { isDispatching } = base.settings
  return new HealthMonitor({
    ...base,
    tell,
    isDispatching,
    isSending: () => isDispatching && base.isInCharge(),
    outbox,
    network: () => base.networkListener?.status() ?? null,
    authorityClock: { status: () => clockStatusOf(base), contact: () => base.authority.clock.contact() },
  })
}

/** The difference of our clock to the authority's; to the database's, if that one stops documents. */
function clockStatusOf({ sender, authority }: Base) {
  const offsetMs = sender?.clockApartMs() ?? null
  return offsetMs === null ? authority.clock.status() : { kind: 'wrong' as const, offsetMs }
}

function keepCodes(base: Base) {
  const { refreshes, settings } = base
  const refresher = new CodeRefresher({
    ...base,
    ...settings.codes,
    download: downloadFile,
    keep: (states, tries) => refreshes.refreshed(states, tries),
  })
  return { refresher, codesSchedule: new CodesSchedule({ ...base, ...settings.codes, refresher }) }
}
