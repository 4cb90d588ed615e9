import { z } from 'zod'
import { codeLists, keptReasons } from '../../document/codes.ts'
import type { OperatorRow } from '../axes.ts'
import { at } from '../shapes/times-and-counts.ts'

const list = z.enum(codeLists)

const item = z.record(z.string(), z.string()).describe('The code and its texts')

const change = z
  .object({
    at,
    added: z.array(item).describe('Codes that came'),
    removed: z.array(item).describe('Obsolete from then on'),
    changed: z.array(z.object({ was: item, is: item })).describe('Codes whose words changed'),
  })
  .meta({ id: 'CodeListChange' })

const attempt = z
  .object({
    at,
    by: z.string(),
    source: z.string().describe('Where the list was fetched'),
    kept_because: z.enum(keptReasons).nullable().describe('Why the list stayed as it was; null where it was refreshed'),
    message: z.string().nullable(),
  })
  .meta({ id: 'CodeListTry' })

const codeListStatus = z
  .object({
    list,
    count: z.int().min(0).describe('Current codes'),
    obsolete: z.array(z.object({ code: z.string(), since: at })).describe('Codes that were in the list once'),
    refreshed_at: at,
    source: z.string(),
    last_try: attempt.nullable().describe('The last try to refresh, and how it went'),
    last_change: change.nullable().describe('What the last refresh that changed something changed'),
  })
  .meta({ id: 'CodeListStanding' })

/** The reference lists as they stand, for whoever looks after them (contract 9). */
export const codeListsStatus = z
  .object({
    next_refresh_at: at.nullable().describe('Null where they are refreshed on demand only'),
    items: z.array(codeListStatus),
  })
  .meta({ id: 'CodeLists' })

const codeListParams = z.object({ list: list.describe('Which list') })

/** One list in full: also those that the interface has no endpoint for. */
const codeListInFull = z
  .object({ items: z.array(item), refreshed_at: at, source: z.string() })
  .meta({ id: 'CodeListInFull' })

const codesRefreshAsk = z.strictObject({}).meta({ id: 'CodesRefreshAsk' })

export const codesRefresh = z
  .object({
    items: z.array(
      z
        .object({
          list,
          ...attempt.shape,
          change: change.nullable().describe('Null where nothing changed'),
        })
        .meta({ id: 'CodeListRefresh' }),
    ),
  })
  .meta({ id: 'CodesRefresh' })

/** The reference lists, for whoever looks after them (contract 9). */
export const codesRows = {
  listCodes: {
    path: '/codes',
    scope: 'read',
    withinOutlets: 'no_sale',
    summary: 'Reference lists: how many codes, how current, and what changed last',
    answers: { 200: codeListsStatus },
  },
  codeList: {
    path: '/codes/lists/{list}',
    scope: 'read',
    withinOutlets: 'no_sale',
    summary: 'A reference list in full',
    params: codeListParams,
    answers: { 200: codeListInFull },
    faults: ['route_not_found'],
  },
  refreshCodes: {
    path: '/codes/refresh',
    scope: 'admin',
    summary: 'Fetch the reference lists now; a list that does not come whole and sound stays as it is',
    body: codesRefreshAsk,
    answers: { 200: codesRefresh },
  },
} as const satisfies Record<string, OperatorRow>
