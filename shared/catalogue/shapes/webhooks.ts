import { z } from 'zod'
import { guid, keyText, says } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const place = z.int().min(0, says('out_of_range'))

const id = guid.meta({ description: 'Of the webhook' })
const url = z
  .string()
  .max(500, says('too_long'))
  .meta({ description: 'https, or http to this machine; without user name, query and fragment', format: 'uri' })

const targetFields = {
  id: z.string(),
  url: z.string(),
  company: z.string().nullable().meta({ description: 'The one company it is told of; null for all' }),
}

export const webhookTargets = z
  .object({
    items: z.array(
      z
        .object({
          ...targetFields,
          created_at: at,
          waiting: count.meta({
            description: 'Deliveries not made yet; at most 100, the change feed keeps the others',
          }),
          failed: count.meta({ description: 'Deliveries refused too often: they wait for a replay' }),
          delivered_at: at.nullable().meta({ description: 'When one last arrived' }),
          failures: count.meta({ description: 'Tries in a row at which nobody was there' }),
          next_at: at.nullable().meta({ description: 'When the next try is, where nobody was there' }),
        })
        .meta({ id: 'Webhook' }),
    ),
  })
  .meta({ id: 'Webhooks' })

export const newWebhookAsk = z.strictObject({ url, company: keyText().nullish() }).meta({ id: 'NewWebhookAsk' })
export const newWebhook = z
  .object({ ...targetFields, secret: z.string().meta({ description: 'Shown this once; begins with `whsec_`' }) })
  .meta({ id: 'NewWebhook' })

export const webhookAsk = z.strictObject({ id }).meta({ id: 'WebhookAsk' })
export const webhookRemoved = z.object({ id: z.string(), removed: z.boolean() }).meta({ id: 'WebhookRemoved' })

export const deliveriesQuery = z.object({
  id: z.string().meta({ description: 'Of the webhook' }),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'The `next` of the answer before; absent for the newest' }),
})

export const webhookDeliveries = z
  .object({
    items: z.array(
      z
        .object({
          seq: count.meta({ description: 'Place in the change feed' }),
          message_id: z.string().meta({ description: 'The `webhook-id` of every try' }),
          sale_guid: z.string(),
          changed_at: at,
          state: z.enum(['waiting', 'delivered', 'failed']),
          attempts: count,
          tried_at: at.nullable(),
          delivered_at: at.nullable(),
          next_at: at.nullable(),
          http_status: z.int().nullable().meta({ description: 'Of the last try; null where nothing came' }),
        })
        .meta({ id: 'WebhookDelivery' }),
    ),
    next: z.int().nullable().meta({ description: 'For `before`, at most 50 in a page; null at the end' }),
  })
  .meta({ id: 'WebhookDeliveries' })

export const replayAsk = z
  .strictObject({
    id,
    seq: place.nullish().meta({ description: 'One delivery again' }),
    after: place.nullish().meta({ description: 'Everything after this place of the change feed; 0 for all' }),
  })
  .refine(({ seq, after }) => (seq == null) !== (after == null), { ...says('one_of_two'), path: ['seq'] })
  .meta({ id: 'ReplayAsk' })
export const replayed = z.object({ id: z.string(), replayed: z.boolean() }).meta({ id: 'Replayed' })
