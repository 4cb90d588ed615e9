import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { ActWriter } from '../areas/acts.ts'
import { prepareSetting } from '../areas/setting.ts'
import { type RecheckDeps, recheckUnsent } from '../journal/recheck.ts'

const name = 'restored_at'

/** Says in a database that it is a backup put back. */
export function restoredMark(database: Database, at: Instant): void {
  prepareSetting(database).set(name, String(at))
}

/**
 * At the first start on a backup that was put back: it knows nothing of what happened since, so whatever it would send
 * is looked up first (reliability ST13). Once, and together with the mark being taken away.
 * @param isIntact the journal has told everything that the backup did not know
 * @returns how many records that were
 */
export function recheckRestored(
  deps: RecheckDeps & { readonly addAct: ActWriter },
  { at, isIntact }: { readonly at: Instant; readonly isIntact: boolean },
): number {
  const { database, addAct } = deps
  const setting = prepareSetting(database)
  if (setting.get(name) === undefined) return 0
  return database
    .transaction(() => {
      const mistrusted = recheckUnsent(deps, isIntact ? 'journal_ahead' : 'restored', at)
      addAct({ at, by: 'control', type: 'database_restored', facts: { mistrusted } })
      setting.forget(name)
      return mistrusted
    })
    .immediate()
}
