import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { valueOf, wholeNumber } from '../../gateway/settings/values.ts'
import type { Reached } from './calls-over.ts'
import { type Command, calling, command } from './command.ts'
import { text } from './given.ts'

type Refresh = OperatorAnswer<'refreshCodes'>
type Change = Refresh['items'][number]['change']
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

const refreshText = ({ items }: Refresh): string =>
  items.map(({ list, message, change }) => `${list}: ${message ?? changeText(change)}`).join('\n')

const codesText = ({ items, next_refresh_at }: OperatorAnswer<'listCodes'>): string =>
  [
    ...items.flatMap(({ list, count, obsolete, refreshed_at, source, last_try, last_change }) => [
      `${list}  ${count} codes, ${obsolete.length} obsolete, of ${refreshed_at}, from ${source}`,
      ...(last_try?.message ? [`  tried ${last_try.at}: ${last_try.message}`] : []),
      ...(last_change ? [`  changed ${last_change.at}: ${changeText(last_change)}`] : []),
    ]),
    next_refresh_at === null
      ? 'Refreshed on demand only, with “resit codes refresh”.'
      : `Next refresh about ${next_refresh_at}.`,
  ].join('\n')

const affectedText = ({ items, unreadable }: Affected): string =>
  [
    ...(items.length === 0 ? ['No document of these days uses a code that is gone.'] : []),
    ...items.flatMap(({ record, codes }) => [
      `${record.COMPANY_CODE}  ${record.DOCUMENT_NUMBER}  ${record.KIND}  ${record.STATUS}  ${record.SALE_GUID}`,
      ...codes.map(({ pointer, list, code, since }) => `  ${pointer}: ${list} ${code}, gone since ${since ?? 'long'}`),
    ]),
    ...unreadable.map((saleGuid) => `The document ${saleGuid} cannot be read. Run “resit verify”, then look at it.`),
  ].join('\n')

function changeText(change: Change): string {
  if (!change) return 'refreshed, nothing changed'
  const named = [
    ['added', change.added],
    ['gone', change.removed],
    ['reworded', change.changed.map(({ is }) => is)],
  ] as const
  return named
    .flatMap(([what, all]) => (all.length > 0 ? [`${what} ${all.map(({ code }) => code).join(' ')}`] : []))
    .join('; ')
}

/** @throws BadConfiguration */
const daysOf = (given: string | undefined): string => String(valueOf('--days', wholeNumber(1, 366).default(30), given))

/** The reference lists. */
export const codeCommands: Readonly<Record<string, Command>> = {
  'codes list': calling('listCodes', {
    usage: 'codes list',
    about: 'The reference lists: how many codes, how current, and what changed last.',
    text: codesText,
  }),
  'codes refresh': calling('refreshCodes', {
    usage: 'codes refresh',
    about: 'Fetch the reference lists now, from the tax authority’s pages or RESIT_CODES_URL.',
    ask: () => ({ body: {} }),
    text: refreshText,
    isGood: ({ items }) => items.every(({ kept_because }) => kept_because === null),
  }),
  'codes affected': command({
    usage: 'codes affected [--days 30]',
    about: 'Documents of the last days that use a code which is gone meanwhile.',
    flags: { days: text },
    run: (reached, { flags }) => allAffected(reached, daysOf(flags['days'])),
    text: affectedText,
  }),
}
