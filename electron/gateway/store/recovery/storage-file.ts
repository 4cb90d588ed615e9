import Database from 'better-sqlite3'
import { damagesSeen } from './damage.ts'
import { faultsIn } from './page-check.ts'

/** What a database says of itself. */
export interface Looked {
  readonly applicationId: number
  readonly version: number
  /** Null where its pages are in order. */
  readonly damage: string | null
}

/** @returns what SQLite finds wrong with the pages of a database, nothing where they are in order */
export const damagesOf = (database: Database.Database): readonly string[] =>
  damagesSeen(() => {
    const rows = database.pragma('quick_check') as { readonly quick_check: string }[]
    return faultsIn(rows.map((row) => row.quick_check))
  })

/** Looks at a database that nobody has open; its log is folded back. @throws Error where it is none */
export function lookAt(file: string): Looked {
  const database = new Database(file, { fileMustExist: true })
  try {
    return {
      applicationId: database.pragma('application_id', { simple: true }) as number,
      version: database.pragma('user_version', { simple: true }) as number,
      damage: damagesOf(database)[0] ?? null,
    }
  } finally {
    database.close()
  }
}
