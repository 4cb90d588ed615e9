import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import { soldSpans, wholeOf, type ZonedCompany } from '../../store/kept/sold-spans.ts'
import type { ListQuery, Records } from '../../store/port/records.ts'
import type { SoldIn } from '../../store/port/shifts.ts'
import { type Ask, numbersCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { Conditions, type Place } from './conditions.ts'
import type { StoredOf } from './stored.ts'

type Days = Pick<ListQuery, 'companyGuid' | 'from' | 'to'>

/** Conditions for what was sold on some days. The first one alone lets an index begin and end there. */
export async function soldOn(read: Ask, where: Conditions, { companyGuid, from, to }: Days): Promise<Conditions> {
  if (from === null && to === null) return where
  const zones = `SELECT id, profile::json ->> 'timeZone' AS "timeZone" FROM company WHERE $1::text IS NULL OR guid = $1`
  const spans = soldSpans(await read<ZonedCompany>(zones, companyGuid), { from, to })
  where.add((place) => within(wholeOf(spans), place))
  if (spans.length < 2) return where
  return where.add(
    (place) =>
      `(${spans
        .map(
          (span) =>
            `(company_id = ANY (${place(numbersCell(span.companyIds), 'bigint[]')}) AND ${within(span, place)})`,
        )
        .join(' OR ')})`,
  )
}

const within = ({ from, before }: SoldIn, place: Place): string =>
  `issued_at >= ${place(from, 'bigint')} AND issued_at < ${place(before, 'bigint')}`

interface Context {
  readonly read: Ask
  readonly companies: CompanyIds
  readonly stored: StoredOf
}

/** Everything of some days, the oldest sale first. */
export const prepareSoldBetween =
  ({ read, companies, stored }: Context): Records['soldBetween'] =>
  async ({ after, limit, ...query }) => {
    const where = await soldOn(read, new Conditions(), query)
    where.told(await companies.idOrNull(query.companyGuid), (place) => `company_id = ${place}`)
    if (after !== null)
      where.add((place) => `(issued_at, seq) > (${place(after.issuedAt, 'bigint')}, ${place(after.seq, 'bigint')})`)
    const { sql, cells } = where
    const page = `${named} WHERE ${sql} ORDER BY issued_at, seq LIMIT $${cells.length + 1}::bigint`
    return Promise.all((await read<NamedRow>(page, ...cells, limit)).map(stored))
  }
