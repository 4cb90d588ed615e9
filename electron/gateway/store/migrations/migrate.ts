import Sqlite, { type Database } from 'better-sqlite3'
import { crashPoint } from '../../crash-points.ts'
import { StoreRefusal } from '../refusal.ts'
import { copyBefore, forgetOlderCopies } from '../storage-copy.ts'
import { records } from './0010-records.ts'
import { access } from './0020-access.ts'
import { codes } from './0030-codes.ts'
import { cancellable } from './0050-cancellable.ts'
import { people } from './0060-people.ts'
import { journal } from './0070-journal.ts'
import { screens } from './0080-screens.ts'
import { consolidation } from './0090-consolidation.ts'
import { shifts } from './0100-shifts.ts'
import { builds } from './0110-builds.ts'
import { pinDoors } from './0120-pin-doors.ts'
import { unsent } from './0130-unsent.ts'
import { links } from './0140-links.ts'
import { amounts } from './0150-amounts.ts'
import { ownPins } from './0180-own-pins.ts'
import { webhooks } from './0190-webhooks.ts'
import { search } from './0200-search.ts'

interface Step {
  readonly version: number
  readonly sql: string
}

/** Forward only; versions go in tens so that two branches can meet. */
export const steps: readonly Step[] = [
  { version: 10, sql: records },
  { version: 20, sql: access },
  { version: 30, sql: codes },
  { version: 50, sql: cancellable },
  { version: 60, sql: people },
  { version: 70, sql: journal },
  { version: 80, sql: screens },
  { version: 90, sql: consolidation },
  { version: 100, sql: shifts },
  { version: 110, sql: builds },
  { version: 120, sql: pinDoors },
  { version: 130, sql: unsent },
  { version: 140, sql: links },
  { version: 150, sql: amounts },
  { version: 180, sql: ownPins },
  { version: 190, sql: webhooks },
  { version: 200, sql: search },
]

export const newestVersion = steps.at(-1)?.version ?? 0

/**
 * Brings the schema up to date, all steps in one transaction, after a backup of what was there. The backup stays until
 * the next change of the schema has succeeded.
 * @throws StoreRefusal where a newer Resit wrote the file, or the backup does not open clean
 */
export function migrate(database: Database, file: string): void {
  const version = database.pragma('user_version', { simple: true }) as number
  if (version > newestVersion)
    throw new StoreRefusal('newer_version', `${file} was written by a newer Resit (schema ${version}); update this one`)
  const missing = steps.filter((step) => step.version > version)
  if (missing.length === 0) return
  if (version > 0) refuseUnreleased(database, { file, version })
  const copy = version > 0 ? copyBefore(database, { file, version, newest: newestVersion }) : null
  database.transaction(() => {
    for (const { sql } of missing) {
      database.exec(sql)
      crashPoint('migration_step')
    }
    database.pragma(`user_version = ${newestVersion}`)
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
