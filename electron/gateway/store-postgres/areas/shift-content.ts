import type { Day } from '../../../../shared/domain/calendar.ts'
import { consolidatedShiftCode } from '../../../../shared/domain/shift.ts'
import { type NamedRow, namedColumns } from '../../store/kept/named-rows.ts'
import { paidIn, paidUnreadably } from '../../store/kept/payments.ts'
import { codedCells, recordsLookedAt, type ShiftRow } from '../../store/kept/shift-rows.ts'
import type { ShiftContent, Uncovered } from '../../store/port/shifts.ts'
import { type Ask, first } from '../ask.ts'
import type { StoredOf } from '../records/stored.ts'

const coded = 'record.company_id = $1 AND outlet_name = $2 AND terminal_name = $3 AND shift_code = $4'

const noBody = new Uint8Array()

type ContentRow = NamedRow & { readonly body: Uint8Array | null }

interface ContentDeps {
  readonly ask: Ask
  readonly stored: StoredOf
}

/** Everything of a shift, all read at one moment. */
export async function contentOf({ ask, stored }: ContentDeps, row: ShiftRow): Promise<ShiftContent> {
  const throughSeq =
    row.through_seq ?? (await first(ask<{ readonly seq: number }>('SELECT record_seq AS seq FROM place')))?.seq ?? 0
  const rows = await ask<ContentRow>(
    `SELECT ${namedColumns}, event.body FROM record JOIN company ON company.id = record.company_id
     LEFT JOIN event ON record_seq = record.seq AND event.revision = record.revision
     WHERE ${coded} AND record.seq > $5 AND record.seq <= $6 ORDER BY record.seq`,
    ...codedCells(row),
    row.from_seq,
    throughSeq,
  )
  const documents = rows.map(async (each) => ({
    record: (await stored(each)).record,
    ...(paidIn(each.body ?? noBody) ?? paidUnreadably),
  }))
  return { documents: await Promise.all(documents), throughSeq }
}

/** What came under the shift's code after it was closed and is in no shift since. */
export async function lateCount(ask: Ask, row: ShiftRow): Promise<number> {
  if (row.through_seq === null) return 0
  const found = await first(
    ask<{ readonly count: number }>(
      `SELECT count(*) AS count FROM record WHERE ${coded} AND seq > (SELECT max(through_seq) FROM shift
         WHERE company_id = $1 AND outlet_name = $2 AND terminal_name = $3 AND shift_code = $4 AND closed_at IS NOT NULL)`,
      ...codedCells(row),
    ),
  )
  return found?.count ?? 0
}

/** Sales under a code that no shift has been opened for. @param today whatever came before was before there were shifts */
export const uncoveredOf = (ask: Ask, companyGuid: string, today: Day) =>
  ask<Uncovered>(
    `WITH newest AS (
       SELECT issued_at, seq, company_id, outlet_name, terminal_name, shift_code FROM record
       WHERE company_id = (SELECT id FROM company WHERE guid = $1) AND shift_code <> '${consolidatedShiftCode}'
       ORDER BY issued_at DESC, seq DESC LIMIT ${recordsLookedAt}
     ), ended AS (
       SELECT outlet_name, terminal_name, shift_code, max(through_seq) AS through_seq,
         bool_or(closed_at IS NULL) AS is_open
       FROM shift WHERE company_id = (SELECT id FROM company WHERE guid = $1)
       GROUP BY outlet_name, terminal_name, shift_code
     ), loose AS (
       SELECT company_id, outlet_name, terminal_name, shift_code, count(*) AS count,
         max(issued_at) AS newest_at, max(seq) AS last_seq FROM newest
       LEFT JOIN ended USING (outlet_name, terminal_name, shift_code)
       WHERE seq > coalesce(through_seq, (SELECT max(seq) FROM record WHERE submitted_day < $2), 0)
         AND is_open IS NOT TRUE
       GROUP BY company_id, outlet_name, terminal_name, shift_code
     )
     SELECT company.guid AS "companyGuid", company.code AS "companyCode", loose.outlet_name AS "outletName",
       loose.terminal_name AS "terminalName", loose.shift_code AS "shiftCode", count, newest_at AS "newestAt"
     FROM loose JOIN company ON company.id = loose.company_id
     ORDER BY newest_at DESC, last_seq DESC`,
    companyGuid,
    today,
  )
