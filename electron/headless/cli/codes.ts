import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Command, calling, table } from './command.ts'

type Change = OperatorAnswer<'refreshCodes'>['items'][number]['change']

const changed = (change: Change) => ({
  added: change?.added.map(({ code }) => code),
  gone: change?.removed.map(({ code }) => code),
  reworded: change?.changed.map(({ is }) => is['code']),
})

/** The reference lists. */
export const codeCommands: Readonly<Record<string, Command>> = {
  'codes list': calling('listCodes', {
    about: 'The reference lists: how many codes, how current, and what changed last.',
    text: ({ items, next_refresh_at }) =>
      `${table(
        items.map((item) => ({ ...item, ...changed(item.last_change) })),
        ['list', 'count', 'obsolete', 'refreshed_at', 'source', 'added', 'gone', 'reworded'],
      )}\nNext refresh: ${next_refresh_at ?? 'on demand only, with “resit codes refresh”'}.`,
  }),
  'codes refresh': calling('refreshCodes', {
    about: 'Fetch the reference lists now, from the tax authority’s pages or RESIT_CODES_URL.',
    ask: () => ({ body: {} }),
    text: ({ items }) =>
      table(
        items.map(({ list, message, change }) => ({ list, ...changed(change), message })),
        ['list', 'added', 'gone', 'reworded', 'message'],
      ),
    isGood: ({ items }) => items.every(({ kept_because }) => kept_because === null),
  }),
}
