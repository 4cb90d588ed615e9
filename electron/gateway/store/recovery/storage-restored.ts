import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { prepareSetting } from '../areas/setting.ts'
import { type RecheckDeps, recheckUnsent } from '../journal/recheck.ts'
import { inOrder } from '../sql.ts'

const name = 'restored_at'

/** Says in a database that it is a backup put back. */
export function restoredMark(database: Database, at: Instant): void {
  prepareSetting(database).set(name, String(at))
}

/**
 * At the first start on a backup that was put back: it knows nothing of what happened since, so everything that it would
 * send is looked up first (reliability ST13). Once, and together with the mark being taken away.
 * @returns how many records that were; null if it is no backup
 */
export function recheckRestored(deps: RecheckDeps, at: Instant): number | null {
  const { database, within } = deps
  const setting = prepareSetting(database)
  if (setting.get(name) === undefined) return null
  return database
    .transaction(() => {
      const mistrusted = recheckUnsent(deps, 'restored', at)
      const act = { at, by: 'control', type: 'database_restored', facts: { mistrusted } }
      within(() => inOrder([{ act }]))
      setting.forget(name)
      return mistrusted
    })
    .immediate()
}
