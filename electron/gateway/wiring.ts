import { setTimeout as pause } from 'node:timers/promises'
import { Access } from './access.ts'
import { announcing, Changes } from './changes.ts'
import { Codes } from './codes/codes.ts'
import { CodeRefresher } from './codes/refresh.ts'
import { CodesSchedule } from './codes/schedule.ts'
import { type ConsolidationRoom, openConsolidation } from './consolidation/room.ts'
import { RecordView } from './handlers/record-view.ts'
import type { Route } from './http/server.ts'
import { EventsHub } from './operator/events-hub.ts'
import { metricsRoute } from './operator/metrics.ts'
import { withPauses } from './operator/sending-alerts.ts'
import { Outbox } from './outbox/outbox.ts'
import type { OutboxParts } from './outbox/parts.ts'
import { openPeopleRoom, type PeopleRoom } from './people/people.ts'
import { ReconciliationRuns } from './reconciliation/runs.ts'
import { uncheckedSale } from './sale-of-body.ts'
import { OutboxSamples } from './shifts/outbox-samples.ts'
import type { CodeLists } from './store/port.ts'
import type { Records } from './store/port-records.ts'
import { Contact } from './watch/contact.ts'
import { asksAuthority } from './watch/judge.ts'
import type { Refusals } from './watch/refusals.ts'
import { Watch } from './watch/watch.ts'
import { WebhookDispatch } from './webhooks/dispatch.ts'
import type { WiringParts } from './wiring-parts.ts'
import { type Rooms, routesOfInterface, routesOfOperator } from './wiring-routes.ts'

export interface Wiring {
  readonly access: Access
  readonly changes: Changes
  readonly outbox: Outbox
  readonly outboxParts: OutboxParts
  readonly codesSchedule: CodesSchedule
  readonly watch: Watch
  readonly hub: EventsHub
  readonly room: PeopleRoom
  readonly refusals: Refusals
  readonly consolidating: ConsolidationRoom
  readonly samples: OutboxSamples
  readonly reconciliationRuns: ReconciliationRuns
  readonly webhooks: WebhookDispatch
  readonly routes: readonly Route[]
}

/** Connects store, authority and handlers; nothing runs yet. */
export function wire(parts: WiringParts): Wiring {
  const { refusals } = parts
  const changes = new Changes()
  const codes = new Codes(parts.keptCodes)
  const contact = new Contact(parts.clock)
  const authority = contact.through(parts.authority)
  const outboxParts = outboxPartsOf({ ...parts, authority }, announcing(parts.store.records, changes), codes)
  const outbox = openOutbox(parts, outboxParts, changes)
  const room = openPeopleRoom({ ...parts, idleLockMs: parts.settings.idleLockMs })
  const access = new Access(parts.store.tokens, parts.controlToken, { ...parts, sessions: room.sessions })
  const watch = watchOver({ ...parts, authority }, outbox, contact)
  const health = withPauses({ watch, asksAuthority }, parts.pauses)
  const hub = new EventsHub({ ...outboxParts, changes, watch: health, access })
  const reconciliationRuns = openReconciliation(parts, outboxParts)
  const shared = sharedBy(outbox, outboxParts)
  const consolidating = openConsolidation({
    ...parts,
    ...outboxParts,
    ...shared,
    ...parts.store,
    records: outboxParts.records,
    changes,
    // A document of mistrusted receipts is looked up before it is sent, so every loop looks.
    wake: (companyGuid) => outbox.wake(companyGuid),
  })
  const webhooks = openWebhooks(parts, changes, shared.view)
  const rooms: Rooms = {
    ...outboxParts,
    ...shared,
    ...room,
    refusals,
    consolidation: consolidating.consolidation,
    shiftEnded: (ended, by) => consolidating.shiftEnded(ended, by),
    hub,
    reconciliationRuns,
    changes,
    lists: codes,
    outbox,
    access,
    watch: health,
    wakeWebhooks: () => webhooks.wake(),
  }
  const { codesSchedule, operatorParts } = codeKeeping(parts, codes)
  const samples = new OutboxSamples({ ...outboxParts, watch: health, figures: parts.store.figures })
  return {
    access,
    changes,
    outbox,
    outboxParts,
    codesSchedule,
    watch,
    hub,
    room,
    refusals,
    consolidating,
    samples,
    reconciliationRuns,
    webhooks,
    routes: [...routesOfInterface(parts, rooms), ...routesOfOperator(parts, rooms, operatorParts), metricsRoute(rooms)],
  }
}

function openOutbox({ pauses, settings }: WiringParts, outboxParts: OutboxParts, changes: Changes): Outbox {
  const outbox = new Outbox(outboxParts, settings.isDispatching, (companyGuid) => pauses.of(companyGuid))
  // One that is in doubt from the first moment, since it may have been there before, is nobody else's to look up.
  changes.listen(({ phase, lookUps, companyGuid }) => {
    if (phase === 'unknown' && lookUps === 0) outbox.wake(companyGuid)
  })
  return outbox
}

const openWebhooks = (parts: WiringParts, changes: Changes, view: RecordView): WebhookDispatch =>
  new WebhookDispatch({
    ...parts,
    changes,
    view,
    webhooks: parts.store.webhooks,
    retryBaseMs: parts.settings.timing.retryBaseMs,
  })

/** Under the same limits as all other questions to the authority. */
const openReconciliation = ({ store }: WiringParts, outboxParts: OutboxParts): ReconciliationRuns =>
  new ReconciliationRuns({
    ...outboxParts,
    reconciliations: store.reconciliations,
    acts: store.acts,
    pause: (ms) => pause(ms, undefined, { ref: false }),
    retryMs: outboxParts.timing.retryBaseMs,
  })

function outboxPartsOf(parts: WiringParts, records: Records, codes: Codes): OutboxParts {
  const { store, authority, clock, randomness, log, settings, isStorageSound } = parts
  const { companies, schedule, acts, journal } = store
  const common = { acts, journal, authority, clock, randomness, log, timing: settings.timing, isStorageSound }
  return { ...common, records, schedule, companies, codes: codes.standing }
}

function watchOver(
  { store, authority, settings, machine, clock, log, refusals }: WiringParts,
  outbox: Outbox,
  contact: Contact,
): Watch {
  const { companies, consolidations, records, schedule, storage, journal } = store
  const { alerts, timing, isDispatching } = settings
  const rules = { ...alerts, submissionAgeMs: timing.submissionAgeMs, isDispatching }
  return new Watch({
    companies,
    consolidations,
    records,
    schedule,
    storage,
    journal,
    machine,
    clock,
    log,
    contact,
    refusals,
    rules,
    pulses: () => outbox.pulses(),
    hindranceOf: (companyGuid) => outbox.hindranceOf(companyGuid),
    authorityClock: authority.clock,
  })
}

function sharedBy(outbox: Outbox, { records, companies, authority }: OutboxParts) {
  const hindranceOf: Outbox['hindranceOf'] = (companyGuid) => outbox.hindranceOf(companyGuid)
  const attentionOf = (companyGuid: string) => hindranceOf(companyGuid)?.attention ?? null
  return {
    hindranceOf,
    wake: (companyGuid: string) => outbox.submitted(companyGuid),
    view: new RecordView({ records, companies, authority, clock: authority.clock, attentionOf }),
  }
}

function codeKeeping({ settings, store, clock, randomness, log }: WiringParts, codes: Codes) {
  const { url, refresh: expression } = settings.codes
  const keep: CodeLists['refreshed'] = (states, tries) => store.codes.refreshed(states, tries)
  const refresher = new CodeRefresher({ codes, clock, url, keep })
  const codesSchedule = new CodesSchedule({ codes, refresher, clock, randomness, log, expression })
  return {
    codesSchedule,
    operatorParts: {
      refreshes: store.codes,
      refreshCodes: (by: string) => refresher.refresh(by),
      nextRefreshAt: () => codesSchedule.nextAt(),
      saleIn: uncheckedSale,
    },
  }
}
