import type { codesRows } from '../../../../shared/api/operator/codes.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type CodeListDeps, codeList, codesAffected, listCodes, refreshCodes } from './handlers.ts'
import type { CodeRefresher } from './refresh.ts'

export const codesRoutes = (
  parts: CodeListDeps & { readonly refresher: CodeRefresher },
): HandlersOf<typeof codesRows> => ({
  listCodes: listCodes(parts),
  codeList: codeList(parts.codes),
  refreshCodes: refreshCodes(parts.refresher),
  codesAffected: codesAffected(parts),
})
