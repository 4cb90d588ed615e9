import { setTimeout as pause } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { download } from '../authority/download.ts'
import type { Authority } from '../authority/port.ts'
import { buyerLinkAt } from '../features/buyer/link.ts'
import { Codes } from '../features/codes/codes.ts'
import { CodeRefresher } from '../features/codes/refresh.ts'
import { CodesSchedule } from '../features/codes/schedule.ts'
import { demoNames } from '../features/companies/demo-company.ts'
import { openConsolidation } from '../features/consolidation/room.ts'
import { EventsHub } from '../features/events/events-hub.ts'
import { Contact } from '../features/health/contact.ts'
import { asksAuthority } from '../features/health/judge.ts'
import { HealthMonitor } from '../features/health/monitor.ts'
import { silentOutlets } from '../features/outlets/outlets.ts'
import { OutletReporting } from '../features/outlets/reporting.ts'
import { openPeopleRoom, type PeopleRoom } from '../features/people/people.ts'
import { ReconciliationRuns } from '../features/reconciliation/runs.ts'
import { announcing, Changes } from '../features/records/changes.ts'
import { Cursors } from '../features/records/cursors.ts'
import { RecordView } from '../features/records/record-view.ts'
import { withPauses } from '../features/sending/sending-alerts.ts'
import { WebhookDispatch } from '../features/webhooks/dispatch.ts'
import { Access } from '../http/access.ts'
import type { NetworkDoor } from '../http/network-door.ts'
import type { PublicDoor } from '../http/public-door.ts'
import type { Route } from '../http/server.ts'
import { digestWith } from '../installation/installation.ts'
import type { OutboxDeps } from '../outbox/deps.ts'
import { lookUpNow } from '../outbox/look-up-now.ts'
import { Outbox } from '../outbox/outbox.ts'
import { isClockShared, worseClockState } from '../outbox/shared-clock.ts'
import { TillsFirst } from '../platform/tills-first.ts'
import type { CodeLists } from '../store/port/port.ts'
import { houseDuty } from '../store/port/processes.ts'
import type { Records } from '../store/port/records.ts'
import { buyerDoorOf } from './buyer-door.ts'
import { networkDoorOf } from './network.ts'
import type { Built, Parts, WiringDeps } from './wiring-deps.ts'
import { routesOf } from './wiring-routes.ts'

type Running = 'access' | 'codes' | 'changes' | 'outbox' | 'consolidating' | 'dispatch' | 'codesSchedule'

/** What runs, for whoever starts and stops it. */
export interface Wiring extends Pick<Built, Running | 'reconciliationRuns'> {
  readonly outboxDeps: OutboxDeps
  readonly room: PeopleRoom
  readonly hub: EventsHub
  readonly monitor: HealthMonitor
  /** Null where there is no head office. */
  readonly reporting: OutletReporting | null
  readonly routes: readonly Route[]
  /** Null where buyers have no page. */
  readonly buyerDoor: PublicDoor | null
  /** Null where only this computer is answered. */
  readonly networkDoor: NetworkDoor | null
}

/** Connects store, authority and handlers; nothing runs yet. */
export function wire(deps: WiringDeps): Wiring {
  const { store, settings, clock, randomness, log, pauses, refusals, isStorageSound } = deps
  const { companies, consolidations } = store
  const changes = new Changes()
  const records = announcing(store.records, changes)
  const codes = new Codes(deps.keptCodes)
  const contact = new Contact(clock)
  const authority = contact.through(deps.authority)
  const tillsFirst = new TillsFirst(clock)
  const outboxDeps = { ...outboxDepsOf(deps, { records, authority, codes }), tillsFirst }
  const outbox = openOutbox(deps, outboxDeps, changes)
  const room = openPeopleRoom(store, deps, { idleLockMs: settings.idleLockMs, refusals })
  const access = new Access(store.tokens, deps.controlToken, { clock, randomness, sessions: room.sessions })
  const networkDoor = networkDoorOf(deps)
  const healthMonitor = monitorOver(deps, { authority, outbox, contact, networkDoor })
  const monitor = withPauses({ monitor: healthMonitor, asksAuthority }, pauses)
  const hub = new EventsHub({ records, changes, monitor, access, log })
  const view = viewOf(outboxDeps, outbox)
  const consolidating = openConsolidation({
    consolidations,
    records,
    companies,
    changes,
    clock,
    randomness,
    log,
    outbox,
    authority,
    isStorageSound,
    isInCharge: inChargeOf(deps),
  })
  const reconciliationRuns = openReconciliation(deps, authority)
  const dispatch = openDispatch(deps, changes, view)
  const running = {
    access,
    codes,
    ...keepCodes(deps, codes),
    changes,
    outbox,
    tillsFirst,
    hub,
    consolidating,
    dispatch,
    reconciliationRuns,
  }
  const parts = partsOf(deps, { ...running, ...room, records, authority, monitor, view }, outboxDeps)
  return {
    ...running,
    outboxDeps,
    room,
    monitor: healthMonitor,
    reporting: reportingOf(deps, monitor),
    networkDoor,
    routes: routesOf(parts),
    buyerDoor: buyerDoorOf(parts),
  }
}

const reportingOf = ({ reportUpstream, log }: WiringDeps, monitor: Built['monitor']): OutletReporting | null =>
  reportUpstream && new OutletReporting({ monitor, version: packageJson.version, send: reportUpstream, log })

/** Whether this process does what is done once for all companies. */
const inChargeOf =
  ({ store }: WiringDeps) =>
  () =>
    store.duties?.has(houseDuty) ?? true

/** What is built stands last: the store's own records, codes and settings are not for handlers. */
function partsOf(deps: WiringDeps, built: Built & PeopleRoom, outboxDeps: OutboxDeps): Parts {
  const { store, ...given } = deps
  const { settings, key, practice, installations = null } = given
  const { timing, alerts, cancelWaitMs, dispatchDelayMs, buyerPage } = settings
  const digest = digestWith(key)
  return {
    ...store,
    ...given,
    ...built,
    cursors: new Cursors(key),
    timing,
    isClockShared: () => isClockShared(outboxDeps),
    cancelWaitMs,
    dispatchDelayMs,
    buyerLink: buyerPage && buyerLinkAt(buyerPage.url, digest),
    digest,
    lookUpNow: (company, asked) => lookUpNow(outboxDeps, company, asked),
    refreshes: store.codes,
    installations,
    reserved: practice ? demoNames : null,
    submissionRules: { submissionAgeMs: timing.submissionAgeMs, windowMs: alerts.windowMs },
  }
}

function openOutbox({ pauses, settings }: WiringDeps, outboxDeps: OutboxDeps, changes: Changes): Outbox {
  const outbox = new Outbox(outboxDeps, settings.isDispatching, (companyGuid) => pauses.of(companyGuid))
  // One that is in doubt from the first moment, since it may have been there before, is nobody else's to look up.
  changes.listen(({ phase, doubt, companyGuid }) => {
    if (phase === 'unknown' && doubt?.lookUps === 0) outbox.wake(companyGuid)
  })
  return outbox
}

function openDispatch(deps: WiringDeps, changes: Changes, view: RecordView): WebhookDispatch {
  const { store, settings, secrets, clock, randomness, log } = deps
  const { webhooks } = store
  const { retryBaseMs } = settings.timing
  const isInCharge = inChargeOf(deps)
  return new WebhookDispatch({ webhooks, changes, view, secrets, clock, randomness, log, retryBaseMs, isInCharge })
}

/** Under the same limits as all other questions to the authority. */
function openReconciliation({ store, settings, clock, randomness, log }: WiringDeps, authority: Authority) {
  const { reconciliations, acts } = store
  return new ReconciliationRuns({
    reconciliations,
    acts,
    authority,
    clock,
    randomness,
    log,
    pause: (ms) => pause(ms, undefined, { ref: false }),
    retryMs: settings.timing.retryBaseMs,
  })
}

interface Sending {
  readonly records: Records
  readonly authority: Authority
  readonly codes: Codes
}

function outboxDepsOf(deps: WiringDeps, { records, authority, codes }: Sending): OutboxDeps {
  const { store, clock, randomness, log, settings, pauses, isStorageSound } = deps
  const { companies, schedule, acts, journal } = store
  return {
    records,
    schedule,
    companies,
    acts,
    journal,
    codes: codes.statusOf,
    authority,
    clock,
    randomness,
    log,
    timing: settings.timing,
    isStorageSound,
    ...(store.claims && { claims: store.claims }),
    ...(store.duties && {
      duties: store.duties,
      lookForPauses: (companyGuid: string) => pauses.readAgain(companyGuid),
    }),
  }
}

interface Monitored {
  readonly authority: Authority
  readonly outbox: Outbox
  readonly contact: Contact
  readonly networkDoor: NetworkDoor | null
}

function monitorOver(deps: WiringDeps, { authority, outbox, contact, networkDoor }: Monitored): HealthMonitor {
  const { store, settings, machine, copy, clock, log, refusals } = deps
  const { companies, consolidations, records, schedule, storage, journal, webhooks, tokens } = store
  const { alerts, timing, isDispatching } = settings
  return new HealthMonitor({
    companies,
    consolidations,
    records,
    schedule,
    storage,
    journal,
    webhooks,
    silentOutlets: silentOutlets({ tokens, clock }),
    machine,
    copy,
    clock,
    log,
    contact,
    refusals,
    rules: { ...alerts, submissionAgeMs: timing.submissionAgeMs, isDispatching },
    heartbeats: () => outbox.heartbeats(),
    hindranceOf: (companyGuid) => outbox.hindranceOf(companyGuid),
    network: () => networkDoor?.status() ?? null,
    authorityClock: { status: () => worseClockState({ authority, ...store }) },
  })
}

const viewOf = ({ records, companies, authority }: OutboxDeps, outbox: Outbox): RecordView =>
  new RecordView({
    records,
    companies,
    authority,
    clock: authority.clock,
    attentionOf: (companyGuid) => outbox.hindranceOf(companyGuid)?.attention ?? null,
  })

function keepCodes(deps: WiringDeps, codes: Codes): Pick<Built, 'refresher' | 'codesSchedule'> {
  const { settings, store, clock, randomness, log } = deps
  const { url, isReachable, refresh: expression } = settings.codes
  const keep: CodeLists['refreshed'] = (states, tries) => store.codes.refreshed(states, tries)
  const refresher = new CodeRefresher({ codes, clock, download, url, isReachable, keep })
  return {
    refresher,
    codesSchedule: new CodesSchedule({
      codes,
      refresher,
      clock,
      randomness,
      log,
      expression,
      isInCharge: inChargeOf(deps),
    }),
  }
}
