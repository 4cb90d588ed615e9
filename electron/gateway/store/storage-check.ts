import { Damage } from './damage.ts'
import { openDatabase } from './open.ts'
import { StoreRefusal } from './refusal.ts'
import { damagesOf } from './storage-file.ts'

/**
 * Proves, after an I/O error, that the database holds what it seems to hold. A failed sync may leave pages in memory
 * that never reached the disk and that every read still shows: folding the log back writes each of them anew.
 * @throws whatever shows that it does not
 */
export function proveDatabase(file: string): void {
  const database = openDatabase(file)
  try {
    const [damage] = damagesOf(database)
    if (damage !== undefined)
      throw new StoreRefusal('unsafe', `the database is damaged: ${damage}`, { cause: new Damage(damage) })
    const [folded] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    if (folded?.busy !== 0) throw new StoreRefusal('unsafe', 'the log of the database cannot be folded back')
  } finally {
    database.close()
  }
}
