import packageJson from '../../../../package.json' with { type: 'json' }
import { apiVersion } from '../../../../shared/api/api-version.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { CodeList } from '../../../../shared/document/codes.ts'
import { type Call, ok, type SingleEndpointHandler } from '../../http/call.ts'
import type { Codes } from './codes.ts'

export const version: SingleEndpointHandler<'version'> = async () =>
  ok({ api_version: apiVersion, service: 'resit', app_version: packageJson.version })

/** A reference list, cheap to ask for again (contract 9). */
export const referenceList =
  <List extends CodeList>(codes: Codes, list: List) =>
  async ({ ifNoneMatch }: Call) => {
    const { items, refreshedAt, source, etag } = codes.list(list)
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
      return { status: 304, headers } as const
    return { ...ok({ items, refreshed_at: toWire(refreshedAt), source }), headers }
  }
