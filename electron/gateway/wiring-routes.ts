import packageJson from '../../package.json' with { type: 'json' }
import type { Access } from './access.ts'
import type { Changes } from './changes.ts'
import type { Codes } from './codes/codes.ts'
import type { ConsolidationRoom } from './consolidation/room.ts'
import { demoNames } from './demo-company.ts'
import { Cursors } from './handlers/cursors.ts'
import type { RecordView } from './handlers/record-view.ts'
import type { Route } from './http/server.ts'
import { digestWith } from './installation.ts'
import type { EventsHub } from './operator/events-hub.ts'
import { operatorHandlers } from './operator/handlers.ts'
import { lookUpNow } from './outbox/look-up-now.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { OutboxParts } from './outbox/parts.ts'
import type { PeopleRoom } from './people/people.ts'
import type { ReconciliationRuns } from './reconciliation/runs.ts'
import { interfaceRoutes, operatorRoutes } from './routes.ts'
import { readable, uncheckedSale } from './sale-of-body.ts'
import type { Settings } from './settings/settings.ts'
import { isDamaged } from './store/port-journal.ts'
import type { Refusals } from './watch/refusals.ts'
import type { Watch } from './watch/watch.ts'
import type { WiringParts } from './wiring-parts.ts'

const keepTaxpayerMs = 30 * 24 * 3_600_000

/** What handlers of both kinds are given. */
export interface Rooms extends OutboxParts, PeopleRoom {
  readonly hub: EventsHub
  readonly consolidation: ConsolidationRoom['consolidation']
  readonly shiftEnded: ConsolidationRoom['shiftEnded']
  readonly reconciliationRuns: ReconciliationRuns
  readonly changes: Changes
  readonly lists: Codes
  readonly outbox: Outbox
  readonly access: Access
  readonly watch: Pick<Watch, 'look'>
  readonly refusals: Refusals
  readonly view: RecordView
  readonly hindranceOf: Outbox['hindranceOf']
  readonly wake: Outbox['submitted']
  readonly wakeWebhooks: () => void
}

export function routesOfInterface({ settings, store, key }: WiringParts, rooms: Rooms): readonly Route[] {
  const { outbox, lists } = rooms
  return interfaceRoutes({
    ...rooms,
    codeLists: lists,
    dispatchDelayMs: settings.dispatchDelayMs,
    keptSale: (body, cell) => readable(() => uncheckedSale(body, cell)),
    cursors: new Cursors(key),
    voided: (stored) => outbox.changed(stored),
    cancelling: {
      waitMs: settings.cancelWaitMs,
      ask: (saleGuid) => outbox.askToCancel(saleGuid),
      authorityTime: rooms.authority.clock,
    },
    taxpayer: {
      ...rooms,
      taxpayers: store.taxpayers,
      acts: store.acts,
      digest: digestWith(key),
      keepMs: keepTaxpayerMs,
    },
  })
}

/** What the keeping of the reference lists brings along. */
type CodeParts = Pick<Parameters<typeof operatorHandlers>[0], 'refreshes' | 'refreshCodes' | 'nextRefreshAt' | 'saleIn'>

export function routesOfOperator(parts: WiringParts, rooms: Rooms, codeParts: CodeParts): readonly Route[] {
  const { settings, store, secrets, credentials, practice, signingDoubts, issueCertificate, upstreamToken } = parts
  const { outbox, lists } = rooms
  return operatorRoutes(
    operatorHandlers({
      ...rooms,
      ...codeParts,
      refused: () => rooms.refusals.count('wrong_code'),
      credentials,
      practice,
      reserved: practice ? demoNames : null,
      signingDoubts,
      issueCertificate,
      upstreamToken,
      codes: lists,
      tokens: store.tokens,
      people: store.people,
      drafts: store.drafts,
      acts: store.acts,
      installation: installationOf(settings),
      upkeep: store.upkeep,
      journal: store.journal,
      shifts: store.shifts,
      figures: store.figures,
      reconciliations: store.reconciliations,
      consolidations: store.consolidations,
      webhooks: store.webhooks,
      secrets,
      submissionRules: { ...settings.timing, ...settings.alerts },
      newSeal: parts.newSeal,
      storageState: () => {
        const { standing } = store.storage
        return standing.state === 'read_only' && isDamaged(standing) ? 'damaged' : standing.state
      },
      mended: (companyGuid) => outbox.mended(companyGuid),
      pauses: parts.pauses,
      lookUpSoon: (stored, by) => outbox.lookUpSoon(stored, by),
      lookUpNow: (company, asked) => lookUpNow(rooms, company, asked),
      changed: (stored) => outbox.changed(stored),
      isDispatching: settings.isDispatching,
      tillsOfClient: settings.tillsOfClient,
      dataDir: settings.dataDir,
    }),
  )
}

/** What may be said of a gateway to somebody who is not signed in. */
const installationOf = ({ authority, myinvois }: Settings) => ({
  authority,
  environment: myinvois?.environment ?? null,
  app_version: packageJson.version,
})
