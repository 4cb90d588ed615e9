import type { Records, ShiftSummary } from '../port/records.ts'
import { sqlByStatus } from '../rows/record-row.ts'
import { beyond, type Engine, joinStatements, raw, sql } from '../sql.ts'
import { allOf, anyOf, listConditions, soldBetweenSql } from './record-filters.ts'
import { selectUnion, sourcesFor, sourcesOfAll } from './record-places.ts'
import { andFilter, type ListedRow, listedRowReader, recordsWithCompany, selectListed } from './record-rows.ts'
import { type RecordReader, recordsReader } from './stored-of.ts'

type Context = Engine & { readonly stored: RecordReader }

/** Narrow indexes find the records; only those are read. */
export function listOf({ read, dialect, stored }: Context): Records['list'] {
  const listed = listedRowReader(stored)
  return async (query) => {
    const { statuses: wanted, before, limit } = query
    const filters = allOf([
      await soldBetweenSql(read, query),
      ...(before ? [beyond('issued_at', '<', { at: before.issuedAt, seq: before.seq })] : []),
      ...(wanted.length > 0 ? [anyOf(wanted.map((status) => raw(sqlByStatus[status])))] : []),
      ...listConditions(dialect, query),
    ])
    const found = (await sourcesFor({ read, dialect }, query)).map(
      ({ from, where }) => sql`SELECT issued_at, seq FROM ${from} WHERE ${where} AND ${filters}`,
    )
    const rows = await read<ListedRow>(
      sql`${selectListed(dialect)} WHERE record.seq IN (
            SELECT seq FROM (${joinStatements(found, ' UNION ')} ORDER BY issued_at DESC, seq DESC LIMIT ${limit}) AS found
          ) ORDER BY issued_at DESC, record.seq DESC`,
    )
    return Promise.all(rows.map(listed))
  }
}

export const soldBetweenOf =
  ({ read, dialect, stored }: Context): Records['soldBetween'] =>
  async ({ after, limit, ...query }) => {
    const place = after && beyond('issued_at', '>', { at: after.issuedAt, seq: after.seq })
    const filters = sql`${allOf([await soldBetweenSql(read, query), ...(place ? [place] : [])])} ${andFilter(dialect, query)}`
    const found = selectUnion(sourcesOfAll(dialect), 'issued_at, seq', filters)
    return recordsReader(
      { read },
      stored,
    )(sql`${recordsWithCompany(dialect)} WHERE record.seq IN (
        SELECT seq FROM (${found} ORDER BY issued_at, seq LIMIT ${limit}) AS found
      ) ORDER BY issued_at, record.seq`)
  }

export const shiftsOf =
  ({ read, dialect }: Context): Records['shifts'] =>
  (whose, among) =>
    read<ShiftSummary>(
      sql`SELECT company.code AS "companyCode", shift.outlet_name AS "outletName", shift.terminal_name AS "terminalName",
            shift.shift_code AS "shiftCode", count, newest_at AS "newestAt"
          FROM (
            SELECT company_id, outlet_name, terminal_name, shift_code, count(*) AS count, max(issued_at) AS newest_at,
              max(seq) AS last_seq
            FROM (
              ${selectUnion(sourcesOfAll(dialect), shiftColumns, sql`TRUE ${andFilter(dialect, whose)}`)}
              ORDER BY issued_at DESC, seq DESC LIMIT ${among}
            ) AS newest
            GROUP BY company_id, outlet_name, terminal_name, shift_code ORDER BY newest_at DESC, last_seq DESC
            LIMIT ${mostShifts}
          ) AS shift JOIN company ON company.id = company_id ORDER BY newest_at DESC, last_seq DESC`,
    )

const shiftColumns = 'issued_at, seq, company_id, outlet_name, terminal_name, shift_code'
const mostShifts = 200
