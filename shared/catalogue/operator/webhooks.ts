import type { OperatorRow } from '../operator.ts'
import {
  deliveriesQuery,
  newWebhook,
  newWebhookAsk,
  replayAsk,
  replayed,
  webhookAsk,
  webhookDeliveries,
  webhookRemoved,
  webhookTargets,
} from '../shapes/webhooks.ts'

/** Who is told of every change of a record, by a signed POST. */
export const webhooks = {
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    scope: 'admin',
    summary: 'Webhooks, and how their deliveries stand',
    answers: { 200: webhookTargets },
    faults: [],
  },
  addWebhook: {
    method: 'POST',
    path: '/webhooks',
    scope: 'admin',
    summary: 'Add a webhook: told of what changes from now on',
    body: newWebhookAsk,
    answers: { 200: newWebhook },
    faults: ['validation_failed', 'company_not_found', 'storage_unavailable'],
  },
  removeWebhook: {
    method: 'POST',
    path: '/webhooks/removal',
    scope: 'admin',
    summary: 'Remove a webhook',
    body: webhookAsk,
    answers: { 200: webhookRemoved },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/webhooks/deliveries',
    scope: 'admin',
    summary: 'What became of deliveries, the newest first',
    query: deliveriesQuery,
    answers: { 200: webhookDeliveries },
    faults: ['bad_query', 'webhook_not_found'],
  },
  replayWebhook: {
    method: 'POST',
    path: '/webhooks/replay',
    scope: 'admin',
    summary: 'Deliver again: one, or everything after a place of the change feed',
    body: replayAsk,
    answers: { 200: replayed },
    faults: ['validation_failed', 'webhook_not_found', 'storage_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
