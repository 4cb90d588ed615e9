import type { tokensRows } from '../../../../shared/api/operator/tokens.ts'
import type { HandlersOf } from '../../http/call.ts'
import { createToken, listTokens, revokeToken, type TokenDeps } from './tokens.ts'

export const tokensRoutes = (parts: TokenDeps): HandlersOf<typeof tokensRows> => ({
  listTokens: listTokens(parts),
  createToken: createToken(parts),
  revokeToken: revokeToken(parts),
})
