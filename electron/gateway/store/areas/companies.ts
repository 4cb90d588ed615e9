import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { type CompanyRow, companyOf } from '../kept/access-rows.ts'
import type { Companies } from '../port/port.ts'
import type { ActWriter } from './acts.ts'
import type { CompanyIds } from './company-ids.ts'

export function prepareCompanies(
  database: Database,
  commit: GroupCommit,
  { ids, addAct }: { readonly ids: CompanyIds; readonly addAct: ActWriter },
): Companies {
  const all = database.prepare<[], CompanyRow>('SELECT profile, rules, updated_at FROM company ORDER BY code')
  const insert = database.prepare(
    `INSERT INTO company (guid, code, profile, rules, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (guid) DO UPDATE SET code = excluded.code, profile = excluded.profile, rules = excluded.rules,
       updated_at = excluded.updated_at`,
  )
  const holderOfCode = database.prepare<[string], string>('SELECT guid FROM company WHERE code = ?').pluck()

  // Read at every submission, changed almost never.
  let known = read()
  function read() {
    const companies = all.all().map(companyOf)
    return {
      list: companies,
      byGuid: new Map(companies.map((company) => [company.profile.companyGuid, company])),
      byCode: new Map(companies.map((company) => [company.profile.companyCode, company])),
    }
  }

  return {
    async byGuid(companyGuid) {
      return known.byGuid.get(companyGuid) ?? null
    },
    async byCode(companyCode) {
      return known.byCode.get(companyCode) ?? null
    },
    async list() {
      return known.list
    },
    async save(company, by) {
      const { profile, rules, updatedAt } = company
      const saved = await commit.write(() => {
        const holder = holderOfCode.get(profile.companyCode)
        if (holder !== undefined && holder !== profile.companyGuid) return 'code_taken'
        const texts = [JSON.stringify(profile), JSON.stringify(rules)]
        insert.run(profile.companyGuid, profile.companyCode, ...texts, updatedAt, updatedAt)
        addAct({ at: updatedAt, by, type: 'company_saved', facts: { companyGuid: profile.companyGuid } })
        return 'saved'
      })
      ids.reload()
      known = read()
      return saved
    },
  }
}
