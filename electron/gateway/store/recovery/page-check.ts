import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { isDamage } from '../refusal.ts'

/**
 * What SQLite finds wrong with the pages of a database and with what its rows refer to, table by table, so that
 * other work of its thread comes in between. Of a very large table even that takes its time.
 */
export function* checkPages(database: Database.Database): Generator<readonly string[]> {
  const tables = database.pragma('table_list') as readonly Table[]
  for (const { name } of tables.filter(({ schema, type }) => schema === 'main' && type === 'table')) {
    const pages = database.pragma(`integrity_check('${name}')`) as readonly { readonly integrity_check: string }[]
    yield faultsIn(pages.map((page) => page.integrity_check))
    const broken = database.pragma(`foreign_key_check('${name}')`) as readonly { readonly rowid: number }[]
    yield broken.map(({ rowid }) => `${name} row ${rowid} refers to nothing`)
  }
}

/** What is wrong with the pages of a database; other questions come in between two tables. */
export async function damagesOfAll(database: Database.Database): Promise<readonly string[]> {
  const damages: string[] = []
  try {
    for (const found of checkPages(database)) {
      damages.push(...found)
      await turn()
    }
    return damages
  } catch (cause) {
    // A page that cannot be read keeps everything behind it from being looked at.
    if (isDamage(cause)) return [...damages, cause.message]
    throw cause
  }
}

/** SQLite says a hundred faults of one table in one text, a line each and under a heading; a person needs the first. */
const faultsIn = (said: readonly string[]): readonly string[] => said.filter((text) => text !== 'ok').map(inOneLine)

function inOneLine(text: string): string {
  const [first = text, ...more] = text.split('\n').filter((line) => !line.startsWith('*** in database'))
  return more.length === 0 ? first : `${first}, and ${more.length} more`
}

interface Table {
  readonly name: string
  readonly schema: string
  readonly type: string
}

/** What a database says of itself. */
export interface Looked {
  readonly applicationId: number
  readonly version: number
  /** Null where its pages are in order. */
  readonly damage: string | null
}

/** Looks at a database that no process has open; its log is folded back. @throws Error if it is none */
export function lookAt(file: string): Looked {
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
