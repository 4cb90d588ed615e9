import type { CompanyRules } from '../../../../shared/document/check.ts'
import type { Companies, Company, CompanyProfile } from '../port/port.ts'
import { actStep, type DataReader, type Engine, firstRow, oneRow, type Statement, sql, type WriteStep } from '../sql.ts'

interface CompanyRow {
  readonly profile: string
  readonly rules: string
  readonly updated_at: number
}

const companyOf = (row: CompanyRow): Company => ({
  profile: JSON.parse(row.profile) as CompanyProfile,
  rules: JSON.parse(row.rules) as CompanyRules,
  updatedAt: row.updated_at,
})

const companies = sql`SELECT profile, rules, updated_at FROM company`

/** @throws Error if there is no such company */
export async function companyIdOf(read: DataReader['read'], guid: string): Promise<number> {
  const row = await firstRow(read<{ readonly id: number }>(sql`SELECT id FROM company WHERE guid = ${guid}`))
  if (!row) throw new Error(`company ${guid} is not set up`)
  return row.id
}

/** No cache: another process may have changed a company. */
export function companiesTable({ read, append }: Engine): Companies {
  const found = async (statement: Statement) => {
    const row = await firstRow(read<CompanyRow>(statement))
    return row ? companyOf(row) : null
  }
  return {
    byGuid: (guid) => found(sql`${companies} WHERE guid = ${guid}`),
    byCode: (code) => found(sql`${companies} WHERE code = ${code}`),
    list: async () => (await read<CompanyRow>(sql`${companies} ORDER BY code`)).map(companyOf),
    save: async (company, by) => (await append(companySteps(company, by))) ?? 'saved',
  }
}

export function companySteps(
  { profile, rules, updatedAt: at }: Company,
  by: string,
): readonly WriteStep<'code_taken'>[] {
  const { companyGuid: guid, companyCode: code } = profile
  return [
    oneRow(
      sql`INSERT INTO company (guid, code, profile, rules, created_at, updated_at)
          SELECT ${guid}, ${code}, ${JSON.stringify(profile)}, ${JSON.stringify(rules)}, ${at}, ${at}
          WHERE NOT EXISTS (SELECT 1 FROM company WHERE code = ${code} AND guid <> ${guid})
          ON CONFLICT (guid) DO UPDATE SET code = excluded.code, profile = excluded.profile,
            rules = excluded.rules, updated_at = excluded.updated_at`,
      'code_taken',
    ),
    actStep({ at, by, type: 'company_saved', facts: { companyGuid: guid } }, { profile, rules }),
  ]
}
