import type { Database } from 'better-sqlite3'
import { ArchiveLost, archivesOf } from './archives.ts'

/** @returns a question, prepared once: with which chain a line ends; null where nobody here knows */
export function prepareChainAt(database: Database): (line: number) => Buffer | null {
  const live = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck()
  const archives = archivesOf(database)
  return (line) => live.get(line) ?? unlessLost(() => archives.chainAt(line))
}

/** @returns a question, prepared once: whether a line ends so; where its archive cannot be read, that is said apart */
export function prepareIsChain(
  database: Database,
): (place: { readonly line: number; readonly chain: Buffer }) => boolean {
  const live = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck()
  const archives = archivesOf(database)
  return ({ line, chain }) => {
    const here = live.get(line)
    if (here) return here.equals(chain)
    try {
      return archives.chainAt(line)?.equals(chain) ?? false
    } catch (cause) {
      if (cause instanceof ArchiveLost) return true
      throw cause
    }
  }
}

/** @returns null where it stands in an archive that cannot be read */
export function unlessLost<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof ArchiveLost) return null
    throw cause
  }
}
