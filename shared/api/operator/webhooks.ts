import { z } from 'zod'
import { answer, ask, countSchema, guidSchema, keyText, timeSchema, toError } from '../../document/fields.ts'
import type { OperatorRow } from '../axes.ts'

const place = z.int().min(0, toError('out_of_range'))

const id = guidSchema.describe('Of the webhook')
const url = z
  .string()
  .max(500, toError('too_long'))
  .meta({ description: 'https, or http to this machine; without user name, query and fragment', format: 'uri' })

const targetFields = {
  id: z.string(),
  url: z.string().describe('Where it is told'),
  company: z.string().nullable().describe('The one company it is told of; null for all'),
}

const webhookTargets = answer('Webhooks', {
  items: z.array(
    answer('Webhook', {
      ...targetFields,
      added_at: timeSchema.describe('When it was added'),
      added_by: z.string().describe('A person, a token or the command line'),
      waiting: countSchema.describe('Deliveries not made yet; at most 100, the change feed keeps the others'),
      failed: countSchema.describe('Deliveries refused too often: they wait for a replay'),
      failures: countSchema.describe('Tries in a row that met no receiver'),
      next_at: timeSchema.nullable().describe('When the next try is, if no receiver answered'),
    }),
  ),
})

const newWebhook = answer('NewWebhook', {
  ...targetFields,
  secret: z.string().describe('Shown this once; begins with `whsec_`'),
})

const deliveriesQuery = z.object({
  id: z.string().describe('Of the webhook'),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('The `next` of the answer before; absent for the newest'),
})

const webhookDeliveries = answer('WebhookDeliveries', {
  items: z.array(
    answer('WebhookDelivery', {
      seq: countSchema.describe('Place in the change feed'),
      SALE_GUID: z.string().nullable().describe('Null for an alert'),
      changed_at: timeSchema.describe('When it changed'),
      state: z.enum(['waiting', 'delivered', 'failed']).describe('How it stands'),
      attempts: countSchema.describe('Every send of it, in order'),
      tried_at: timeSchema.nullable().describe('When it was last tried; null for never'),
      next_at: timeSchema.nullable().describe('When it is tried next; null where it is not'),
      http_status: z.int().nullable().describe('Of the last try; null where nothing came'),
    }),
  ),
  next: z.int().nullable().describe('For `before`, at most 50 in a page; null at the end'),
})

const replayAsk = z
  .strictObject({
    id,
    seq: place.nullish().describe('One delivery again'),
    after: place.nullish().describe('Everything after this place of the change feed; 0 for all'),
  })
  .refine(({ seq, after }) => (seq == null) !== (after == null), { ...toError('one_of_two'), path: ['seq'] })
  .meta({ id: 'ReplayAsk' })
const replayed = answer('Replayed', { id: z.string(), replayed: z.boolean() })

/** Signed POST requests for every change of a record, and for alerts. */
export const webhooksRows = {
  listWebhooks: {
    path: '/webhooks',
    scope: 'admin',
    summary: 'Webhooks, and how their deliveries stand',
    answers: { 200: webhookTargets },
  },
  addWebhook: {
    path: '/webhooks',
    scope: 'admin',
    ownerPin: 'settings',
    summary: 'Add a webhook: told of what changes from now on, and of alerts if it is for all companies',
    body: ask('NewWebhookAsk', { url, company: keyText().nullish() }),
    answers: { 200: newWebhook },
    faults: ['company_not_found'],
  },
  removeWebhook: {
    path: '/webhooks/removal',
    scope: 'admin',
    summary: 'Remove a webhook',
    body: ask('WebhookAsk', { id }),
    answers: { 200: answer('WebhookRemoved', { id: z.string(), removed: z.boolean() }) },
  },
  webhookDeliveries: {
    path: '/webhooks/deliveries',
    scope: 'admin',
    summary: 'What became of deliveries, the newest first',
    query: deliveriesQuery,
    answers: { 200: webhookDeliveries },
    faults: ['webhook_not_found'],
  },
  replayWebhook: {
    path: '/webhooks/replay',
    scope: 'admin',
    summary: 'Deliver again: one, or everything after a place of the change feed',
    body: replayAsk,
    answers: { 200: replayed },
    faults: ['webhook_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
