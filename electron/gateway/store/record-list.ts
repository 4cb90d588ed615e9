import type { Database, Statement } from 'better-sqlite3'
import { statuses } from '../../../shared/domain/status.ts'
import type { CompanyIds } from './company-ids.ts'
import { countedConcerns, type ListQuery, type RecordCounts } from './port-records.ts'
import { byPhase, type Filter, placesOf } from './record-concern.ts'
import { referredTo, statusSql } from './record-sql.ts'
import type { RecordRow } from './rows.ts'
import { searchFilterOf, searchTermsOf } from './search-text.ts'

export type ListedRow = RecordRow & { readonly submitted_day: string; readonly referred_to: number }

/** People use a dozen; whoever asks for every combination there is must not fill the memory with them. */
const mostStatements = 100

/** Lists for people, the newest first: which records is found in narrow indexes alone, then only those are read. */
export function prepareRecordList(
  database: Database,
  companies: CompanyIds,
): (query: ListQuery) => readonly ListedRow[] {
  const statementFor = preparedOnce<ListedRow>(database)
  return (query) => {
    const filters = filtersOf(query, companies)
    const places =
      query.concerns.length > 0
        ? placesOf(query.concerns, query.now)
        : [{ from: 'record INDEXED BY record_list', filter: null }]
    const lookups = places.map(({ from, filter }) => ({ from, filters: filter ? [filter, ...filters] : filters }))
    const found = lookups.map(
      (lookup) => `SELECT seq FROM ${lookup.from} WHERE ${lookup.filters.map(([sql]) => sql).join(' AND ')}`,
    )
    const cells = lookups.flatMap((lookup) => lookup.filters.flatMap(([, ...values]) => values))
    return statementFor(
      `SELECT record.*, ${referredTo('record.seq')} AS referred_to FROM record WHERE seq IN (
         ${found.join(' UNION ')} ORDER BY seq DESC LIMIT ?
       ) ORDER BY seq DESC`,
    ).all(...cells, query.limit)
  }
}

/** How many there are of each kind, from one look through the narrow index. */
export function prepareRecordCounts(
  database: Database,
  companies: CompanyIds,
): (query: Omit<ListQuery, 'beforeSeq' | 'limit'>) => RecordCounts {
  const statementFor = preparedOnce<RecordCounts>(database)
  const kinds: readonly (readonly [name: string, sql: string])[] = [
    ['attention', 'attention IS NOT NULL'],
    ...countedConcerns.map((concern) => [concern, byPhase[concern] ?? 'FALSE'] as const),
    ...statuses.map((status) => [status, statusSql[status]] as const),
  ]
  const sums = kinds.map(([name, sql]) => `coalesce(sum(${sql}), 0) AS ${name}`).join(', ')
  return (query) => {
    const filters = placeFilters(query, companies)
    const where = filters.length === 0 ? '' : `WHERE ${filters.map(([sql]) => sql).join(' AND ')}`
    const [counts] = statementFor(`SELECT count(*) AS "all", ${sums} FROM record INDEXED BY record_list ${where}`).all(
      ...filters.flatMap(([, ...cells]) => cells),
    )
    if (!counts) throw new Error('a count has one row')
    return counts
  }
}

/** Which filters there are makes the statement; what they say does not. */
function preparedOnce<Row>(database: Database): (sql: string) => Statement<unknown[], Row> {
  // The one used last stands last.
  const statements = new Map<string, Statement<unknown[], Row>>()
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare<unknown[], Row>(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    for (const [longestUnused] of statements) {
      if (statements.size <= mostStatements) break
      statements.delete(longestUnused)
    }
    return statement
  }
}

function filtersOf(query: ListQuery, companies: CompanyIds): readonly Filter[] {
  const { statuses: wanted, beforeSeq } = query
  return [
    ['seq < ?', beforeSeq ?? Number.MAX_SAFE_INTEGER],
    ...(wanted.length > 0 ? [[`(${wanted.map((status) => statusSql[status]).join(' OR ')})`] as const] : []),
    ...placeFilters(query, companies),
  ]
}

/** Where, when, how much and by what words; of what kind is apart. */
function placeFilters(query: Omit<ListQuery, 'beforeSeq' | 'limit'>, companies: CompanyIds): readonly Filter[] {
  const { companyGuid, outletName, terminalName, shiftCode, from, to, leastAmount, mostAmount, text } = query
  const where = (sql: string, cell: string | number | null): readonly Filter[] => (cell === null ? [] : [[sql, cell]])
  return [
    ...where('record.company_id = ?', companyGuid === null ? null : companies.idOf(companyGuid)),
    ...where('record.outlet_name = ?', outletName),
    ...where('record.terminal_name = ?', terminalName),
    ...where('record.shift_code = ?', shiftCode),
    ...where('submitted_day >= ?', from),
    ...where('submitted_day <= ?', to),
    ...where('CAST(total_payable AS REAL) >= ?', leastAmount),
    ...where('CAST(total_payable AS REAL) <= ?', mostAmount),
    ...searchTermsOf(text ?? '').map(searchFilterOf),
  ]
}
