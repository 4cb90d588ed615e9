import type { Database } from 'better-sqlite3'

/**
 * What SQLite finds wrong with the pages of a database and with what its rows refer to, table by table: the whole at once
 * would keep everybody else waiting, and nobody else may open the file meanwhile (locking_mode EXCLUSIVE). Of a very
 * large table even that takes its time.
 */
export function* checkPages(database: Database): Generator<readonly string[]> {
  const tables = database.pragma('table_list') as readonly Table[]
  for (const { name } of tables.filter(({ schema, type }) => schema === 'main' && type === 'table')) {
    const pages = database.pragma(`integrity_check('${name}')`) as readonly { readonly integrity_check: string }[]
    yield pages.map((page) => page.integrity_check).filter((found) => found !== 'ok')
    const broken = database.pragma(`foreign_key_check('${name}')`) as readonly { readonly rowid: number }[]
    yield broken.map(({ rowid }) => `${name} row ${rowid} refers to nothing`)
  }
}

interface Table {
  readonly name: string
  readonly schema: string
  readonly type: string
}
