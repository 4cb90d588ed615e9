import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock, Log, Randomness, Secrets } from '../../ports.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Delivery, ReplayRequest, Webhooks, WebhookTarget } from '../../store/port/webhooks.ts'
import { formatWebhookSecret, isOnThisMachine, targetUrl } from './deliver.ts'
import { secretName, type WebhookDispatch } from './dispatch.ts'

export interface WebhookDeps {
  readonly webhooks: Webhooks
  readonly companies: Companies
  readonly secrets: Secrets
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Pick<Log, 'warn'>
  /** False if a webhook could spy on that network. */
  readonly leadsOutside: (url: string) => Promise<boolean>
  /** Null if a real authority is connected: in practice mode nothing leaves this machine. */
  readonly practice: object | null
  readonly dispatch: Pick<WebhookDispatch, 'wake'>
}

const secretBytes = 32
const pageSize = 50

export const webhooksRoutes = (deps: WebhookDeps) =>
  ({
    listWebhooks: async () => {
      const { webhooks, companies } = deps
      const codes = new Map((await companies.list()).map(({ profile }) => [profile.companyGuid, profile.companyCode]))
      const targets = await webhooks.targets()
      return ok({ items: targets.map((target) => shown(target, codes.get(target.companyGuid ?? ''))) })
    },
    /** The only answer with the secret. */
    addWebhook: async ({ body, caller }) => {
      const { webhooks, companies, secrets, clock, randomness, practice } = deps
      const { url: given, company } = body
      const url = targetUrl(given)
      if (url === null) throw validationFailed([{ pointer: '/url', code: 'bad_webhook_url' }])
      if (practice && !isOnThisMachine(url)) throw validationFailed([{ pointer: '/url', code: 'webhook_elsewhere' }])
      if (!(await deps.leadsOutside(url))) throw validationFailed([{ pointer: '/url', code: 'webhook_inside' }])
      const bound = company == null ? null : await companies.byCode(company)
      if (bound === null && company != null) throw new Fault('company_not_found')
      const id = randomness.guid()
      const secret = formatWebhookSecret(randomness.secret(secretBytes))
      // Stored before the target, because without a secret no delivery can be signed.
      await secrets.set(secretName(id), secret)
      const companyGuid = bound?.profile.companyGuid ?? null
      await webhooks.add({ id, url, companyGuid, createdAt: clock.now() }, caller.by)
      deps.log.warn({ webhook: id, host: new URL(url).host, company }, 'a webhook was added')
      deps.dispatch.wake()
      return ok({ id, url, company: company ?? null, secret })
    },
    removeWebhook: async ({ body: { id }, caller }) => {
      const removed = await deps.webhooks.remove(id, deps.clock.now(), caller.by)
      if (removed) await deps.secrets.set(secretName(id), '')
      return ok({ id, removed })
    },
    webhookDeliveries: async ({ query: { id, before } }) => {
      if (!(await deps.webhooks.targets()).some((target) => target.id === id)) throw new Fault('webhook_not_found')
      const rows = await deps.webhooks.deliveries(id, before === undefined ? null : Number(before), pageSize)
      const next = rows.length < pageSize ? null : (rows.at(-1)?.eventSeq ?? null)
      return ok({ items: rows.map(shownDelivery), next })
    },
    replayWebhook: async ({ body: { id, seq, after }, caller }) => {
      const which: ReplayRequest = seq == null ? { afterSeq: after ?? 0 } : { eventSeq: seq }
      const isKnown = await deps.webhooks.replay(id, which, { at: deps.clock.now(), by: caller.by })
      if (!isKnown) throw new Fault('webhook_not_found')
      deps.dispatch.wake()
      return ok({ id, replayed: true })
    },
  }) satisfies Partial<OperatorHandlers>

const shown = (target: WebhookTarget, company: string | undefined) => ({
  id: target.id,
  url: target.url,
  company: company ?? null,
  added_at: toIsoTime(target.createdAt),
  added_by: target.createdBy,
  waiting: target.waiting,
  failed: target.failed,
  failures: target.failures,
  next_at: target.failures === 0 ? null : toIsoTime(target.dueAt),
})

const shownDelivery = (delivery: Delivery) => ({
  seq: delivery.eventSeq,
  SALE_GUID: delivery.saleGuid,
  changed_at: toIsoTime(delivery.at),
  state: delivery.state,
  attempts: delivery.attempts,
  tried_at: toIsoTimeOrNull(delivery.triedAt),
  next_at: delivery.state === 'waiting' && delivery.dueAt > 0 ? toIsoTime(delivery.dueAt) : null,
  http_status: delivery.httpStatus,
})
