import type { Database } from 'better-sqlite3'
import { type SoldSpan, soldSpans, wholeOf, type ZonedCompany } from '../kept/sold-spans.ts'
import type { ListQuery } from '../port/records.ts'
import type { SoldIn } from '../port/shifts.ts'
import type { Filter } from './concern.ts'

type Days = Pick<ListQuery, 'companyGuid' | 'from' | 'to'>

const everything: SoldIn = { from: 0, before: Number.MAX_SAFE_INTEGER }

/** Conditions for what was sold on some days. The first one alone lets the index begin and end there. */
export function prepareSold(database: Database): (days: Days) => readonly Filter[] {
  const zones = database.prepare<unknown[], ZonedCompany>(
    `SELECT id, profile ->> 'timeZone' AS timeZone FROM company WHERE @guid IS NULL OR guid = @guid`,
  )
  return ({ companyGuid, from, to }) => {
    if (from === null && to === null) return [within(everything)]
    const spans = soldSpans(zones.all({ guid: companyGuid }), { from, to })
    return [within(wholeOf(spans)), ...(spans.length > 1 ? [ofZones(spans)] : [])]
  }
}

const within = ({ from, before }: SoldIn): Filter => ['issued_at >= ? AND issued_at < ?', from, before]

const ofZones = (spans: readonly SoldSpan[]): Filter => [
  `(${spans.map(() => '(company_id IN (SELECT value FROM json_each(?)) AND issued_at >= ? AND issued_at < ?)').join(' OR ')})`,
  ...spans.flatMap(({ companyIds, from, before }) => [JSON.stringify(companyIds), from, before]),
]
