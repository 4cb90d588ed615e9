import type { ListedRecord, OutletFilter } from '../port/records.ts'
import { columnsWithCompany, type RowWithCompany, referredToSql } from '../rows/record-row.ts'
import { type Dialect, raw, type Statement, sql } from '../sql.ts'
import type { RecordReader } from './stored-of.ts'

export const recordsWithCompany = (
  { thenJoin }: Dialect,
  from = sql`record`,
  columns = columnsWithCompany,
): Statement => sql`SELECT ${raw(columns)} FROM ${from} ${thenJoin} company ON company.id = record.company_id`

export type ListedRow = RowWithCompany & { readonly referred_to: number }
export const columnsWithReferredTo = `${columnsWithCompany}, CASE WHEN ${referredToSql('record.seq')} THEN 1 ELSE 0 END AS referred_to`
export const selectListed = (dialect: Dialect): Statement =>
  recordsWithCompany(dialect, sql`record`, columnsWithReferredTo)

export const listedRowReader =
  (stored: RecordReader) =>
  async (row: ListedRow): Promise<ListedRecord> => ({ ...(await stored(row)), isReferredTo: row.referred_to === 1 })

export const companyIdSql = (guid: string): Statement => sql`(SELECT id FROM company WHERE guid = ${guid})`
const ofCompany = (guid: string | null): Statement =>
  guid === null ? sql`` : sql`AND record.company_id = ${companyIdSql(guid)}`
export const andFilter = (dialect: Dialect, { companyGuid, outlets }: OutletFilter): Statement =>
  sql`${ofCompany(companyGuid)} ${andOutlets(dialect, outlets)}`

/** @param table with a company and an outlet */
export const andOutlets = ({ elementsOf }: Dialect, outlets: OutletFilter['outlets'], table = 'record'): Statement =>
  outlets === undefined
    ? sql``
    : sql`AND (${raw(`${table}.company_id, ${table}.outlet_name`)}) IN (
        SELECT company.id, value ->> 'outletName'
        FROM ${elementsOf(outlets)} JOIN company ON company.guid = value ->> 'companyGuid')`
