import type { Delivery, DeliveryOutcome, Webhooks, WebhookTarget } from '../port/webhooks.ts'
import { columnsWithCompany, type RowWithCompany, referredToSql } from '../rows/record-row.ts'
import { actStep, type DataReader, type Engine, firstRow, oneRow, raw, readValue, type Statement, sql } from '../sql.ts'
import { companyIdOf } from './companies.ts'
import type { RecordReader } from './stored-of.ts'

/** So many deliveries of each target stay, for people to see. */
const mostDelivered = 1_000

const lastEvent = sql`(SELECT coalesce(max(seq), 0) FROM event)`
const waitingOf = (id: string) => sql`FROM webhook_delivery WHERE target_id = ${id} AND state = 'waiting'`
const counted = (state: string) =>
  raw(`(SELECT count(*) FROM webhook_delivery WHERE target_id = target.id AND state = '${state}') AS ${state}`)
const ofAct = (column: string) =>
  raw(`CASE WHEN d.record_seq IS NULL THEN (SELECT ${column} FROM event WHERE seq = d.event_seq) END AS act_${column}`)
const again = sql`state = 'waiting', attempts = 0, due_at = 0, body = NULL`

type Reads = 'targets' | 'due' | 'nextDue' | 'deliveries'

export const webhooksTable = (engine: Engine, stored: RecordReader): Webhooks => ({
  ...webhookReads(engine, stored),
  ...webhookWrites(engine),
})

interface DueRow extends RowWithCompany, Pick<Delivery, 'eventSeq'> {
  readonly changed_at: number
  readonly tries: number
  readonly referred_to: number
  readonly told: string | null
  readonly act_type: string | null
  readonly act_facts: string | null
}

const webhookReads = ({ read }: DataReader, stored: RecordReader): Pick<Webhooks, Reads> => ({
  targets: () =>
    read<WebhookTarget>(sql`SELECT target.id, url, company.guid AS "companyGuid", position,
        target.created_at AS "createdAt", created_by AS "createdBy",
        failures, due_at AS "dueAt", ${counted('waiting')}, ${counted('failed')}
      FROM webhook_target target LEFT JOIN company ON company.id = company_id
      WHERE removed_at IS NULL ORDER BY target.created_at, target.id`),
  async due(id, { now, latest }, limit) {
    const rows = await read<DueRow>(
      sql`SELECT ${raw(columnsWithCompany)}, CASE WHEN ${raw(referredToSql('record.seq'))} THEN 1 ELSE 0 END AS referred_to,
            d.event_seq AS "eventSeq", d.at AS changed_at, d.attempts AS tries, d.body AS told,
            ${ofAct('type')}, ${ofAct('facts')}
          FROM webhook_delivery d LEFT JOIN record ON record.seq = d.record_seq
            LEFT JOIN company ON company.id = record.company_id
          WHERE d.target_id = ${id} AND d.state = 'waiting' AND (d.due_at <= ${now} OR d.due_at > ${latest})
          ORDER BY d.event_seq LIMIT ${limit}`,
    )
    return Promise.all(
      rows.map(async ({ act_type: type, act_facts: facts, ...row }) => ({
        eventSeq: row.eventSeq,
        at: row.changed_at,
        attempts: row.tries,
        body: row.told,
        record: type === null ? { ...(await stored(row)), isReferredTo: row.referred_to === 1 } : null,
        act: type === null ? null : { type, facts: JSON.parse(facts ?? '{}') as object },
      })),
    )
  },
  nextDue: (id) => readValue({ read }, sql`SELECT min(due_at) AS value ${waitingOf(id)}`),
  deliveries: (id, beforeSeq, limit) =>
    read<Delivery>(
      sql`SELECT d.event_seq AS "eventSeq", sale_guid AS "saleGuid", d.at, d.state, d.attempts, d.due_at AS "dueAt",
            d.tried_at AS "triedAt", d.http_status AS "httpStatus"
          FROM webhook_delivery d LEFT JOIN record ON record.seq = d.record_seq
          WHERE d.target_id = ${id} AND d.event_seq < ${beforeSeq ?? Number.MAX_SAFE_INTEGER}
          ORDER BY d.event_seq DESC LIMIT ${limit}`,
    ),
})

function webhookWrites(engine: Engine): Omit<Webhooks, Reads> {
  const { read, append } = engine
  return {
    async add({ id, url, companyGuid, createdAt }, by) {
      const companyId = companyGuid === null ? null : await companyIdOf(read, companyGuid)
      await append([
        sql`INSERT INTO webhook_target (id, url, company_id, created_at, created_by, position)
            VALUES (${id}, ${url}, ${companyId}, ${createdAt}, ${by}, ${lastEvent})`,
        actStep({ at: createdAt, by, type: 'webhook_added', facts: { id, url, companyGuid } }),
      ])
    },
    remove: async (id, at, by) =>
      !(await append([
        oneRow(sql`UPDATE webhook_target SET removed_at = ${at} WHERE id = ${id} AND removed_at IS NULL`, 'unknown'),
        sql`DELETE FROM webhook_delivery WHERE target_id = ${id}`,
        actStep({ at, by, type: 'webhook_removed', facts: { id } }),
      ])),
    takeUp: (id, most) => takeUp(engine, id, most),
    keepBodies: async (id, bodies) =>
      void (await append(
        bodies.map(
          ({ eventSeq, body }) =>
            sql`UPDATE webhook_delivery SET body = ${body} WHERE target_id = ${id} AND event_seq = ${eventSeq}`,
        ),
      )),
    tried: async (id, eventSeq, outcome) => void (await append(triedSteps(id, eventSeq, outcome))),
    replay: async (id, which, { at, by }) =>
      !(await append([
        oneRow(
          sql`UPDATE webhook_target SET due_at = 0${'afterSeq' in which ? moveBack(which.afterSeq) : sql``}
              WHERE id = ${id} AND removed_at IS NULL`,
          'unknown',
        ),
        ...('eventSeq' in which
          ? [
              oneRow(
                sql`UPDATE webhook_delivery SET ${again} WHERE target_id = ${id} AND event_seq = ${which.eventSeq}`,
                'unknown',
              ),
            ]
          : []),
        actStep({ at, by, type: 'webhook_replayed', facts: { id, ...which } }),
      ])),
  }
}

const moveBack = (to: number) => sql`, position = CASE WHEN position < ${to} THEN position ELSE ${to} END`

async function takeUp({ read, append }: Engine, id: string, most: number): Promise<void> {
  const behind = await firstRow(
    read<{ readonly position: number; readonly last: number; readonly waiting: number }>(
      sql`SELECT position, ${lastEvent} AS last,
            (SELECT count(*) ${waitingOf(id)}) AS waiting
          FROM webhook_target WHERE id = ${id}`,
    ),
  )
  const room = behind && behind.position < behind.last ? most - behind.waiting : 0
  if (!behind || room <= 0) return
  // Each record at its last event.
  const changed = (upTo: number) =>
    sql`FROM webhook_target target JOIN event ON event.seq > ${behind.position} AND event.seq <= ${upTo}
          LEFT JOIN record ON record.seq = event.record_seq AND record.version = event.version
        WHERE target.id = ${id} AND (target.company_id IS NULL OR target.company_id = record.company_id)
          AND (event.type IN ('alert_began', 'alert_ended') OR record.seq IS NOT NULL)`
  const taken = await read<{ readonly seq: number }>(
    sql`SELECT event.seq ${changed(behind.last)} ORDER BY event.seq LIMIT ${room}`,
  )
  // If there was room for more, all events up to the last one were looked at.
  const position = taken.length < room ? behind.last : Math.max(...taken.map(({ seq }) => seq))
  await append([
    // A replay may have moved it meanwhile.
    oneRow(
      sql`UPDATE webhook_target SET position = ${position} WHERE id = ${id} AND position = ${behind.position}`,
      'moved',
    ),
    sql`INSERT INTO webhook_delivery (target_id, event_seq, record_seq, at, state)
        SELECT target.id, event.seq, event.record_seq, event.at, 'waiting' ${changed(position)}
        ON CONFLICT (target_id, event_seq) DO UPDATE SET ${again}`,
  ])
}

function triedSteps(id: string, eventSeq: number, { at, httpStatus, became }: DeliveryOutcome): readonly Statement[] {
  const state = became.state === 'away' ? 'waiting' : became.state
  const dueAt = became.state === 'waiting' ? became.dueAt : 0
  return [
    sql`UPDATE webhook_delivery SET state = ${state}, attempts = attempts + 1, due_at = ${dueAt}, tried_at = ${at},
          http_status = ${httpStatus}
        WHERE target_id = ${id} AND event_seq = ${eventSeq}`,
    became.state === 'away'
      ? sql`UPDATE webhook_target SET failures = failures + 1, due_at = ${became.dueAt} WHERE id = ${id}`
      : sql`UPDATE webhook_target SET failures = 0, due_at = 0 WHERE id = ${id}`,
    ...(became.state === 'delivered'
      ? [
          sql`DELETE FROM webhook_delivery WHERE target_id = ${id} AND state = 'delivered' AND event_seq <=
              (SELECT max(event_seq) FROM webhook_delivery WHERE target_id = ${id}) - ${mostDelivered}`,
        ]
      : []),
  ]
}
