import type { Database, Statement } from 'better-sqlite3'
import type { CompanyIds } from './company-ids.ts'
import type { ListQuery } from './port-records.ts'
import { type Filter, placesOf } from './record-concern.ts'
import { referredTo, statusSql } from './record-sql.ts'
import type { RecordRow } from './rows.ts'
import { searchedBy, searchTermsOf } from './search-text.ts'

export type ListedRow = RecordRow & { readonly submitted_day: string; readonly referred_to: number }

/** People use a dozen; whoever asks for every combination there is must not fill the memory with them. */
const mostStatements = 100

/** Lists for people, the newest first: which records is found in narrow indexes alone, then only those are read. */
export function prepareRecordList(
  database: Database,
  companies: CompanyIds,
): (query: ListQuery) => readonly ListedRow[] {
  // Which filters there are makes the statement; what they say does not. The one used last stands last.
  const statements = new Map<string, Statement<unknown[], ListedRow>>()
  const statementFor = (found: string): Statement<unknown[], ListedRow> => {
    const known = statements.get(found)
    if (known) {
      statements.delete(found)
      statements.set(found, known)
      return known
    }
    const made = database.prepare<unknown[], ListedRow>(
      `SELECT record.*, ${referredTo('record.seq')} AS referred_to FROM record WHERE seq IN (
         ${found} ORDER BY seq DESC LIMIT ?
       ) ORDER BY seq DESC`,
    )
    statements.set(found, made)
    for (const [longestUnused] of statements) {
      if (statements.size <= mostStatements) break
      statements.delete(longestUnused)
    }
    return made
  }
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
    return statementFor(found.join(' UNION ')).all(...cells, query.limit)
  }
}

function filtersOf(query: ListQuery, companies: CompanyIds): readonly Filter[] {
  const { companyGuid, outletName, terminalName, shiftCode, statuses, text, beforeSeq } = query
  const equals = (column: string, cell: string | number | null): readonly Filter[] =>
    cell === null ? [] : [[`record.${column} = ?`, cell]]
  return [
    ['seq < ?', beforeSeq ?? Number.MAX_SAFE_INTEGER],
    ...equals('company_id', companyGuid === null ? null : companies.idOf(companyGuid)),
    ...equals('outlet_name', outletName),
    ...equals('terminal_name', terminalName),
    ...equals('shift_code', shiftCode),
    ...(statuses.length > 0 ? [[`(${statuses.map((status) => statusSql[status]).join(' OR ')})`] as const] : []),
    ...searchTermsOf(text ?? '').map((term): Filter => [`instr(${searchedBy(term)}, ?) > 0`, term]),
  ]
}
