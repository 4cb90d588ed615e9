/**
 * The schema is written once. In it a column has one of the types below, `WITHOUT ROWID` stands behind tables that SQLite
 * keeps in the order of their key, and three statements of our own say what the database itself holds on to:
 *
 *     ONLY GROWS event;                             rows are added, and never changed or taken away
 *     NEVER DELETED draft;                          rows may change, and stay
 *     NEVER CHANGED shift WHEN old.closed_at …;     a row stays as it is from a state on
 */
type Type = 'TEXT' | 'UTF8' | 'JSON' | 'BYTES' | 'SMALLINT' | 'BIGINT' | 'SERIAL'

interface Engine {
  /** `UTF8` may hold any character; the database fills a `SERIAL`. */
  readonly types: Readonly<Record<Type, (column: string) => string>>
  readonly tableEnd: (isOrderedByKey: boolean) => string
  readonly onlyGrows: (table: string) => string
  readonly neverDeleted: (table: string) => string
  readonly neverChanged: (table: string, when: string) => string
}

/**
 * For each list of more than two values SQLite would make a table in memory at every INSERT: six of them for a sale.
 */
const spelledOut = (text: string): string =>
  text.replaceAll(/([\w.]+) (NOT )?IN \(('[^)]*')\)/g, (_, column: string, not = '', list: string) => {
    const isOne = list.split(/,\s*/).map((value) => `${column} = ${value}`)
    return `${not}(${isOne.join(' OR ')})`
  })

const written = (engine: Engine) => (text: string) =>
  spelledOut(text)
    .replaceAll(
      /^( {2}(\w+) +)(TEXT|UTF8|JSON|BYTES|SMALLINT|BIGINT|SERIAL)\b/gm,
      (_, before: string, column: string, type: Type) => `${before}${engine.types[type](column)}`,
    )
    .replaceAll(/^\)( WITHOUT ROWID)?;$/gm, (_, isOrdered?: string) => engine.tableEnd(isOrdered !== undefined))
    .replaceAll(/^ONLY GROWS (\w+);$/gm, (_, table: string) => engine.onlyGrows(table))
    .replaceAll(/^NEVER DELETED (\w+);$/gm, (_, table: string) => engine.neverDeleted(table))
    .replaceAll(/^NEVER CHANGED (\w+) WHEN (.+);$/gm, (_, table: string, when: string) =>
      engine.neverChanged(table, when),
    )

const refused = (name: string, on: string, why: string) =>
  `CREATE TRIGGER ${name} BEFORE ${on} BEGIN SELECT RAISE(ABORT, '${why}'); END;`

export const toSqlite = written({
  types: {
    TEXT: () => 'TEXT',
    UTF8: () => 'TEXT',
    JSON: (column) => `TEXT CHECK (json_valid(${column}))`,
    BYTES: () => 'BLOB',
    SMALLINT: () => 'INTEGER',
    BIGINT: () => 'INTEGER',
    SERIAL: () => 'INTEGER PRIMARY KEY',
  },
  tableEnd: (isOrderedByKey) => `) STRICT${isOrderedByKey ? ', WITHOUT ROWID' : ''};`,
  onlyGrows: (table) =>
    ['UPDATE', 'DELETE']
      .map((change) =>
        refused(`${table}_takes_no_${change.toLowerCase()}`, `${change} ON ${table}`, `${table} is append-only`),
      )
      .join('\n'),
  neverDeleted: (table) => refused(`${table}_is_kept`, `DELETE ON ${table}`, `rows of ${table} are never deleted`),
  neverChanged: (table, when) =>
    refused(`${table}_ends_for_ever`, `UPDATE ON ${table} WHEN ${when}`, `such rows of ${table} never change`),
})

const refusing = (name: string, on: string, each = '') =>
  `CREATE TRIGGER ${name} BEFORE ${on} ${each} EXECUTE FUNCTION refuse_change();`

/** Names are compared byte by byte in any language of the server. */
export const toPostgres = written({
  types: {
    TEXT: () => 'text COLLATE "C"',
    UTF8: () => 'bytea',
    JSON: (column) => `text COLLATE "C" CHECK (${column} IS JSON)`,
    BYTES: () => 'bytea',
    SMALLINT: () => 'smallint',
    BIGINT: () => 'bigint',
    SERIAL: () => 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  },
  tableEnd: () => ');',
  onlyGrows: (table) => `${refusing(`${table}_only_grows`, `UPDATE OR DELETE ON ${table}`, 'FOR EACH ROW')}
${refusing(`${table}_is_kept`, `TRUNCATE ON ${table}`)}`,
  neverDeleted: (table) => refusing(`${table}_is_kept`, `DELETE ON ${table}`, 'FOR EACH ROW'),
  neverChanged: (table, when) =>
    refusing(`${table}_ends_for_ever`, `UPDATE ON ${table}`, `FOR EACH ROW WHEN (${when})`),
})
