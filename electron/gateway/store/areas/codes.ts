import type { Database } from 'better-sqlite3'
import type { CodeList, ListState } from '../../../../shared/document/codes.ts'
import type { GroupCommit } from '../group-commit.ts'
import { type CodeRow, type ListRow, lists, stateOf, type TryRow, tries, tryOf } from '../kept/code-rows.ts'
import type { CodeLists } from '../port/port.ts'

export function prepareCodes(database: Database, commit: GroupCommit): CodeLists {
  const known = database.prepare<[], ListRow>(lists)
  const codesOf = database.prepare<[CodeList], CodeRow>(
    'SELECT item, obsolete_since AS since FROM code WHERE list = ? ORDER BY place, code',
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
  const triesOf = database.prepare<[CodeList, number], TryRow>(`${tries} WHERE list = ? ORDER BY seq DESC LIMIT ?`)
  const changesOf = database.prepare<[CodeList, number], TryRow>(
    `${tries} WHERE list = ? AND changes IS NOT NULL ORDER BY seq DESC LIMIT ?`,
  )

  const put = ({ list, items, obsolete, refreshedAt, source }: ListState) => {
    putList.run(list, source, refreshedAt)
    items.forEach((item, place) => putCode.run(list, item.code, place, JSON.stringify(item), null))
    obsolete.forEach(({ item, since }, place) => putCode.run(list, item.code, place, JSON.stringify(item), since))
  }

  return {
    async all() {
      return known.all().map((row) => stateOf(row, codesOf.all(row.list)))
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
