import { deliveryColumns, mostDelivered, targets, triedCells } from '../../store/kept/webhook-rows.ts'
import type { Delivery, DeliveryOutcome, Webhooks, WebhookTarget } from '../../store/port/webhooks.ts'
import { type Ask, first } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { type ListedRow, listedColumns, type StoredOf } from '../records/stored.ts'
import type { Writer } from '../writer.ts'
import type { ActWriter } from './acts.ts'

interface Context {
  readonly read: Ask
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly stored: StoredOf
  readonly addAct: ActWriter
}

export function prepareWebhooks(context: Context): Webhooks {
  return { ...prepareReads(context), ...prepareWrites(context) }
}

type Reads = 'targets' | 'due' | 'nextDue' | 'deliveries'

function prepareReads({ read, stored }: Context): Pick<Webhooks, Reads> {
  return {
    targets: () => read<WebhookTarget>(targets),
    async due(id, { now, latest }, limit) {
      // The record has columns of the same names, so what is told of the delivery comes apart.
      const rows = await read<ListedRow & { readonly delivery: string }>(
        `SELECT ${listedColumns}, (SELECT row_to_json(told) FROM (SELECT ${deliveryColumns}) told) AS delivery
         FROM webhook_delivery d JOIN record ON record.seq = d.record_seq JOIN company ON company.id = record.company_id
         WHERE d.target_id = $1 AND d.state = 'waiting' AND (d.due_at <= $2 OR d.due_at > $3)
         ORDER BY d.event_seq LIMIT $4`,
        id,
        now,
        latest,
        limit,
      )
      return Promise.all(
        rows.map(async (row) => ({
          ...(JSON.parse(row.delivery) as Delivery),
          record: { ...(await stored(row)), isReferredTo: row.referred_to },
        })),
      )
    },
    async nextDue(id) {
      const text = "SELECT min(due_at) AS due_at FROM webhook_delivery WHERE target_id = $1 AND state = 'waiting'"
      return (await first(read<{ readonly due_at: number | null }>(text, id)))?.due_at ?? null
    },
    deliveries: (id, beforeSeq, limit) =>
      read<Delivery>(
        `SELECT ${deliveryColumns} FROM webhook_delivery d JOIN record ON record.seq = d.record_seq
         WHERE d.target_id = $1 AND ($2::bigint IS NULL OR d.event_seq < $2) ORDER BY d.event_seq DESC LIMIT $3`,
        id,
        beforeSeq,
        limit,
      ),
  }
}

function prepareWrites({ writer, companies, addAct }: Context): Omit<Webhooks, Reads> {
  return {
    add: ({ id, url, companyGuid, createdAt }, by) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const companyId = companyGuid === null ? null : await companies.idOf(companyGuid, ask)
        await ask(
          `INSERT INTO webhook_target (id, url, company_id, created_at, created_by, position)
           VALUES ($1, $2, $3, $4, $5, (SELECT coalesce(max(seq), 0) FROM event))`,
          id,
          url,
          companyId,
          createdAt,
          by,
        )
        await addAct(transaction, { at: createdAt, by, type: 'webhook_added', facts: { id, url, companyGuid } })
      }),
    remove: (id, at, by) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const text = 'UPDATE webhook_target SET removed_at = $2 WHERE id = $1 AND removed_at IS NULL'
        if ((await ask(text, id, at)).count === 0) return false
        await ask('DELETE FROM webhook_delivery WHERE target_id = $1', id)
        await addAct(transaction, { at, by, type: 'webhook_removed', facts: { id } })
        return true
      }),
    takeUp: (id, most) => writer.write(({ ask }) => takeUp(ask, id, most)),
    tried: (id, eventSeq, outcome) => writer.write(({ ask }) => note(ask, { id, eventSeq }, outcome)),
    replay: (id, which, { at, by }) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const known = await ask('SELECT id FROM webhook_target WHERE id = $1 AND removed_at IS NULL', id)
        if (known.length === 0) return false
        if ('eventSeq' in which && !(await again(ask, id, which.eventSeq))) return false
        const position = 'afterSeq' in which ? which.afterSeq : Number.MAX_SAFE_INTEGER
        await ask('UPDATE webhook_target SET position = least(position, $2), due_at = 0 WHERE id = $1', id, position)
        await addAct(transaction, { at, by, type: 'webhook_replayed', facts: { id, ...which } })
        return true
      }),
  }
}

async function again(ask: Ask, id: string, eventSeq: number): Promise<boolean> {
  const text = `UPDATE webhook_delivery SET state = 'waiting', attempts = 0, due_at = 0, delivered_at = NULL
    WHERE target_id = $1 AND event_seq = $2`
  return (await ask(text, id, eventSeq)).count > 0
}

/** As the change feed: each record once, at its last event. One that went on to change comes later. */
const take = `INSERT INTO webhook_delivery (target_id, event_seq, record_seq, at, state)
  SELECT target.id, event.seq, record.seq, event.at, 'waiting'
  FROM webhook_target target JOIN event ON event.seq > target.position
  JOIN record ON record.seq = event.record_seq AND record.version = event.version
  WHERE target.id = $1 AND (target.company_id IS NULL OR target.company_id = record.company_id)
  ORDER BY event.seq LIMIT $2
  ON CONFLICT (target_id, event_seq) DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0, delivered_at = NULL
  RETURNING event_seq`

async function takeUp(ask: Ask, id: string, most: number): Promise<void> {
  const behind = await first(
    ask<{ readonly room: number; readonly last: number }>(
      `SELECT $2::bigint - (SELECT count(*) FROM webhook_delivery WHERE target_id = $1 AND state = 'waiting') AS room,
         (SELECT coalesce(max(seq), 0) FROM event) AS last
       FROM webhook_target WHERE id = $1 AND position < (SELECT coalesce(max(seq), 0) FROM event)`,
      id,
      most,
    ),
  )
  if (!behind || behind.room <= 0) return
  const taken = await ask<{ readonly event_seq: number }>(take, id, behind.room)
  // Where fewer came than there was room for, what lies between is nobody's news: the next look begins behind it.
  const isAll = taken.length < behind.room
  const position = isAll ? behind.last : Math.max(...taken.map(({ event_seq }) => event_seq))
  await ask('UPDATE webhook_target SET position = $2 WHERE id = $1', id, position)
}

interface Place {
  readonly id: string
  readonly eventSeq: number
}

async function note(ask: Ask, { id, eventSeq }: Place, outcome: DeliveryOutcome): Promise<void> {
  const { state, dueAt, triedAt, deliveredAt, httpStatus } = triedCells(outcome)
  await ask(
    `UPDATE webhook_delivery SET state = $3, attempts = attempts + 1, due_at = $4, tried_at = $5, delivered_at = $6,
       http_status = $7 WHERE target_id = $1 AND event_seq = $2`,
    id,
    eventSeq,
    state,
    dueAt,
    triedAt,
    deliveredAt,
    httpStatus,
  )
  const away = 'UPDATE webhook_target SET failures = failures + 1, due_at = $2 WHERE id = $1'
  if (outcome.became.state === 'away') await ask(away, id, outcome.became.dueAt)
  else await ask('UPDATE webhook_target SET failures = 0, due_at = 0 WHERE id = $1', id)
  if (state !== 'delivered') return
  await ask(
    `DELETE FROM webhook_delivery WHERE target_id = $1 AND state = 'delivered' AND event_seq <=
       (SELECT max(event_seq) FROM webhook_delivery WHERE target_id = $1) - ${mostDelivered}`,
    id,
  )
}
