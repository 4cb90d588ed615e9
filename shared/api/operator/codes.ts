import { z } from 'zod'
import { codeListIds } from '../../document/codes.ts'
import { answer, ask, timeSchema } from '../../document/fields.ts'
import { type OperatorRow, readsNoSale } from '../axes.ts'

const list = z.enum(codeListIds)

const item = z.record(z.string(), z.string()).describe('The code and its texts')

const change = answer('CodeListChange', {
  at: timeSchema,
  added: z.array(item).describe('Codes that came'),
  removed: z.array(item).describe('Obsolete from then on'),
  changed: z.array(z.object({ was: item, is: item })).describe('Codes whose words changed'),
})

const attempt = answer('CodeListTry', {
  at: timeSchema,
  by: z.string(),
  source: z.string().describe('Where the list was fetched'),
  message: z.string().nullable().describe('Why the list stayed as it was; null where it was refreshed'),
})

const codeListStatus = answer('CodeListStanding', {
  list,
  count: z.int().min(0).describe('Current codes'),
  obsolete: z.array(z.object({ code: z.string(), since: timeSchema })).describe('Codes that were in the list once'),
  refreshed_at: timeSchema,
  source: z.string(),
  last_try: attempt.nullable().describe('The last try to refresh, and how it went'),
  last_change: change.nullable().describe('What the last refresh that changed something changed'),
})

/** See contract 9. */
export const codeListsStatusSchema = answer('CodeLists', {
  items: z.array(codeListStatus),
})

/** Also for lists that the interface has no endpoint for. */
const codeListInFull = answer('CodeListInFull', { items: z.array(item), refreshed_at: timeSchema, source: z.string() })

export const codesRefreshSchema = answer('CodesRefresh', {
  items: z.array(
    answer('CodeListRefresh', {
      list,
      ...attempt.shape,
      change: change.nullable().describe('Null where nothing changed'),
    }),
  ),
})

/** See contract 9. */
export const codesRows = {
  listCodes: {
    path: '/codes',
    ...readsNoSale,
    summary: 'Reference lists: how many codes, how current, and what changed last',
    answers: { 200: codeListsStatusSchema },
  },
  codeList: {
    path: '/codes/lists/{list}',
    ...readsNoSale,
    summary: 'A reference list in full',
    params: z.object({ list: list.describe('Which list') }),
    answers: { 200: codeListInFull },
    faults: ['route_not_found'],
  },
  refreshCodes: {
    path: '/codes/refresh',
    scope: 'admin',
    summary: 'Fetch the reference lists now; a list that does not come whole and sound stays as it is',
    body: ask('CodesRefreshAsk', {}),
    answers: { 200: codesRefreshSchema },
  },
} as const satisfies Record<string, OperatorRow>
