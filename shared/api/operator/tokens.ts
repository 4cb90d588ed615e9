import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { scopes } from '../scopes.ts'
import { keyText, says } from '../shapes/text.ts'
import { at } from '../shapes/times-and-counts.ts'

const tokenFields = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  company: z.string().nullable().describe('The one company it sees; null for all'),
}

const newTokenAsk = z
  .strictObject({
    name: keyText(100),
    scopes: z.array(z.enum(scopes, says('not_listed'))).min(1, says('required')),
    company: keyText().nullish(),
  })
  .meta({ id: 'NewTokenAsk' })

const newToken = z
  .object({
    id: tokenFields.id,
    name: tokenFields.name,
    token: z.string().describe('Shown this once'),
    scopes: tokenFields.scopes,
    company: tokenFields.company,
  })
  .meta({ id: 'NewToken' })

const tokens = z
  .object({
    items: z.array(
      z
        .object({ ...tokenFields, created_at: at, last_used_at: at.nullable(), revoked_at: at.nullable() })
        .meta({ id: 'Token' }),
    ),
  })
  .meta({ id: 'Tokens' })

const revokeTokenAsk = z.strictObject({ id: z.string().min(1, says('too_short')) }).meta({ id: 'RevokeTokenAsk' })

const revoked = z.object({ id: z.string(), revoked: z.boolean() }).meta({ id: 'Revoked' })

/** What tills and other programs come in with. */
export const tokensRows = {
  listTokens: {
    path: '/tokens',
    scope: 'admin',
    summary: 'Tokens',
    answers: { 200: tokens },
  },
  createToken: {
    path: '/tokens',
    scope: 'admin',
    ownerPin: true,
    summary: 'Create a token',
    body: newTokenAsk,
    answers: { 200: newToken },
    faults: ['company_not_found'],
  },
  revokeToken: {
    path: '/tokens/revocation',
    scope: 'admin',
    summary: 'Revoke a token',
    body: revokeTokenAsk,
    answers: { 200: revoked },
  },
} as const satisfies Record<string, OperatorRow>
