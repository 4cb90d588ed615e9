import Sqlite, { type Database } from 'better-sqlite3'
import { checkpoint } from '../../platform/crash-points.ts'
import { copyBefore, forgetOlderCopies } from '../recovery/storage-copy.ts'
import { StoreRefusal } from '../refusal.ts'
import { codes } from './0400-codes.ts'
import { consolidation } from './0400-consolidation.ts'
import { people } from './0400-people.ts'
import { records } from './0400-records.ts'
import { shifts } from './0400-shifts.ts'
import { webhooks } from './0400-webhooks.ts'

export interface Step {
  readonly version: number
  readonly sql: string
  /** How much of the database it rewrites, new indexes too; none if this is absent. A start that has no room for it is refused. */
  readonly rewrites?: number
}

/** Forward only; versions go in tens so that two branches can meet. The first one is that of the first release: no earlier schema was ever released. */
export const steps: readonly [Step, ...Step[]] = [
  { version: 400, sql: [records, people, codes, consolidation, shifts, webhooks].join('\n') },
]

const versionAfter = (all: readonly Step[]): number => all.at(-1)?.version ?? 0
export const newestVersion = versionAfter(steps)

/**
 * Brings the schema up to date, all steps in one transaction, after a backup of what was there. The backup stays until
 * the next change of the schema has succeeded.
 * @param all the steps there are; a test adds one
 * @throws StoreRefusal where a newer Resit wrote the file, or the backup does not open clean
 */
export function migrate(database: Database, file: string, all: readonly Step[] = steps): void {
  const newest = versionAfter(all)
  const version = database.pragma('user_version', { simple: true }) as number
  if (version > newest)
    throw new StoreRefusal('newer_version', `${file} was written by a newer Resit (schema ${version}); update this one`)
  const missing = all.filter((step) => step.version > version)
  if (missing.length === 0) return
  if (version > 0) refuseUnreleased(database, { file, version })
  const rewrites = missing.reduce((sum, step) => sum + (step.rewrites ?? 0), 0)
  const copy = version > 0 ? copyBefore(database, { file, version, newest, rewrites }) : null
  database.transaction(() => {
    for (const { sql } of missing) {
      database.exec(sql)
      checkpoint('migration_step')
    }
    database.pragma(`user_version = ${newest}`)
  })()
  if (copy !== null) forgetOlderCopies(file, copy)
}

/**
 * While Resit was made, steps had the same numbers and other texts: of such a database no step knows what it finds.
 * @throws StoreRefusal
 */
function refuseUnreleased(
  database: Database,
  { file, version }: { readonly file: string; readonly version: number },
): void {
  const model = new Sqlite(':memory:')
  try {
    for (const step of steps) if (step.version <= version) model.exec(step.sql)
    const there = schemaOf(database)
    const isKnown = steps.some((step) => step.version === version)
    if (isKnown && [...schemaOf(model)].every(([name, sql]) => there.get(name) === sql)) return
  } finally {
    model.close()
  }
  throw new StoreRefusal(
    'unsafe',
    `${file} was made by a Resit that was never released (its schema ${version} is none of ours), and cannot be brought up to date. It stays as it is: keep the folder, and begin with an empty one (--data-dir)`,
  )
}

/** What each of its own tables, indexes and triggers was made with. */
const schemaOf = (database: Database): ReadonlyMap<string, string> =>
  new Map(
    database
      .prepare<[], { readonly name: string; readonly sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
      )
      .all()
      .map(({ name, sql }) => [name, sql]),
  )
