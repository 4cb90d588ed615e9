import packageJson from '../../../package.json' with { type: 'json' }
import { apiVersion } from '../../../shared/catalogue/api-version.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { CodeList } from '../../../shared/document/codes.ts'
import type { Codes } from '../codes/codes.ts'
import { type Handler, ok } from '../http/call.ts'

export const version: Handler = async () =>
  ok({ api_version: apiVersion, service: 'resit', app_version: packageJson.version })

/** A reference list, cheap to ask for again (contract 9). */
export const referenceList =
  (codes: Codes, list: CodeList): Handler =>
  async ({ ifNoneMatch }) => {
    const { items, refreshedAt, source, etag } = codes.list(list)
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
      return { status: 304, headers }
    return { ...ok({ items, refreshed_at: toWire(refreshedAt), source }), headers }
  }
