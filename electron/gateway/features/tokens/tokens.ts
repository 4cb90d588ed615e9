import { Fault } from '../../../../shared/api/faults.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { Access } from '../../http/access.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Companies, Token, Tokens } from '../../store/port/port.ts'

export interface TokenDeps {
  readonly access: Access
  readonly tokens: Tokens
  readonly companies: Companies
}

/** The one answer that holds a token's secret. */
export const createToken =
  (deps: TokenDeps): OperatorHandler<'createToken'> =>
  async ({ body, caller }) => {
    const { name, scopes, company } = body
    // What admin opens is every company's, and a token bound to one sees that one only (contract 3).
    if (company != null && scopes.includes('admin'))
      throw validationFailed([{ pointer: '/company', code: 'admin_of_one_company' }])
    const bound = company == null ? null : await deps.companies.byCode(company)
    if (bound === null && company != null) throw new Fault('company_not_found')
    const asked = { name, scopes: [...new Set(scopes)], companyGuid: bound?.profile.companyGuid ?? null }
    const token = await deps.access.create(asked, caller.by)
    return ok({ ...shown(token, company ?? null), token: token.secret })
  }

export const listTokens =
  ({ tokens, companies }: TokenDeps): OperatorHandler<'listTokens'> =>
  async () => {
    const codes = new Map((await companies.list()).map(({ profile }) => [profile.companyGuid, profile.companyCode]))
    const items = (await tokens.list()).map((token) => ({
      ...shown(token, codes.get(token.companyGuid ?? '') ?? null),
      created_at: toWire(token.createdAt),
      last_used_at: token.lastUsedAt === null ? null : toWire(token.lastUsedAt),
      revoked_at: token.revokedAt === null ? null : toWire(token.revokedAt),
    }))
    return ok({ items })
  }

/** Revoking what is revoked, or was never there, is answered and changes nothing. */
export const revokeToken =
  ({ access }: TokenDeps): OperatorHandler<'revokeToken'> =>
  async ({ body, caller }) => {
    const { id } = body
    return ok({ id, revoked: await access.revoke(id, caller.by) })
  }

const shown = ({ id, name, scopes }: Token, company: string | null) => ({ id, name, scopes, company })
