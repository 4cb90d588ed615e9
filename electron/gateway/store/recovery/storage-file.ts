import Database from 'better-sqlite3'
import { isDamage } from '../refusal.ts'
import { faultsIn } from './page-check.ts'

/** What a database says of itself. */
export interface Looked {
  readonly applicationId: number
  readonly version: number
  /** Null where its pages are in order. */
  readonly damage: string | null
}

/** Looks at a database that nobody has open; its log is folded back. @throws Error where it is none */
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
