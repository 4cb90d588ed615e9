import type { Database } from 'better-sqlite3'
import type {
  CodeItem,
  CodeList,
  KeptReason,
  ListChanges,
  ListState,
  RefreshTry,
} from '../../../shared/document/codes.ts'
import type { GroupCommit } from './group-commit.ts'
import type { CodeLists } from './port.ts'

export function prepareCodes(database: Database, commit: GroupCommit): CodeLists {
  const lists = database.prepare<[], ListRow>('SELECT list, source, refreshed_at FROM code_list ORDER BY list')
  const codesOf = database.prepare<[CodeList], CodeRow>(
    'SELECT item, obsolete_since FROM code WHERE list = ? ORDER BY place, code',
  )
  const putList = database.prepare(
    `INSERT INTO code_list (list, source, refreshed_at) VALUES (?, ?, ?)
     ON CONFLICT (list) DO UPDATE SET source = excluded.source, refreshed_at = excluded.refreshed_at`,
  )
  // Nearly every refresh finds nearly every code as it was: those rows are not written again.
  const putCode = database.prepare(
    `INSERT INTO code (list, code, place, item, obsolete_since) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (list, code) DO UPDATE
     SET place = excluded.place, item = excluded.item, obsolete_since = excluded.obsolete_since
     WHERE place <> excluded.place OR item <> excluded.item OR obsolete_since IS NOT excluded.obsolete_since`,
  )
  const addTry = database.prepare(
    'INSERT INTO code_try (list, at, by, source, kept_because, changes) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const columns = 'list, at, by, source, kept_because, changes'
  const triesOf = database.prepare<[CodeList, number], TryRow>(
    `SELECT ${columns} FROM code_try WHERE list = ? ORDER BY seq DESC LIMIT ?`,
  )
  const changesOf = database.prepare<[CodeList, number], TryRow>(
    `SELECT ${columns} FROM code_try WHERE list = ? AND changes IS NOT NULL ORDER BY seq DESC LIMIT ?`,
  )

  const put = ({ list, items, obsolete, refreshedAt, source }: ListState) => {
    putList.run(list, source, refreshedAt)
    items.forEach((item, place) => putCode.run(list, item.code, place, JSON.stringify(item), null))
    obsolete.forEach(({ item, since }, place) => putCode.run(list, item.code, place, JSON.stringify(item), since))
  }

  return {
    async all() {
      return lists.all().map((row) => stateOf(row, codesOf.all(row.list)))
    },
    refreshed(states, made) {
      return commit.write(() => {
        for (const state of states) put(state)
        for (const { list, at, by, source, keptBecause, changes } of made)
          addTry.run(list, at, by, source, keptBecause, changes && JSON.stringify(changes))
      })
    },
    async tries(list, limit) {
      return triesOf.all(list, limit).map(tryOf)
    },
    async changes(list, limit) {
      return changesOf.all(list, limit).map(tryOf)
    },
  }
}

interface ListRow {
  readonly list: CodeList
  readonly source: string
  readonly refreshed_at: number
}

interface CodeRow {
  readonly item: string
  readonly obsolete_since: number | null
}

interface TryRow {
  readonly list: CodeList
  readonly at: number
  readonly by: string
  readonly source: string
  readonly kept_because: KeptReason | null
  readonly changes: string | null
}

function stateOf({ list, source, refreshed_at: refreshedAt }: ListRow, rows: readonly CodeRow[]): ListState {
  const codes = rows.map((row) => ({ item: JSON.parse(row.item) as CodeItem, since: row.obsolete_since }))
  return {
    list,
    items: codes.flatMap(({ item, since }) => (since === null ? [item] : [])),
    obsolete: codes.flatMap(({ item, since }) => (since === null ? [] : [{ item, since }])),
    refreshedAt,
    source,
  }
}

const tryOf = ({ kept_because: keptBecause, changes, ...row }: TryRow): RefreshTry => ({
  ...row,
  keptBecause,
  changes: changes === null ? null : (JSON.parse(changes) as ListChanges),
})
