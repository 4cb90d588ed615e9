import Database from 'better-sqlite3'
import { isDamage } from '../refusal.ts'

/** Table by table, so that other work of the thread can run in between. */
export function* checkPages(database: Database.Database): Generator<readonly string[]> {
  const tables = database.pragma('table_list') as readonly Readonly<Record<'name' | 'schema' | 'type', string>>[]
  for (const { name } of tables.filter(({ schema, type }) => schema === 'main' && type === 'table')) {
    const pages = database.pragma(`integrity_check('${name}')`) as readonly { readonly integrity_check: string }[]
    yield faultsIn(pages.map((page) => page.integrity_check))
    const broken = database.pragma(`foreign_key_check('${name}')`) as readonly { readonly rowid: number }[]
    yield broken.map(({ rowid }) => `${name} row ${rowid} refers to nothing`)
  }
}

/** SQLite lists many faults in one text; a person needs the first. */
const faultsIn = (said: readonly string[]): readonly string[] =>
  said.filter((text) => text !== 'ok').map((text) => text.replace(/^\*\*\* in database.*\n/, '').split('\n')[0] ?? text)

export interface VersionAndDamage {
  readonly applicationId: number
  readonly version: number
  /** Null if it is sound. */
  readonly damage: string | null
}

/** For a database that no process has open. @throws Error if it is none */
export function inspectDatabase(file: string): VersionAndDamage {
  const database = new Database(file, { fileMustExist: true })
  try {
    return {
      applicationId: database.pragma('application_id', { simple: true }) as number,
      version: database.pragma('user_version', { simple: true }) as number,
      damage: damageIn(database),
    }
  } finally {
    database.close()
  }
}

function damageIn(database: Database.Database): string | null {
  try {
    const rows = database.pragma('quick_check') as { readonly quick_check: string }[]
    return faultsIn(rows.map((row) => row.quick_check))[0] ?? null
  } catch (cause) {
    if (isDamage(cause)) return cause.message
    throw cause
  }
}
