import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { Scope } from '../../../shared/catalogue/scopes.ts'
import type { Access } from '../access.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Companies, Token, Tokens } from '../store/port.ts'

export interface TokenParts {
  readonly access: Access
  readonly tokens: Tokens
  readonly companies: Companies
}

interface NewTokenAsk {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly company?: string | null
}

/** The one answer that holds a token's secret. */
export const createToken =
  (parts: TokenParts): Handler =>
  async ({ body, caller }) => {
    const { name, scopes, company } = body as NewTokenAsk
    // What admin opens is every company's, and a token bound to one sees that one only (contract 3).
    if (company != null && scopes.includes('admin'))
      throw validationFailed([{ pointer: '/company', code: 'admin_of_one_company' }])
    const bound = company == null ? null : await parts.companies.byCode(company)
    if (bound === null && company != null) throw new Fault('company_not_found')
    const asked = { name, scopes: [...new Set(scopes)], companyGuid: bound?.profile.companyGuid ?? null }
    const token = await parts.access.create(asked, caller.by)
    return ok({ ...shown(token, company ?? null), token: token.secret })
  }

export const listTokens =
  ({ tokens, companies }: TokenParts): Handler =>
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
  ({ access }: TokenParts): Handler =>
  async ({ body, caller }: Call) => {
    const { id } = body as { readonly id: string }
    return ok({ id, revoked: await access.revoke(id, caller.by) })
  }

const shown = ({ id, name, scopes }: Token, company: string | null) => ({ id, name, scopes, company })
