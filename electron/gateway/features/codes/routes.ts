import packageJson from '../../../../package.json' with { type: 'json' }
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { apiVersion } from '../../../../shared/api/single-endpoints.ts'
import { type CodeListId, type CodeRefresh, codeListIds } from '../../../../shared/document/codes.ts'
import { type Language, words } from '../../../../shared/words/words.ts'
import { type Call, type OperatorHandlers, ok, type SingleEndpointHandler } from '../../http/call.ts'
import type { CodeLists } from '../../store/port/port.ts'
import type { Codes } from './codes.ts'
import type { CodeRefresher } from './refresh.ts'

interface CodeListDeps {
  readonly refresher: Pick<CodeRefresher, 'refresh'>
  readonly codes: Codes
  readonly refreshes: Pick<CodeLists, 'tries' | 'changes'>
}

export const codesRoutes = (deps: CodeListDeps) =>
  ({
    listCodes: async ({ language }) => {
      const items = await Promise.all(codeListIds.map((list) => statusOf(deps, list, language)))
      return ok({ items })
    },
    codeList: async ({ params }) => {
      const { items, refreshedAt, source } = deps.codes.list(params.list)
      return ok({ items, refreshed_at: toIsoTime(refreshedAt), source })
    },
    refreshCodes: async ({ caller, language }) => {
      const tries = await deps.refresher.refresh(caller.by)
      return ok({
        items: tries.map((made) => ({ list: made.list, ...tryToWire(made, language), change: changeToWire(made) })),
      })
    },
  }) satisfies Partial<OperatorHandlers>

async function statusOf({ codes, refreshes }: CodeListDeps, list: CodeListId, language: Language) {
  const { items, obsolete, refreshedAt, source } = codes.list(list)
  const [[lastTry], [lastChange]] = await Promise.all([refreshes.tries(list, 1), refreshes.changes(list, 1)])
  return {
    list,
    count: items.length,
    obsolete: obsolete.map(({ item, since }) => ({ code: item.code, since: toIsoTime(since) })),
    refreshed_at: toIsoTime(refreshedAt),
    source,
    last_try: lastTry ? tryToWire(lastTry, language) : null,
    last_change: lastChange ? changeToWire(lastChange) : null,
  }
}

const tryToWire = ({ at, by, source, keptBecause }: CodeRefresh, language: Language) => ({
  at: toIsoTime(at),
  by,
  source,
  message: keptBecause && words[language].status[`codes_${keptBecause}`],
})

const changeToWire = ({ at, changes }: CodeRefresh) => changes && { at: toIsoTime(at), ...changes }

export const handleVersion: SingleEndpointHandler<'version'> = async () =>
  ok({ api_version: apiVersion, service: 'resit', app_version: packageJson.version })

export const createListHandler =
  <List extends CodeListId>(codes: Codes, list: List) =>
  async ({ ifNoneMatch }: Call) => {
    const { items, refreshedAt, source, etag } = codes.list(list)
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
      return { status: 304, headers } as const
    return { ...ok({ items, refreshed_at: toIsoTime(refreshedAt), source }), headers }
  }
