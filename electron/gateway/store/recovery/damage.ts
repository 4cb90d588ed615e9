import Sqlite from 'better-sqlite3'

/** Whether pages of the database do not hold what belongs there; what stands on others can still be read. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(cause.code)

/** What a look at the pages finds. A page that cannot be read keeps everything behind it from being looked at. */
export function damagesSeen(look: () => readonly string[]): readonly string[] {
  try {
    return look()
  } catch (cause) {
    if (isDamage(cause)) return [cause.message]
    throw cause
  }
}

/** @returns null where it stands on pages that cannot be read. @throws whatever else goes wrong */
export function unlessDamaged<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (cause) {
    if (isDamage(cause)) return null
    throw cause
  }
}
