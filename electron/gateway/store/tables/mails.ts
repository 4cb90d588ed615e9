import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Mail, Mails, NextMail } from '../port/mails.ts'
import { actStep, type Engine, firstRow, oneRow, readValue, sql } from '../sql.ts'
import { readSetting, upsertSetting } from './settings.ts'

/** Up to where the log was read for e-invoices that are sent by themselves. */
const placeName = 'mail_from'

/** After a restore it is not known what has left since the backup. */
export const doubtMails = [
  sql`UPDATE mail SET state = 'unknown' WHERE state IN ('waiting', 'sending')`,
  sql`DELETE FROM setting WHERE name = ${placeName}`,
]

export const mailsTable = (engine: Engine): Mails => ({
  ...mailReads(engine),
  ...mailWrites(engine),
  takeUp: (at, since) => takeUp(engine, at, since),
})

const mailReads = ({ read }: Engine): Pick<Mails, 'of' | 'next' | 'troubled' | 'unsentAlert'> => ({
  of: (recordSeq) =>
    read<Mail>(
      sql`SELECT address, state, at, reason FROM mail
          WHERE record_seq = ${recordSeq} AND address IS NOT NULL ORDER BY seq DESC`,
    ),
  async next() {
    const next = read<NextMail>(
      sql`SELECT mail.seq, sale_guid AS "saleGuid", alert, address, state, at, mail.attempts, mail.due_at AS "dueAt"
          FROM mail LEFT JOIN record ON record.seq = record_seq
          WHERE state IN ('waiting', 'sending') ORDER BY state, mail.due_at, mail.seq LIMIT 1`,
    )
    return (await firstRow(next)) ?? null
  },
  async troubled(before, limit) {
    const rows = await read<{ readonly code: string }>(
      sql`SELECT sale_code AS code FROM mail JOIN record ON record.seq = record_seq
          WHERE (state IN ('waiting', 'sending') AND asked_at < ${before}) OR (state = 'unknown' AND NOT EXISTS
            (SELECT 1 FROM mail later WHERE later.record_seq = mail.record_seq AND later.seq > mail.seq))
          ORDER BY mail.seq DESC LIMIT ${limit}`,
    )
    return rows.map(({ code }) => code)
  },
  // The index of records finds the alerts.
  unsentAlert: async (before) =>
    (await firstRow(
      read<Pick<Mail, 'at' | 'reason'>>(
        sql`SELECT asked_at AS at, reason FROM mail WHERE record_seq IS NULL AND state <> 'sent' AND attempts > 0
              AND asked_at < ${before} AND mail.at > (SELECT coalesce(max(at), 0) FROM mail sent
                WHERE sent.record_seq IS NULL AND sent.state = 'sent')
            ORDER BY seq LIMIT 1`,
      ),
    )) ?? null,
})

type Writes = 'ask' | 'beginSending' | 'tried' | 'drop' | 'tryAgain'

const mailWrites = ({ append }: Engine): Pick<Mails, Writes> => ({
  ask: async ({ recordSeq, address, at, by }, most) =>
    !(await append([
      oneRow(
        sql`INSERT INTO mail (record_seq, address, by, asked_at, at, state)
            SELECT ${recordSeq}, ${address}, ${by}, ${at}, ${at}, 'waiting'
            WHERE (SELECT count(*) FROM mail WHERE record_seq = ${recordSeq}) < ${most}`,
        'too_many',
      ),
      actStep({ at, by, type: 'mail_asked', facts: { record: recordSeq } }),
    ])),
  beginSending: async (seq, address, at) =>
    !(await append([
      oneRow(
        sql`UPDATE mail SET state = 'sending', address = ${address}, at = ${at} WHERE seq = ${seq} AND state = 'waiting'`,
        'not_waiting',
      ),
    ])),
  // A result that comes late may say of an unknown message that it was sent, and no more.
  tried: async (seq, { at, state, dueAt, reason }) =>
    void (await append([
      sql`UPDATE mail SET state = ${state}, attempts = attempts + 1, due_at = ${dueAt}, at = ${at}, reason = ${reason}
          WHERE seq = ${seq} AND (state IN ('waiting', 'sending') OR ${state} = 'sent')`,
    ])),
  drop: async (seq) => void (await append([sql`DELETE FROM mail WHERE seq = ${seq}`])),
  tryAgain: async () =>
    void (await append([
      sql`UPDATE mail SET attempts = 0, due_at = 0 WHERE state = 'waiting'`,
      sql`UPDATE mail SET attempts = 0 WHERE record_seq IS NULL AND state IN ('failed', 'unknown')`,
    ])),
})

async function takeUp(engine: Engine, at: EpochMs, since: EpochMs | null): Promise<void> {
  const { append } = engine
  const before = await readSetting(engine, placeName)
  if (since === null) return void (before && (await append([sql`DELETE FROM setting WHERE name = ${placeName}`])))
  const position = (await readValue<number>(engine, sql`SELECT max(seq) AS value FROM event`)) ?? 0
  if (!before) return void (await append([upsertSetting(placeName, JSON.stringify({ position, since }))]))
  const place = JSON.parse(before) as { readonly position: number; readonly since: EpochMs }
  if (place.position === position) return
  const after = JSON.stringify({ ...place, position })
  await append([
    // Another process may have moved it meanwhile.
    oneRow(sql`UPDATE setting SET value = ${after} WHERE name = ${placeName} AND value = ${before}`, 'moved'),
    // Without its long id a document has no link yet: the event that brings it comes here, too.
    sql`INSERT INTO mail (record_seq, asked_at, at, state) SELECT seq, ${at}, ${at}, 'waiting' FROM record
        WHERE seq IN (SELECT record_seq FROM event WHERE seq > ${place.position} AND seq <= ${position})
          AND phase = 'valid' AND family = 'sale' AND members = 0 AND consolidated_into IS NULL
          AND long_id IS NOT NULL AND validated_at >= ${place.since} ON CONFLICT DO NOTHING`,
  ])
}
