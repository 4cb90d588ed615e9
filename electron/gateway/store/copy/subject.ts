import type { Database } from 'better-sqlite3'
import type { Act } from '../port/port.ts'
import { prepareSetting } from '../setting.ts'

interface CompanySubject {
  readonly guid: string
  readonly code: string
  readonly profile: unknown
  readonly rules: unknown
  readonly at: number
}

interface TokenFacts {
  readonly id: string
  readonly name: string
  readonly scopes: unknown
}

/**
 * Repeats an act from the subject of its line, as far as sending, showing and the access of tills need it. Keys and
 * PINs are in no line.
 */
export function prepareSubjectReplay(database: Database): (act: Act, subject: unknown) => void {
  const saveCompany = database.prepare(
    `INSERT INTO company (guid, code, profile, rules, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (guid) DO UPDATE SET code = excluded.code, profile = excluded.profile, rules = excluded.rules,
       updated_at = excluded.updated_at`,
  )
  const { set } = prepareSetting(database)
  const createToken = database.prepare(
    `INSERT INTO token (id, name, sha256, scopes, company_id, created_at)
     VALUES (?, ?, ?, ?, (SELECT id FROM company WHERE guid = ?), ?)`,
  )
  const revokeToken = database.prepare('UPDATE token SET revoked_at = ? WHERE id = ?')
  return ({ type, at, facts }, subject) => {
    switch (type) {
      case 'company_saved': {
        const { guid, code, profile, rules, at: savedAt } = subject as CompanySubject
        saveCompany.run(guid, code, JSON.stringify(profile), JSON.stringify(rules), savedAt, savedAt)
        return
      }
      case 'setting_changed':
        if (subject !== null) set(String(facts['name']), (subject as { readonly value: string }).value)
        return
      case 'token_created': {
        const { id, name, scopes } = facts as unknown as TokenFacts
        const { sha256, company } = subject as { readonly sha256: string; readonly company: string | null }
        createToken.run(id, name, sha256, JSON.stringify(scopes), company, at)
        return
      }
      case 'token_revoked':
        revokeToken.run(at, String(facts['id']))
    }
  }
}
