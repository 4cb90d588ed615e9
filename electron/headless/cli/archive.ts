import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Command, calling } from './command.ts'

type Archives = OperatorAnswer<'listArchives'>

const putBack =
  'missing or damaged: put it back from a backup (a shop’s lies in “archive” beside it), then start the gateway again'

const lineOf = ({ file, bytes, lost, detached, done, past_retention }: Archives['items'][number]): string =>
  [
    `${file}: ${Math.ceil(bytes / 1024)} KB`,
    ...(lost ? [putBack] : []),
    ...(detached ? ['taken away after seven years'] : []),
    ...(done ? [] : ['its rows are still being taken out of the database']),
    ...(past_retention && !detached
      ? ['older than seven years: the law no longer asks for it. Nothing deletes it by itself']
      : []),
  ].join('; ')

const listed = ({ items }: Archives): string =>
  items.length === 0 ? 'No month is archived yet.' : items.map(lineOf).join('\n')

const isWhole = ({ items }: Archives): boolean => items.every(({ lost }) => !lost)

export const archiveCommands: Readonly<Record<string, Command>> = {
  'archive list': calling('listArchives', {
    usage: 'archive list',
    about:
      'Closed months that were archived: in files of the folder “archive” beside the database, at a head office in blocks of it.',
    ask: () => ({}),
    text: listed,
    isGood: isWhole,
  }),
  'archive make': calling('makeArchive', {
    usage: 'archive make',
    about:
      'Archive the oldest closed month now. The gateway does that by itself once a day, 17 days after a month is over, unless RESIT_ARCHIVE=off.',
    ask: () => ({ body: {} }),
    text: listed,
    isGood: isWhole,
  }),
}
