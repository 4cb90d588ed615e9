import type { Scope } from '../../../../shared/api/scopes.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { StoredOutletReport, Token, Tokens } from '../port/port.ts'
import { actStep, type Engine, firstRow, oneRow, sql, type WriteStep } from '../sql.ts'
import { companyIdOf } from './companies.ts'
import { companyIdSql } from './record-rows.ts'

interface TokenRow extends Omit<Token, 'scopes'> {
  readonly scopes: string
}

const tokens = sql`SELECT token.id, name, scopes, company.guid AS "companyGuid", token.created_at AS "createdAt",
    last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM token LEFT JOIN company ON company.id = company_id`

const tokenOf = (row: TokenRow): Token => ({ ...row, scopes: JSON.parse(row.scopes) as Scope[] })

export const creationSteps = (
  { id, name, scopes, companyGuid, createdAt }: Pick<Token, 'id' | 'name' | 'scopes' | 'companyGuid' | 'createdAt'>,
  sha256: string,
  by: string,
): readonly WriteStep<never>[] => [
  sql`INSERT INTO token (id, name, sha256, scopes, company_id, created_at)
      VALUES (${id}, ${name}, ${sha256}, ${JSON.stringify(scopes)},
        ${companyGuid === null ? null : companyIdSql(companyGuid)}, ${createdAt})`,
  actStep({ at: createdAt, by, type: 'token_created', facts: { id, name, scopes, companyGuid } }, { sha256 }),
]

export const revocationSteps = (id: string, at: EpochMs, by: string): readonly WriteStep<'not_live'>[] => [
  oneRow(sql`UPDATE token SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`, 'not_live'),
  actStep({ at, by, type: 'token_revoked', facts: { id } }),
]

export const tokensTable = ({ read, append }: Engine): Tokens => ({
  async create(token, sha256, by) {
    // A token of an unknown company would be one for all.
    if (token.companyGuid !== null) await companyIdOf(read, token.companyGuid)
    await append(creationSteps(token, sha256, by))
  },
  async bySha256(sha256) {
    const row = await firstRow(read<TokenRow>(sql`${tokens} WHERE sha256 = ${sha256}`))
    return row ? tokenOf(row) : null
  },
  list: async () => (await read<TokenRow>(sql`${tokens} ORDER BY token.created_at, token.id`)).map(tokenOf),
  async digests() {
    const rows = await read<{ readonly sha256: string }>(sql`SELECT sha256 FROM token WHERE revoked_at IS NULL`)
    return rows.map(({ sha256 }) => sha256)
  },
  async revoke(id, at, by) {
    const refused = await append(revocationSteps(id, at, by))
    return !refused || (await firstRow(read(sql`SELECT id FROM token WHERE id = ${id}`))) !== undefined
  },
  async used(instants) {
    // The latest time of any process counts.
    await append(
      [...instants].map(
        ([id, at]) =>
          sql`UPDATE token SET last_used_at = ${at}
              WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at})`,
      ),
    )
  },
  async reported(id, text, at) {
    await append([sql`UPDATE token SET report = ${text}, reported_at = ${at} WHERE id = ${id}`])
  },
  reports: () =>
    read<StoredOutletReport>(sql`SELECT token.id, name, company.guid AS "companyGuid", report, reported_at AS "heardAt"
      FROM token LEFT JOIN company ON company.id = company_id
      WHERE report IS NOT NULL AND revoked_at IS NULL ORDER BY name, token.id`),
})
