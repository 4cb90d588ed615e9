import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import type { Access } from '../../http/access.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Companies, Token, Tokens } from '../../store/port/port.ts'

export interface TokenDeps {
  readonly access: Access
  readonly tokens: Tokens
  readonly companies: Companies
  /** Null if the gateway answers its own computer alone. */
  readonly networkListener: { rules(): { readonly ownOrigins: readonly string[] } | null } | null
}

export const tokensRoutes = ({ access, tokens, companies, networkListener }: TokenDeps) =>
  ({
    listTokens: async () => {
      const codes = new Map((await companies.list()).map(({ profile }) => [profile.companyGuid, profile.companyCode]))
      const items = (await tokens.list()).map((token) => ({
        ...shown(token, codes.get(token.companyGuid ?? '') ?? null),
        last_used_at: toIsoTimeOrNull(token.lastUsedAt),
        revoked_at: toIsoTimeOrNull(token.revokedAt),
      }))
      return ok({ items })
    },
    // The only answer with a token's secret.
    createToken: async ({ body: { name, scopes, company = null }, caller }) => {
      // `admin` is for all companies, so it does not go with one (contract 3).
      if (company !== null && scopes.includes('admin'))
        throw validationFailed([{ pointer: '/company', code: 'admin_of_one_company' }])
      const bound = company === null ? null : await companies.byCode(company)
      if (bound === null && company !== null) throw new Fault('company_not_found')
      const asked = { name, scopes: [...new Set(scopes)], companyGuid: bound?.profile.companyGuid ?? null }
      const token = await access.create(asked, caller.by)
      const network = networkListener?.rules()?.ownOrigins[0]
      return ok({ ...shown(token, company), token: token.secret, ...(network && { network_url: `${network}/v1` }) })
    },
    // Revoking twice is revoking once.
    revokeToken: async ({ body: { id }, caller }) => ok({ id, revoked: await access.revoke(id, caller.by) }),
  }) satisfies Partial<OperatorHandlers>

const shown = ({ id, name, scopes }: Token, company: string | null) => ({ id, name, scopes, company })
