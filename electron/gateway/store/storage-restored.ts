import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../shared/domain/record.ts'
import type { ActWriter } from './acts.ts'
import { type MistrustParts, mistrustUnsent } from './journal/mistrust.ts'

const name = 'restored_at'

/** Says in a database that it is a backup put back. */
export function restoredMark(database: Database, at: Instant): void {
  database
    .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, String(at))
}

/**
 * At the first start on a backup that was put back: it knows nothing of what happened since, so whatever it would send
 * is looked up first (reliability ST13). Once, and together with the mark being taken away.
 * @param isIntact the journal has told everything that the backup did not know
 * @returns how many records that were
 */
export function mistrustRestored(
  parts: MistrustParts & { readonly addAct: ActWriter },
  { at, isIntact }: { readonly at: Instant; readonly isIntact: boolean },
): number {
  const { database, addAct } = parts
  const isRestored = database.prepare<[string], number>('SELECT 1 FROM setting WHERE name = ?').pluck()
  if (isRestored.get(name) !== 1) return 0
  return database
    .transaction(() => {
      const mistrusted = mistrustUnsent(parts, isIntact ? 'journal_ahead' : 'restored', at)
      addAct({ at, by: 'control', type: 'database_restored', facts: { mistrusted } })
      database.prepare('DELETE FROM setting WHERE name = ?').run(name)
      return mistrusted
    })
    .immediate()
}
