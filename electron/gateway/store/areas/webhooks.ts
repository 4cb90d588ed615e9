import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import type { RecordRow } from '../kept/rows.ts'
import { referredTo } from '../kept/status-sql.ts'
import { deliveryColumns, mostDelivered, targets, triedCells } from '../kept/webhook-rows.ts'
import type { Delivery, DeliveryOutcome, Webhooks, WebhookTarget } from '../port/webhooks.ts'
import { storedAsWritten } from '../records/stored.ts'
import type { ActWriter } from './acts.ts'
import type { CompanyIds } from './company-ids.ts'

interface DueRow extends RecordRow {
  readonly delivery: string
  readonly referred_to: number
}

type Context = { readonly ids: CompanyIds; readonly addAct: ActWriter }

export function prepareWebhooks(database: Database, commit: GroupCommit, { ids, addAct }: Context): Webhooks {
  const stored = storedAsWritten(ids)
  const all = database.prepare<[], WebhookTarget>(targets)
  const insert = database.prepare(
    `INSERT INTO webhook_target (id, url, company_id, created_at, created_by, position)
     VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(seq), 0) FROM event))`,
  )
  const remove = database.prepare('UPDATE webhook_target SET removed_at = ? WHERE id = ? AND removed_at IS NULL')
  const isBehind = database
    .prepare<[string], number>(
      'SELECT position < (SELECT coalesce(max(seq), 0) FROM event) FROM webhook_target WHERE id = ?',
    )
    .pluck()
  const room = database
    .prepare<[number, string], number>(
      `SELECT ? - count(*) FROM webhook_delivery WHERE target_id = ? AND state = 'waiting'`,
    )
    .pluck()
  // As the change feed: each record once, at its last event. One that went on to change comes later.
  const takeUp = database
    .prepare<[string, number], number>(
      `INSERT INTO webhook_delivery (target_id, event_seq, record_seq, at, state)
     SELECT target.id, event.seq, record.seq, event.at, 'waiting'
     FROM webhook_target target JOIN event ON event.seq > target.position
     CROSS JOIN record ON record.seq = event.record_seq AND record.version = event.version
     WHERE target.id = ? AND (target.company_id IS NULL OR target.company_id = record.company_id)
     ORDER BY event.seq LIMIT ?
     ON CONFLICT DO UPDATE SET state = 'waiting', attempts = 0, due_at = 0, delivered_at = NULL RETURNING event_seq`,
    )
    .pluck()
  const moveTo = database.prepare('UPDATE webhook_target SET position = ? WHERE id = ?')
  const moveToEnd = database.prepare(
    'UPDATE webhook_target SET position = (SELECT coalesce(max(seq), 0) FROM event) WHERE id = ?',
  )
  const due = database.prepare<unknown[], DueRow>(
    `SELECT record.*, ${referredTo('record.seq')} AS referred_to, json_object('eventSeq', d.event_seq, 'saleGuid', sale_guid,
       'at', d.at, 'state', d.state, 'attempts', d.attempts, 'dueAt', d.due_at, 'triedAt', d.tried_at,
       'deliveredAt', d.delivered_at, 'httpStatus', d.http_status) AS delivery
     FROM webhook_delivery d JOIN record ON record.seq = d.record_seq
     WHERE d.target_id = ? AND d.state = 'waiting' AND (d.due_at <= ? OR d.due_at > ?) ORDER BY d.event_seq LIMIT ?`,
  )
  const nextDue = database
    .prepare<[string], number | null>(
      `SELECT min(due_at) FROM webhook_delivery WHERE target_id = ? AND state = 'waiting'`,
    )
    .pluck()
  const tried = database.prepare(
    `UPDATE webhook_delivery SET state = ?, attempts = attempts + 1, due_at = ?, tried_at = ?, delivered_at = ?,
       http_status = ? WHERE target_id = ? AND event_seq = ?`,
  )
  const there = database.prepare('UPDATE webhook_target SET failures = 0, due_at = 0 WHERE id = ?')
  const away = database.prepare('UPDATE webhook_target SET failures = failures + 1, due_at = ? WHERE id = ?')
  const forget = database.prepare(
    `DELETE FROM webhook_delivery WHERE target_id = ? AND state = 'delivered' AND event_seq <=
       (SELECT max(event_seq) FROM webhook_delivery WHERE target_id = ?) - ${mostDelivered}`,
  )
  const forgetAll = database.prepare('DELETE FROM webhook_delivery WHERE target_id = ?')
  const deliveries = database.prepare<unknown[], Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_delivery d JOIN record ON record.seq = d.record_seq
     WHERE d.target_id = ? AND (? IS NULL OR d.event_seq < ?) ORDER BY d.event_seq DESC LIMIT ?`,
  )
  const exists = database
    .prepare<[string], number>('SELECT 1 FROM webhook_target WHERE id = ? AND removed_at IS NULL')
    .pluck()
  const again = database.prepare(
    `UPDATE webhook_delivery SET state = 'waiting', attempts = 0, due_at = 0, delivered_at = NULL
     WHERE target_id = ? AND event_seq = ?`,
  )
  const moveBack = database.prepare('UPDATE webhook_target SET position = min(position, ?), due_at = 0 WHERE id = ?')

  function note(id: string, eventSeq: number, outcome: DeliveryOutcome): void {
    const { state, dueAt, triedAt, deliveredAt, httpStatus } = triedCells(outcome)
    tried.run(state, dueAt, triedAt, deliveredAt, httpStatus, id, eventSeq)
    if (outcome.became.state === 'away') away.run(outcome.became.dueAt, id)
    else there.run(id)
    if (state === 'delivered') forget.run(id, id)
  }

  return {
    async targets() {
      return all.all()
    },
    add({ id, url, companyGuid, createdAt }, by) {
      return commit.write(() => {
        insert.run(id, url, companyGuid === null ? null : ids.idOf(companyGuid), createdAt, by)
        addAct({ at: createdAt, by, type: 'webhook_added', facts: { id, url, companyGuid } })
      })
    },
    remove(id, at, by) {
      return commit.write(() => {
        if (remove.run(at, id).changes === 0) return false
        forgetAll.run(id)
        addAct({ at, by, type: 'webhook_removed', facts: { id } })
        return true
      })
    },
    takeUp(id, most) {
      return commit.write(() => {
        const limit = isBehind.get(id) === 1 ? (room.get(most, id) ?? 0) : 0
        if (limit <= 0) return
        // Where fewer came than there was room for, what lies between is nobody's news: the next look begins behind it.
        const taken = takeUp.all(id, limit)
        if (taken.length < limit) moveToEnd.run(id)
        else moveTo.run(Math.max(...taken), id)
      })
    },
    async due(id, { now, latest }, limit) {
      return due.all(id, now, latest, limit).map((row) => ({
        ...(JSON.parse(row.delivery) as Delivery),
        record: { ...stored(row), isReferredTo: row.referred_to === 1 },
      }))
    },
    async nextDue(id) {
      return nextDue.get(id) ?? null
    },
    tried(id, eventSeq, outcome) {
      return commit.write(() => note(id, eventSeq, outcome))
    },
    async deliveries(id, beforeSeq, limit) {
      return deliveries.all(id, beforeSeq, beforeSeq, limit)
    },
    replay(id, which, { at, by }) {
      return commit.write(() => {
        if (!exists.get(id)) return false
        if ('eventSeq' in which && again.run(id, which.eventSeq).changes === 0) return false
        if ('afterSeq' in which) moveBack.run(which.afterSeq, id)
        else moveBack.run(Number.MAX_SAFE_INTEGER, id)
        addAct({ at, by, type: 'webhook_replayed', facts: { id, ...which } })
        return true
      })
    },
  }
}
