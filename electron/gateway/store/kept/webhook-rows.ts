import type { DeliveryOutcome } from '../port/webhooks.ts'

/** Of what has arrived so many are kept per target, to be looked at. */
export const mostDelivered = 1_000

const counted = (state: string) =>
  `(SELECT count(*) FROM webhook_delivery WHERE target_id = target.id AND state = '${state}') AS ${state}`

/** Rows are a `WebhookTarget` each. */
export const targets = `SELECT target.id, url, company.guid AS "companyGuid", target.created_at AS "createdAt", position, failures,
    due_at AS "dueAt", ${counted('waiting')}, ${counted('failed')},
    (SELECT max(delivered_at) FROM webhook_delivery WHERE target_id = target.id) AS "deliveredAt"
  FROM webhook_target target LEFT JOIN company ON company.id = company_id
  WHERE removed_at IS NULL ORDER BY target.created_at, target.id`

/** What a `Delivery` is made of. */
export const deliveryColumns = `d.event_seq AS "eventSeq", sale_guid AS "saleGuid", d.at, d.state, d.attempts, d.due_at AS "dueAt",
  d.tried_at AS "triedAt", d.delivered_at AS "deliveredAt", d.http_status AS "httpStatus"`

/** What a try makes of the row of its delivery. */
export function triedCells({ at, httpStatus, became }: DeliveryOutcome) {
  const state = became.state === 'away' ? 'waiting' : became.state
  const dueAt = became.state === 'waiting' ? became.dueAt : 0
  return { state, dueAt, triedAt: at, deliveredAt: state === 'delivered' ? at : null, httpStatus }
}
