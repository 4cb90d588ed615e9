import { addDays, startOfDay } from '../../../../shared/domain/calendar.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { CountQuery, ListQuery } from '../port/records.ts'
import { payableHundredths } from '../rows/record-row.ts'
import { guidLineLength, leastGuidChars, parseAmountTerm, searchTermsOf } from '../rows/search-text.ts'
import { type Dialect, type Engine, joinStatements, numbersIn, raw, type Statement, sql } from '../sql.ts'
import { andFilter } from './record-rows.ts'

export const allOf = (conditions: readonly Statement[]): Statement => joinStatements(conditions, ' AND ')
export const anyOf = (conditions: readonly Statement[]): Statement => sql`(${joinStatements(conditions, ' OR ')})`

/** Nothing for null. */
const unlessNull = (condition: string, value: string | number | null): readonly Statement[] =>
  value === null ? [] : [sql`${raw(condition)} ${value}`]

export const placeConditions = (
  query: Pick<CountQuery, 'outletName' | 'terminalName' | 'shiftCode'>,
): readonly Statement[] => [
  ...unlessNull('outlet_name =', query.outletName),
  ...unlessNull('terminal_name =', query.terminalName),
  ...unlessNull('shift_code =', query.shiftCode),
]

/** All filters except period and status. */
export const listConditions = (dialect: Dialect, query: CountQuery): readonly Statement[] => [
  sql`TRUE ${andFilter(dialect, query)}`,
  ...placeConditions(query),
  ...(query.isNamed ? [sql`consolidated = 0 AND members = 0`] : []),
  ...(query.isConsolidated === undefined ? [] : [raw(query.isConsolidated ? 'members > 0' : 'members = 0')]),
  ...unlessNull(`${payableHundredths} >=`, query.leastHundredths),
  ...unlessNull(`${payableHundredths} <=`, query.mostHundredths),
  ...(query.madeBy === undefined ? [] : [madeBy(query.madeBy)]),
  ...searched(dialect, query),
]

function searched(dialect: Dialect, { text, foundByItem = [] }: CountQuery): readonly Statement[] {
  const terms = searchTermsOf(text ?? '').map((term) => found(dialect, term))
  if (terms.length === 0 || foundByItem.length === 0) return terms
  return [anyOf([allOf(terms), sql`seq IN ${numbersIn(dialect, foundByItem)}`])]
}

/** A refund that a supervisor allowed has both names. */
const madeBy = (by: string): Statement =>
  sql`EXISTS (SELECT 1 FROM event WHERE event.seq = first_event
        AND (event.by = ${by} OR replace(event.by, ${` for ${by}`}, '') || ${` for ${by}`} = event.by))`

/** The GUID is at the start of the search text. */
function found({ contains }: Dialect, term: string): Statement {
  const isShort = term.length < leastGuidChars
  const amount = parseAmountTerm(term)
  const inText = contains('search_text', term)
  return anyOf([
    isShort ? sql`(${inText} AND ${contains(`substr(search_text, ${guidLineLength + 1})`, term)})` : inText,
    ...(isShort ? [] : [contains('uuid', term.toUpperCase())]),
    ...unlessNull('total_payable =', amount),
  ])
}

type Days = Pick<ListQuery, 'companyGuid' | 'from' | 'to'>

/** A day begins at another time in each zone. The first condition alone bounds the index. */
export async function soldBetweenSql(read: Engine['read'], { companyGuid, from, to }: Days): Promise<Statement> {
  if (from === null && to === null) return sql`TRUE`
  const companies = await read<{ readonly id: number; readonly profile: string }>(
    sql`SELECT id, profile FROM company WHERE ${companyGuid === null ? sql`TRUE` : sql`guid = ${companyGuid}`}`,
  )
  const spans = companies.map(({ id, profile }): SoldSpan => {
    const { timeZone } = JSON.parse(profile) as { readonly timeZone: string }
    return {
      id,
      from: from === null ? 0 : startOfDay(from, timeZone),
      before: to === null ? Number.MAX_SAFE_INTEGER : startOfDay(addDays(to, 1), timeZone),
    }
  })
  // From the first to the last; empty if there is no company.
  const whole = {
    from: Math.min(Number.MAX_SAFE_INTEGER, ...spans.map((span) => span.from)),
    before: Math.max(0, ...spans.map((span) => span.before)),
  }
  // Most databases have one time zone.
  const isOneZone = spans.every((span) => span.from === whole.from && span.before === whole.before)
  const ofCompany = (span: SoldSpan) => sql`(record.company_id = ${span.id} AND ${within(span)})`
  return isOneZone ? within(whole) : sql`${within(whole)} AND ${anyOf(spans.map(ofCompany))}`
}

interface SoldSpan {
  /** Of the company. */
  readonly id: number
  readonly from: EpochMs
  /** Not included. */
  readonly before: EpochMs
}

const within = ({ from, before }: Omit<SoldSpan, 'id'>): Statement =>
  sql`issued_at >= ${from} AND issued_at < ${before}`
