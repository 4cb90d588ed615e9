import type { CodeItem, ListChanges, ListState, RefreshTry } from '../../../../shared/document/codes.ts'

/** A row of `code_list`. */
export type ListRow = Pick<ListState, 'list' | 'source' | 'refreshedAt'>

export const lists = 'SELECT list, source, refreshed_at AS "refreshedAt" FROM code_list ORDER BY list'

export interface CodeRow {
  readonly item: string
  readonly since: number | null
}

/** @param rows the codes of the list, in their order */
export function stateOf(list: ListRow, rows: readonly CodeRow[]): ListState {
  const codes = rows.map(({ item, since }) => ({ item: JSON.parse(item) as CodeItem, since }))
  return {
    ...list,
    items: codes.flatMap(({ item, since }) => (since === null ? [item] : [])),
    obsolete: codes.flatMap(({ item, since }) => (since === null ? [] : [{ item, since }])),
  }
}

export interface TryRow extends Omit<RefreshTry, 'changes'> {
  readonly changes: string | null
}

export const tries = 'SELECT list, at, by, source, kept_because AS "keptBecause", changes FROM code_try'

export const tryOf = (row: TryRow): RefreshTry => ({
  ...row,
  changes: row.changes === null ? null : (JSON.parse(row.changes) as ListChanges),
})
