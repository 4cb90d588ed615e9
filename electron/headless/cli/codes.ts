import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { valueOf, wholeNumber } from '../../gateway/settings/values.ts'
import type { Reached } from './calls-over.ts'
import { type Command, calling, command, table } from './command.ts'

type Change = OperatorAnswer<'refreshCodes'>['items'][number]['change']

const changed = (change: Change) => ({
  added: change?.added.map(({ code }) => code),
  gone: change?.removed.map(({ code }) => code),
  reworded: change?.changed.map(({ is }) => is['code']),
})

type Affected = OperatorAnswer<'codesAffected'>

/** All pages as one answer. */
async function allAffected(reached: Reached, days: string): Promise<Affected> {
  const all: Affected = { items: [], unreadable: [], next: null }
  for (let after: string | null | undefined; after !== null; ) {
    const page: Affected = await reached.call('codesAffected', {
      query: { days, ...(after !== undefined && { after }) },
    })
    all.items.push(...page.items)
    all.unreadable.push(...page.unreadable)
    after = page.next
  }
  return all
}

const affectedText = ({ items, unreadable }: Affected): string => {
  const rows = items.map(({ record, codes }) => ({
    ...record,
    codes: codes.map(({ pointer, list, code, since }) => `${pointer}: ${list} ${code}, gone since ${since ?? 'long'}`),
  }))
  return [
    table(
      rows,
      ['COMPANY_CODE', 'DOCUMENT_NUMBER', 'KIND', 'STATUS', 'SALE_GUID', 'codes'],
      'No document of these days uses a code that is gone.',
    ),
    ...unreadable.map((saleGuid) => `The document ${saleGuid} cannot be read. Run “resit verify”, then look at it.`),
  ].join('\n')
}

/** @throws BadConfiguration */
const daysOf = (given: string | undefined): string => String(valueOf('--days', wholeNumber(1, 366).default(30), given))

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
  'codes affected': command({
    usage: '[--days 30]',
    about: 'Documents of the last days that use a code which is gone meanwhile.',
    run: ({ flags }) => {
      const days = daysOf(flags['days'])
      return (reached) => allAffected(reached, days)
    },
    text: affectedText,
  }),
}
