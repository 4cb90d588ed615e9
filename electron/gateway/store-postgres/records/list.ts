import { type Concern, windowClosingMs } from '../../../../shared/domain/concern.ts'
import { statuses } from '../../../../shared/domain/status.ts'
import { amountIn, guidAndItsEnd, leastOfGuid, searchTermsOf } from '../../store/kept/search-text.ts'
import {
  byPhase,
  needsPersonSql,
  payableHundredths,
  refusedSql,
  statusSql,
  underWaySql,
} from '../../store/kept/status-sql.ts'
import { type CountQuery, countedConcerns, type RecordCounts, type Records } from '../../store/port/records.ts'
import { type Ask, first, numbersCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { Conditions, type Place } from './conditions.ts'
import { soldOn } from './sold.ts'
import { type ListedRow, listed, type StoredOf, shownBy } from './stored.ts'

/** The newest sale first. */
export function prepareRecordList({ read, companies, stored }: Context): Records['list'] {
  return async (query) => {
    const { statuses: wanted, concerns, now, before, limit } = query
    const where = await soldOn(read, placed(await companies.idOrNull(query.companyGuid), query), query)
    if (before !== null)
      where.add((place) => `(issued_at, seq) < (${place(before.issuedAt, 'bigint')}, ${place(before.seq, 'bigint')})`)
    if (wanted.length > 0) where.add(() => `(${wanted.map((status) => statusSql[status]).join(' OR ')})`)
    if (concerns.length > 0)
      where.add((place) => `(${concerns.map((concern) => ofConcern(concern, now, place)).join(' OR ')})`)
    const { sql, cells } = where
    const rows = await read<ListedRow>(
      `${listed} WHERE ${sql} ORDER BY issued_at DESC, seq DESC LIMIT $${cells.length + 1}::bigint`,
      ...cells,
      limit,
    )
    return Promise.all(rows.map(shownBy(stored)))
  }
}

interface Context {
  readonly read: Ask
  readonly companies: CompanyIds
  readonly stored: StoredOf
}

const counted = [
  ['attention', 'attention IS NOT NULL'] as const,
  ['needs_person', needsPersonSql] as const,
  ['under_way', underWaySql] as const,
  ...countedConcerns.map((concern) => [concern, byPhase[concern] ?? 'FALSE'] as const),
  ...statuses.map((status) => [status, statusSql[status]] as const),
]
const sums = counted.map(([name, sql]) => `count(*) FILTER (WHERE ${sql}) AS "${name}"`).join(', ')

/** How many there are of each kind. */
export function prepareRecordCounts(read: Ask, companies: CompanyIds): Records['count'] {
  return async (query) => {
    const { sql, cells } = await soldOn(read, placed(await companies.idOrNull(query.companyGuid), query), query)
    const counts = await first(
      read<RecordCounts>(`SELECT count(*) AS "all", ${sums} FROM record WHERE ${sql}`, ...cells),
    )
    if (!counts) throw new Error('a count has one row')
    return counts
  }
}

/** Where, how much and by what words; when and of what kind is apart. */
function placed(companyId: number | null, query: CountQuery): Conditions {
  const { outletName, terminalName, shiftCode, leastHundredths, mostHundredths, text, among } = query
  const where = new Conditions()
    .told(companyId, (place) => `company_id = ${place}`)
    .told(outletName, (place) => `outlet_name = ${place}`)
    .told(terminalName, (place) => `terminal_name = ${place}`)
    .told(shiftCode, (place) => `shift_code = ${place}`)
    .told(leastHundredths, (place) => `${payableHundredths} >= ${place}`, 'bigint')
    .told(mostHundredths, (place) => `${payableHundredths} <= ${place}`, 'bigint')
  if (among) where.told(numbersCell(among), (place) => `seq = ANY (${place})`, 'bigint[]')
  for (const term of searchTermsOf(text ?? '')) where.add((place) => found(term, place))
  return where
}

/** How a record is found by a word; the index of three letters in a row knows where it may stand. */
function found(term: string, place: Place): string {
  const pattern = `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isShort = term.length < leastOfGuid
  const amount = amountIn(term)
  const ways = [
    `search_text LIKE ${place(pattern)}${isShort ? ` AND substr(search_text, ${guidAndItsEnd + 1}) LIKE ${place(pattern)}` : ''}`,
    ...(isShort ? [] : [`strpos(uuid, ${place(term.toUpperCase(), 'text')}) > 0`]),
    ...(amount === null ? [] : [`total_payable = ${place(amount)}`]),
  ]
  return `(${ways.map((way) => `(${way})`).join(' OR ')})`
}

function ofConcern(concern: Concern, now: number, place: Place): string {
  switch (concern) {
    case 'unanswered':
      return `(${byPhase.unanswered} OR (phase = 'valid' AND EXISTS
        (SELECT 1 FROM outbox WHERE record_seq = record.seq AND work IN ('cancel', 'settle'))))`
    case 'attention':
      return 'attention IS NOT NULL'
    case 'rejection_requested':
      return "attention = 'rejection_requested'"
    case 'window_closing':
      return `(phase = 'valid' AND consolidated = 0 AND cancellable_until > ${place(now, 'bigint')}
        AND cancellable_until <= ${place(now + windowClosingMs, 'bigint')})`
    case 'refused':
      return refusedSql
    case 'unsent':
    case 'unconsolidated':
    case 'in_doubt':
      return byPhase[concern] ?? 'FALSE'
  }
}
