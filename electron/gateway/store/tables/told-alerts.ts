import type { ToldAlert, ToldAlerts } from '../port/port.ts'
import { actStep, type Engine, makeAppend, oneRow, sql } from '../sql.ts'

export const toldAlertsTable = ({ read, append, transact }: Engine): ToldAlerts => ({
  list: () =>
    read<ToldAlert>(
      sql`SELECT cause, alert, told_at AS "toldAt", ended_at AS "endedAt" FROM told_alert ORDER BY cause`,
    ),
  tell: async ({ cause, alert, toldAt, endedAt }, before, { act, mailTo }, generation) =>
    void (await makeAppend((work) => transact(work, generation))([
      oneRow(
        sql`INSERT INTO told_alert (cause, alert, told_at, ended_at) VALUES (${cause}, ${alert}, ${toldAt}, ${endedAt})
            ON CONFLICT (cause) DO UPDATE
              SET alert = excluded.alert, told_at = excluded.told_at, ended_at = excluded.ended_at
              WHERE told_alert.told_at = ${before?.toldAt ?? -1} AND coalesce(told_alert.ended_at, 0) = ${before?.endedAt ?? 0}`,
        'told',
      ),
      actStep(act),
      ...(mailTo === ''
        ? []
        : [
            sql`INSERT INTO mail (alert, address, asked_at, at, state)
                VALUES (${JSON.stringify(act)}, ${mailTo}, ${act.at}, ${act.at}, 'waiting')`,
          ]),
    ])),
  forgetOpen: async () => void (await append([sql`DELETE FROM told_alert WHERE ended_at IS NULL`])),
})
