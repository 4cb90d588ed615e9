import type { Database, Statement } from 'better-sqlite3'
import { statuses } from '../../../../shared/domain/status.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import type { RecordRow } from '../kept/rows.ts'
import { searchTermsOf } from '../kept/search-text.ts'
import { byPhase, needsPersonSql, payableHundredths, referredTo, statusSql, underWaySql } from '../kept/status-sql.ts'
import {
  type CountQuery,
  countedConcerns,
  type ListQuery,
  type RecordCounts,
  type SalePlace,
  type SoldQuery,
} from '../port/records.ts'
import { type Filter, needsPersonSeqs, type Place, placesOf, unfinished } from './concern.ts'
import { placesOfStatuses, preparePlaceLookup } from './place.ts'
import { searchFilterOf } from './search-filter.ts'
import { prepareSold } from './sold.ts'

export type ListedRow = RecordRow & { readonly referred_to: number }

/** People use a dozen; whoever asks for every combination there is must not fill the memory with them. */
const mostStatements = 100

/** Lists for people, the newest sale first: which records is found in narrow indexes alone, then only those are read. */
export function prepareRecordList(
  database: Database,
  companies: CompanyIds,
): (query: ListQuery) => readonly ListedRow[] {
  const statementFor = preparedOnce<ListedRow>(database)
  const soldOn = prepareSold(database)
  const fewOf = preparePlaceLookup(database)
  const placesFor = (query: ListQuery): readonly Place[] => {
    if (query.among) return [placeAmong(query.among)]
    if (query.concerns.length > 0) return placesOf(query.concerns, query.now)
    return placesOfStatuses(query) ?? fewOf(query) ?? [everyPlace]
  }
  return (query) => {
    const filters = [...soldOn(query), ...filtersOf(query, companies)]
    const lookups = placesFor(query).map(({ from, filter }) => ({
      from,
      filters: filter ? [filter, ...filters] : filters,
    }))
    const found = lookups.map(
      (lookup) => `SELECT issued_at, seq FROM ${lookup.from} WHERE ${lookup.filters.map(([sql]) => sql).join(' AND ')}`,
    )
    const cells = lookups.flatMap((lookup) => lookup.filters.flatMap(([, ...values]) => values))
    return statementFor(
      `SELECT record.*, ${referredTo('record.seq')} AS referred_to FROM record WHERE seq IN (
         SELECT seq FROM (${found.join(' UNION ')} ORDER BY issued_at DESC, seq DESC LIMIT ?)
       ) ORDER BY issued_at DESC, seq DESC`,
    ).all(...cells, query.limit)
  }
}

/** Everything of some days, the oldest sale first. */
export function prepareSoldBetween(
  database: Database,
  companies: CompanyIds,
): (query: SoldQuery) => readonly RecordRow[] {
  const statementFor = preparedOnce<RecordRow>(database)
  const soldOn = prepareSold(database)
  return ({ after, limit, ...query }) => {
    const { companyGuid } = query
    const { issuedAt, seq } = after ?? { issuedAt: 0, seq: 0 }
    const filters: readonly Filter[] = [
      ...soldOn(query),
      ['issued_at >= ? AND (issued_at > ? OR seq > ?)', issuedAt, issuedAt, seq],
      ...(companyGuid === null ? [] : [['company_id = ?', companies.idOf(companyGuid)] as const]),
    ]
    return statementFor(
      `SELECT * FROM ${everyPlace.from} WHERE ${filters.map(([sql]) => sql).join(' AND ')} ORDER BY issued_at, seq LIMIT ?`,
    ).all(...filters.flatMap(([, ...cells]) => cells), limit)
  }
}

/** Of each kind that the index of what is not over tells. */
const phaseSums = [
  ['under_way', underWaySql] as const,
  ...countedConcerns.map((concern) => [concern, byPhase[concern] ?? 'FALSE'] as const),
  ...statuses.map((status) => [status, statusSql[status]] as const),
]
const summed = (kinds: readonly (readonly [name: string, sql: string])[]) =>
  kinds.map(([name, sql]) => `coalesce(sum(${sql}), 0) AS ${name}`).join(', ')

/** How many there are of each kind: of a company's whole past by what is not valid, else from one look at what is named. */
export function prepareRecordCounts(database: Database, companies: CompanyIds): (query: CountQuery) => RecordCounts {
  const statementFor = preparedOnce<RecordCounts>(database)
  const soldOn = prepareSold(database)
  const wholeOf = prepareWholeCounts(database, companies)
  const sums = summed([['attention', 'attention IS NOT NULL'], ['needs_person', needsPersonSql], ...phaseSums])
  return (query) => {
    if (isWhole(query)) return wholeOf(query.companyGuid)
    const place = query.among ? placeAmong(query.among) : everyPlace
    const filters = [...(place.filter ? [place.filter] : []), ...soldOn(query), ...placeFilters(query, companies)]
    const where = filters.map(([sql]) => sql).join(' AND ')
    const [counts] = statementFor(`SELECT count(*) AS "all", ${sums} FROM ${place.from} WHERE ${where}`).all(
      ...filters.flatMap(([, ...cells]) => cells),
    )
    if (!counts) throw new Error('a count has one row')
    return counts
  }
}

/** Whether nothing is named but a company: kinds that are asked for do not count here. */
const isWhole = (query: CountQuery): boolean => {
  const { outletName, terminalName, shiftCode, from, to, leastHundredths, mostHundredths, text, among = null } = query
  const named = [outletName, terminalName, shiftCode, from, to, leastHundredths, mostHundredths, text, among]
  return named.every((each) => each === null)
}

/** What is valid is what is left: of a million nearly all. */
function prepareWholeCounts(database: Database, companies: CompanyIds): (companyGuid: string | null) => RecordCounts {
  const ofCompany = '(? IS NULL OR company_id = ?)'
  const allOf = database
    .prepare<unknown[], number>('SELECT count(*) FROM record INDEXED BY record_range WHERE company_id = ?')
    .pluck()
  const all = database.prepare<[], number>('SELECT count(*) FROM record INDEXED BY record_range').pluck()
  const attention = database
    .prepare<unknown[], number>(
      `SELECT count(*) FROM record INDEXED BY record_attention WHERE attention IS NOT NULL AND ${ofCompany}`,
    )
    .pluck()
  const needy = database.prepare<unknown[], number>(`SELECT count(*) FROM (${needsPersonSeqs(ofCompany)})`).pluck()
  const parts = unfinished.map(({ from, filter: [sql] }) =>
    database.prepare<unknown[], RecordCounts>(
      `SELECT count(*) AS "all", 0 AS attention, 0 AS needs_person, ${summed(phaseSums)} FROM ${from} WHERE ${sql} AND ${ofCompany}`,
    ),
  )
  return (companyGuid) => {
    const id = companyGuid === null ? null : companies.idOf(companyGuid)
    const found = parts.flatMap((part) => part.get(id, id) ?? [])
    const sum = (name: keyof RecordCounts) => found.reduce((total, counts) => total + counts[name], 0)
    const count = (id === null ? all.get() : allOf.get(id)) ?? 0
    const named = Object.fromEntries(phaseSums.map(([name]) => [name, sum(name)])) as Omit<RecordCounts, 'all'>
    return {
      ...named,
      all: count,
      attention: attention.get(id, id) ?? 0,
      needs_person: needy.get(id, id, id, id) ?? 0,
      Valid: count - sum('all'),
    }
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

const everyPlace: Place = { from: 'record INDEXED BY record_list', filter: null }

/** Records that were found elsewhere; whether they are what is looked for is seen in them. */
const placeAmong = (seqs: readonly number[]): Place => ({
  from: 'record NOT INDEXED',
  filter: ['record.seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs)],
})

const comesAfter = ({ issuedAt, seq }: SalePlace): Filter => [
  'issued_at <= ? AND (issued_at < ? OR seq < ?)',
  issuedAt,
  issuedAt,
  seq,
]

function filtersOf(query: ListQuery, companies: CompanyIds): readonly Filter[] {
  const { statuses: wanted, before } = query
  return [
    ...(before === null ? [] : [comesAfter(before)]),
    ...(wanted.length > 0 ? [[`(${wanted.map((status) => statusSql[status]).join(' OR ')})`] as const] : []),
    ...placeFilters(query, companies),
  ]
}

/** Where, how much and by what words; when and of what kind is apart. */
function placeFilters(query: CountQuery, companies: CompanyIds): readonly Filter[] {
  const { companyGuid, outletName, terminalName, shiftCode, leastHundredths, mostHundredths, text } = query
  const where = (sql: string, cell: string | number | null): readonly Filter[] => (cell === null ? [] : [[sql, cell]])
  return [
    ...where('record.company_id = ?', companyGuid === null ? null : companies.idOf(companyGuid)),
    ...where('record.outlet_name = ?', outletName),
    ...where('record.terminal_name = ?', terminalName),
    ...where('record.shift_code = ?', shiftCode),
    ...where(`${payableHundredths} >= ?`, leastHundredths),
    ...where(`${payableHundredths} <= ?`, mostHundredths),
    ...searchTermsOf(text ?? '').map(searchFilterOf),
  ]
}
