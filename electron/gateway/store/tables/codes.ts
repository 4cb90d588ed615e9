import type { CodeItem, CodeListData, CodeListId, CodeRefresh, ListChanges } from '../../../../shared/document/codes.ts'
import type { CodeLists } from '../port/port.ts'
import { type Engine, type Statement, sql } from '../sql.ts'

type ListRow = Pick<CodeListData, 'list' | 'source' | 'refreshedAt'>

interface CodeRow {
  readonly list: CodeListId
  readonly item: string
  readonly since: number | null
}

interface TryRow extends Omit<CodeRefresh, 'changes'> {
  readonly changes: string | null
}

/** @param rows in their order */
function stateOf(list: ListRow, rows: readonly CodeRow[]): CodeListData {
  const codes = rows.map(({ item, since }) => ({ item: JSON.parse(item) as CodeItem, since }))
  return {
    ...list,
    items: codes.flatMap(({ item, since }) => (since === null ? [item] : [])),
    obsolete: codes.flatMap(({ item, since }) => (since === null ? [] : [{ item, since }])),
  }
}

const tryOf = (row: TryRow): CodeRefresh => ({
  ...row,
  changes: row.changes === null ? null : (JSON.parse(row.changes) as ListChanges),
})

export function codesTable({ read, append, dialect }: Engine): CodeLists {
  // One statement for more than a thousand codes.
  const put = ({ list, items, obsolete, refreshedAt, source }: CodeListData): readonly Statement[] => {
    const codes = [
      ...items.map((item, place) => ({ code: item.code, place, item: JSON.stringify(item), since: null })),
      ...obsolete.map(({ item, since }, place) => ({ code: item.code, place, item: JSON.stringify(item), since })),
    ]
    return [
      sql`INSERT INTO code_list (list, source, refreshed_at) VALUES (${list}, ${source}, ${refreshedAt})
          ON CONFLICT (list) DO UPDATE SET source = excluded.source, refreshed_at = excluded.refreshed_at`,
      // Unchanged rows are not written.
      sql`INSERT INTO code (list, code, place, item, obsolete_since)
          SELECT ${list}, value ->> 'code', CAST(value ->> 'place' AS bigint), value ->> 'item',
            CAST(value ->> 'since' AS bigint)
          FROM ${dialect.elementsOf(codes)} WHERE true
          ON CONFLICT (list, code) DO UPDATE
          SET place = excluded.place, item = excluded.item, obsolete_since = excluded.obsolete_since
          WHERE code.place <> excluded.place OR code.item <> excluded.item
            OR code.obsolete_since IS DISTINCT FROM excluded.obsolete_since`,
    ]
  }
  const tried = ({ list, at, by, source, keptBecause, changes }: CodeRefresh) =>
    sql`INSERT INTO code_try (list, at, by, source, kept_because, changes)
        VALUES (${list}, ${at}, ${by}, ${source}, ${keptBecause}, ${changes && JSON.stringify(changes)})`
  const tries = async (where: Statement, limit: number) => {
    const rows = await read<TryRow>(
      sql`SELECT list, at, by, source, kept_because AS "keptBecause", changes
          FROM code_try WHERE ${where} ORDER BY seq DESC LIMIT ${limit}`,
    )
    return rows.map(tryOf)
  }

  return {
    async all() {
      const [known, codes] = await Promise.all([
        read<ListRow>(sql`SELECT list, source, refreshed_at AS "refreshedAt" FROM code_list ORDER BY list`),
        read<CodeRow>(sql`SELECT list, item, obsolete_since AS since FROM code ORDER BY list, place, code`),
      ])
      const codesOf = Map.groupBy(codes, ({ list }) => list)
      return known.map((list) => stateOf(list, codesOf.get(list.list) ?? []))
    },
    refreshed: async (states, made) => void (await append([...states.flatMap(put), ...made.map(tried)])),
    tries: (list, limit) => tries(sql`list = ${list}`, limit),
    changes: (list, limit) => tries(sql`list = ${list} AND changes IS NOT NULL`, limit),
  }
}
