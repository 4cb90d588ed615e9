import type { Database } from 'better-sqlite3'
import type { Scope } from '../../../shared/catalogue/scopes.ts'
import type { ActWriter } from './acts.ts'
import type { CompanyIds } from './company-ids.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Token, Tokens } from './port.ts'

export function prepareTokens(
  database: Database,
  commit: GroupCommit,
  { ids, addAct }: { readonly ids: CompanyIds; readonly addAct: ActWriter },
): Tokens {
  const columns = 'id, name, scopes, company_id, created_at, last_used_at, revoked_at'
  const insert = database.prepare(
    'INSERT INTO token (id, name, sha256, scopes, company_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const bySha256 = database.prepare<[string], TokenRow>(`SELECT ${columns} FROM token WHERE sha256 = ?`)
  const all = database.prepare<[], TokenRow>(`SELECT ${columns} FROM token ORDER BY created_at, id`)
  const revoke = database.prepare('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const exists = database.prepare<[string], number>('SELECT 1 FROM token WHERE id = ?').pluck()
  const touch = database.prepare('UPDATE token SET last_used_at = ? WHERE id = ?')

  const tokenOf = (row: TokenRow): Token => ({
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as Scope[],
    companyGuid: row.company_id === null ? null : ids.nameOf(row.company_id).guid,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  })

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
  }
}

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly scopes: string
  readonly company_id: number | null
  readonly created_at: number
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}
