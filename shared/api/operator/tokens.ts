import { z } from 'zod'
import { answer, ask, keyText, timeSchema, toError } from '../../document/fields.ts'
import type { OperatorRow } from '../axes.ts'
import { scopes } from '../scopes.ts'

const tokenFields = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  company: z.string().nullable().describe('The one company it sees; null for all'),
}

const newTokenAsk = ask('NewTokenAsk', {
  name: keyText(100),
  scopes: z.array(z.enum(scopes, toError('not_listed'))).min(1, toError('required')),
  company: keyText().nullish(),
})

const newToken = answer('NewToken', {
  id: tokenFields.id,
  name: tokenFields.name,
  token: z.string().describe('Shown this once'),
  scopes: tokenFields.scopes,
  company: tokenFields.company,
  network_url: z
    .string()
    .optional()
    .describe('For tills on other computers; absent if this gateway answers its own computer alone'),
})

const tokens = answer('Tokens', {
  items: z.array(
    answer('Token', { ...tokenFields, last_used_at: timeSchema.nullable(), revoked_at: timeSchema.nullable() }),
  ),
})

const revoked = answer('Revoked', { id: z.string(), revoked: z.boolean() })

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
    ownerPin: 'each',
    summary: 'Create a token',
    body: newTokenAsk,
    answers: { 200: newToken },
    faults: ['company_not_found'],
  },
  revokeToken: {
    path: '/tokens/revocation',
    scope: 'admin',
    summary: 'Revoke a token',
    body: ask('RevokeTokenAsk', { id: z.string().min(1, toError('too_short')) }),
    answers: { 200: revoked },
  },
} as const satisfies Record<string, OperatorRow>
