import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Command, calling } from './command.ts'

type Archives = OperatorAnswer<'listArchives'>

const lineOf = ({ file, bytes, lost, done, past_retention }: Archives['items'][number]): string =>
  [
    `${file}: ${Math.ceil(bytes / 1024)} KB`,
    ...(lost ? ['missing or damaged: put it back from “archive” beside a backup, then start the gateway again'] : []),
    ...(done ? [] : ['its rows are still being taken out of the database']),
    ...(past_retention ? ['older than seven years: the law no longer asks for it. Nothing deletes it by itself'] : []),
  ].join('; ')

const listed = ({ items }: Archives): string =>
  items.length === 0 ? 'No month has a file of its own yet.' : items.map(lineOf).join('\n')

const isWhole = ({ items }: Archives): boolean => items.every(({ lost }) => !lost)

export const archiveCommands: Readonly<Record<string, Command>> = {
  'archive list': calling('listArchives', {
    usage: 'archive list',
    about: 'Closed months that have a file of their own, in “archive” beside the database.',
    ask: () => ({}),
    text: listed,
    isGood: isWhole,
  }),
  'archive make': calling('makeArchive', {
    usage: 'archive make',
    about:
      'Put the oldest closed month into a file of its own now. The gateway does that by itself once a day, 17 days after a month is over, unless RESIT_ARCHIVE=off.',
    ask: () => ({ body: {} }),
    text: listed,
    isGood: isWhole,
  }),
}
