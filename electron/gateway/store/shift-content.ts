import type { Database } from 'better-sqlite3'
import type { Day } from '../../../shared/domain/calendar.ts'
import { consolidatedShiftCode } from '../../../shared/domain/shift.ts'
import type { ShiftDocument } from '../../../shared/domain/shift-report.ts'
import type { CompanyIds } from './company-ids.ts'
import type { ShiftContent, Uncovered } from './port-shifts.ts'
import type { RecordRow } from './rows.ts'
import type { StoredOf } from './stored.ts'

/** A till and code as rows name them. */
interface Coded {
  readonly company_id: number
  readonly outlet_name: string
  readonly terminal_name: string
  readonly shift_code: string
}

type ContentRow = RecordRow & { readonly payment_method: string | null; readonly payments: string | null }
type UncoveredRow = Coded & { readonly count: number; readonly last_seq: number; readonly newest_at: number }

/** A few weeks of a shop. */
const recordsLookedAt = 20_000

const coded = 'company_id = ? AND outlet_name = ? AND terminal_name = ? AND shift_code = ?'

/** Which records belong to which shift: found in the narrow index of lists, from where the shift began. */
export function prepareShiftContent(
  database: Database,
  { ids, stored }: { readonly ids: CompanyIds; readonly stored: StoredOf },
) {
  const lastSeq = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM record').pluck()
  const endedAt = database
    .prepare<unknown[], number | null>(`SELECT max(through_seq) FROM shift WHERE ${coded} AND closed_at IS NOT NULL`)
    .pluck()
  // Days follow the order of acceptance, so the first one met from the end is the last one.
  const before = database
    .prepare<[Day], number>('SELECT seq FROM record WHERE submitted_day < ? ORDER BY seq DESC LIMIT 1')
    .pluck()
  const found = (from: string) =>
    `SELECT seq FROM record INDEXED BY record_list WHERE seq > ${from} AND seq <= ? AND ${coded}`
  const content = database.prepare<unknown[], ContentRow>(
    `SELECT record.*, json_extract(text, '$.PAYMENT_METHOD') AS payment_method, json_extract(text, '$.PAYMENTS') AS payments
     FROM record CROSS JOIN (
       SELECT record_seq, revision AS body_revision,
         CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ELSE '{}' END AS text FROM event
     ) ON record_seq = record.seq AND body_revision = record.revision
     WHERE record.seq IN (${found('?')}) ORDER BY record.seq`,
  )
  const count = database.prepare<unknown[], number>(`SELECT count(*) FROM (${found('?')})`).pluck()
  const uncovered = database.prepare<unknown[], UncoveredRow>(
    `WITH newest AS (
       SELECT seq, company_id, outlet_name, terminal_name, shift_code FROM record INDEXED BY record_list
       WHERE company_id = ? AND shift_code <> '${consolidatedShiftCode}' ORDER BY seq DESC LIMIT ${recordsLookedAt}
     ), ended AS (
       SELECT outlet_name, terminal_name, shift_code, max(through_seq) AS through_seq,
         min(CASE WHEN closed_at IS NULL THEN from_seq END) AS open_from
       FROM shift WHERE company_id = ? GROUP BY outlet_name, terminal_name, shift_code
     ), loose AS (
       SELECT newest.*, count(*) AS count, max(seq) AS last_seq FROM newest
       LEFT JOIN ended USING (outlet_name, terminal_name, shift_code)
       WHERE seq > coalesce(through_seq, ?) AND open_from IS NULL
       GROUP BY outlet_name, terminal_name, shift_code
     )
     SELECT loose.*, submitted_at AS newest_at FROM loose CROSS JOIN record ON record.seq = last_seq
     ORDER BY last_seq DESC`,
  )
  const cellsOf = (row: Coded) => [row.company_id, row.outlet_name, row.terminal_name, row.shift_code]
  const documentOf = (row: ContentRow): ShiftDocument => ({
    record: stored(row).record,
    paymentMethod: row.payment_method,
    payments: paymentsIn(row.payments),
  })

  return {
    /** After which record a new shift begins. */
    beginningOf({ till, shiftCode, today }: { till: readonly unknown[]; shiftCode: string; today: Day }): number {
      return endedAt.get(...till, shiftCode) ?? before.get(today) ?? 0
    },
    documents(row: Coded, fromSeq: number, throughSeq: number | null): ShiftContent {
      const through = throughSeq ?? lastSeq.get() ?? 0
      return { documents: content.all(fromSeq, through, ...cellsOf(row)).map(documentOf), throughSeq: through }
    },
    lateCount(row: Coded, throughSeq: number): number {
      const ended = endedAt.get(...cellsOf(row)) ?? throughSeq
      return count.get(ended, Number.MAX_SAFE_INTEGER, ...cellsOf(row)) ?? 0
    },
    uncovered(companyGuid: string, today: Day): readonly Uncovered[] {
      const { id, code } = ids.find(companyGuid) ?? { id: -1, code: '' }
      return uncovered.all(id, id, before.get(today) ?? 0).map((row) => ({
        companyGuid,
        companyCode: code,
        outletName: row.outlet_name,
        terminalName: row.terminal_name,
        shiftCode: row.shift_code,
        count: row.count,
        newestAt: row.newest_at,
      }))
    },
  }
}

/** Amounts keep the till's own spelling: a float would lose digits of a large one. */
function paymentsIn(text: string | null): ShiftDocument['payments'] {
  if (text === null) return []
  const spelled = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  const payments = JSON.parse(text, spelled) as readonly { readonly METHOD: string; readonly AMOUNT: string }[]
  return payments.map(({ METHOD, AMOUNT }) => ({ method: METHOD, amount: AMOUNT }))
}
