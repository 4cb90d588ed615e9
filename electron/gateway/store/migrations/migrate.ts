import type { Database } from 'better-sqlite3'
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
