import { StoreRefusal } from '../refusal.ts'
import { onPostgres, refusal } from './0590-postgres.ts'
import { records } from './0590-records.ts'
import { onSqlite } from './0590-sqlite.ts'
import { tables } from './0590-tables.ts'
import { toPostgres, toSqlite } from './ddl.ts'

export interface Step {
  readonly version: number
  readonly sqlite: string
  readonly postgres: string
}

/** Forward only; in tens, so that two branches can meet. */
export const steps: readonly Step[] = [
  {
    version: 590,
    sqlite: toSqlite([records, tables, onSqlite].join('\n')),
    postgres: toPostgres([refusal, records, tables, onPostgres].join('\n')),
  },
]

const newestOf = (all: readonly Step[]): number => all.at(-1)?.version ?? 0
export const newestVersion = newestOf(steps)

/**
 * @param version 0 for an empty database @param all a test adds a step @throws StoreRefusal if a newer or unreleased
 * Resit wrote the database
 */
export function findMissingSteps(version: number, all: readonly Step[] = steps) {
  const newest = newestOf(all)
  if (version > newest)
    throw new StoreRefusal(
      'newer_version',
      `the database was written by a newer Resit (schema ${version}); update this one`,
    )
  if (version > 0 && !all.some((step) => step.version === version))
    throw new StoreRefusal(
      'unsafe',
      `the database was made by a Resit that was never released (its schema ${version} is none of ours), and cannot be brought up to date. It stays as it is: keep it, and begin with an empty one`,
    )
  return { newest, missing: all.filter((step) => step.version > version) }
}
