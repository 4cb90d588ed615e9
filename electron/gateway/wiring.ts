import type { ListState } from '../../shared/document/codes.ts'
import { Access } from './access.ts'
import { announcing, Changes } from './changes.ts'
import { Codes } from './codes/codes.ts'
import { CodeRefresher } from './codes/refresh.ts'
import { CodesSchedule } from './codes/schedule.ts'
import { Cursors } from './handlers/cursors.ts'
import { RecordView } from './handlers/record-view.ts'
import type { Route } from './http/server.ts'
import { digestWith } from './installation.ts'
import { metricsRoute } from './operator/metrics.ts'
import { operatorHandlers } from './operator/handlers.ts'
import { Outbox } from './outbox/outbox.ts'
import type { OutboxParts } from './outbox/parts.ts'
import type { Connected } from './authorities.ts'
import type { GatewayPorts } from './ports.ts'
import { interfaceRoutes, operatorRoutes } from './routes.ts'
import { uncheckedSale } from './sale-of-body.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/port.ts'

export interface WiringParts extends GatewayPorts, Connected {
  readonly settings: Settings
  readonly store: Store
  /** The reference lists as they were last refreshed. */
  readonly keptCodes: readonly ListState[]
  /** A secret of this installation. */
  readonly key: string
  readonly controlToken: string
}

export interface Wiring {
  readonly access: Access
  readonly changes: Changes
  readonly outbox: Outbox
  readonly outboxParts: OutboxParts
  readonly codesSchedule: CodesSchedule
  readonly routes: readonly Route[]
}

const keepTaxpayerMs = 30 * 24 * 3_600_000

/** Connects store, authority and handlers; nothing runs yet. */
export function wire(parts: WiringParts): Wiring {
  const { settings, store, authority, clock, randomness, log } = parts
  const changes = new Changes()
  const codes = new Codes(parts.keptCodes)
  const refresher = new CodeRefresher({
    codes,
    clock,
    url: settings.codes.url,
    keep: (states, tries) => store.codes.refreshed(states, tries),
  })
  const codesSchedule = new CodesSchedule({
    ...{ codes, refresher, clock, randomness, log },
    expression: settings.codes.refresh,
  })
  const records = announcing(store.records, changes)
  const { companies, schedule } = store
  const outboxParts = {
    records,
    schedule,
    companies,
    codes: codes.standing,
    authority,
    clock,
    randomness,
    log,
    timing: settings.timing,
  }
  const outbox = new Outbox(outboxParts, settings.isDispatching)
  const access = new Access(store.tokens, parts.controlToken, { clock, randomness })
  const hindranceOf = (companyGuid: string) => outbox.hindranceOf(companyGuid)
  const attentionOf = (companyGuid: string) => hindranceOf(companyGuid)?.attention ?? null
  const shared = {
    ...{ records, schedule, companies, changes, authority, clock, hindranceOf },
    view: new RecordView({ records, authority, clock, attentionOf }),
    wake: (companyGuid: string) => outbox.wake(companyGuid),
  }
  const ofInterface = interfaceRoutes({
    ...shared,
    randomness,
    dispatchDelayMs: settings.dispatchDelayMs,
    codes: codes.standing,
    codeLists: codes,
    cursors: new Cursors(parts.key),
    voided: (stored) => outbox.changed(stored),
    cancelling: { waitMs: settings.cancelWaitMs, ask: (saleGuid) => outbox.askToCancel(saleGuid) },
    taxpayer: {
      ...shared,
      taxpayers: store.taxpayers,
      acts: store.acts,
      digest: digestWith(parts.key),
      keepMs: keepTaxpayerMs,
    },
  })
  const ofOperator = operatorRoutes(
    operatorHandlers({
      ...shared,
      access,
      codes,
      refreshes: store.codes,
      refreshCodes: (by) => refresher.refresh(by),
      nextRefreshAt: () => codesSchedule.nextAt(),
      saleIn: uncheckedSale,
      tokens: store.tokens,
      upkeep: store.upkeep,
      credentials: parts.credentials,
      practice: parts.practice,
      signingDoubts: parts.signingDoubts,
      issueCertificate: parts.issueCertificate,
      isDispatching: settings.isDispatching,
      dataDir: settings.dataDir,
    }),
  )
  return { access, changes, outbox, outboxParts, codesSchedule, routes: [...ofInterface, ...ofOperator, metricsRoute(shared)] }
}
