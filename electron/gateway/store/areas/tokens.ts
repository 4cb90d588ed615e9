import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { reports, type TokenRow, tokenOf, tokens } from '../kept/access-rows.ts'
import type { KeptReport, Tokens } from '../port/port.ts'
import type { ActWriter } from './acts.ts'
import type { CompanyIds } from './company-ids.ts'

export function prepareTokens(
  database: Database,
  commit: GroupCommit,
  { ids, addAct }: { readonly ids: CompanyIds; readonly addAct: ActWriter },
): Tokens {
  const insert = database.prepare(
    'INSERT INTO token (id, name, sha256, scopes, company_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const bySha256 = database.prepare<[string], TokenRow>(`${tokens} WHERE sha256 = ?`)
  const all = database.prepare<[], TokenRow>(`${tokens} ORDER BY token.created_at, token.id`)
  const digests = database.prepare<[], string>('SELECT sha256 FROM token WHERE revoked_at IS NULL').pluck()
  const revoke = database.prepare('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const exists = database.prepare<[string], number>('SELECT 1 FROM token WHERE id = ?').pluck()
  const touch = database.prepare('UPDATE token SET last_used_at = ? WHERE id = ?')

  const report = database.prepare('UPDATE token SET report = ?, reported_at = ? WHERE id = ?')
  const reported = database.prepare<[], KeptReport>(reports)

  return {
    create({ id, name, scopes, companyGuid, createdAt }, sha256, by) {
      return commit.write(() => {
        const companyId = companyGuid === null ? null : ids.idOf(companyGuid)
        insert.run(id, name, sha256, JSON.stringify(scopes), companyId, createdAt)
        addAct({ at: createdAt, by, type: 'token_created', facts: { id, name, scopes, companyGuid } })
      })
    },
    async bySha256(sha256) {
      const row = bySha256.get(sha256)
      return row ? tokenOf(row) : null
    },
    async list() {
      return all.all().map(tokenOf)
    },
    async digests() {
      return digests.all()
    },
    revoke(id, at, by) {
      return commit.write(() => {
        if (!exists.get(id)) return false
        if (revoke.run(at, id).changes > 0) addAct({ at, by, type: 'token_revoked', facts: { id } })
        return true
      })
    },
    used(instants) {
      return commit.write(() => {
        for (const [id, at] of instants) touch.run(at, id)
      })
    },
    reported(id, text, at) {
      return commit.write(() => void report.run(text, at, id))
    },
    async reports() {
      return reported.all()
    },
  }
}
