import { StoreRefusal } from '../../store/refusal.ts'
import type { Ask } from '../ask.ts'
import type { Connections } from '../connect.ts'
import { areas } from './0200-areas.ts'
import { processes } from './0200-processes.ts'
import { records } from './0200-records.ts'

interface Step {
  readonly version: number
  readonly sql: string
}

/** Forward only; versions go in tens so that two branches can meet. A list of its own: SQLite's steps are others. No earlier schema was ever released. */
const steps: readonly [Step, ...Step[]] = [{ version: 200, sql: [records, areas, processes].join('\n') }]

export const newestVersion = steps.at(-1)?.version ?? 0

/** Held while the schema is looked at and changed: of processes that start together one does it, the others wait. */
const schemaLock = 0x7265_7363

/**
 * Brings the schema up to date, all steps in one transaction.
 * @throws StoreRefusal where a newer Resit wrote the database or one that was never released, or it is somebody else's
 */
export async function migrate(connection: Connections): Promise<void> {
  await connection.transact(async (ask) => {
    await ask('SELECT pg_advisory_xact_lock($1)', schemaLock)
    const version = await versionIn(ask)
    if (version > newestVersion)
      throw new StoreRefusal(
        'newer_version',
        `the database was written by a newer Resit (schema ${version}); update this one`,
      )
    if (version > 0 && version < steps[0].version)
      throw new StoreRefusal(
        'unsafe',
        `the database was made by a Resit that was never released (its schema ${version} is none of ours), and cannot be brought up to date. It stays as it is: begin with an empty one`,
      )
    const missing = steps.filter((step) => step.version > version)
    if (missing.length === 0) return
    // Words are found by any three letters of them; whoever owns a database may add it.
    await ask('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    await ask('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
    for (const step of missing) await ask(step.sql)
    await ask('DELETE FROM schema_version')
    await ask('INSERT INTO schema_version (version) VALUES ($1)', newestVersion)
  })
}

/** @returns 0 for an empty database. @throws StoreRefusal where it has tables of somebody else */
async function versionIn(ask: Ask): Promise<number> {
  const tables = await ask<{ readonly name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  )
  if (tables.length === 0) return 0
  if (!tables.some(({ name }) => name === 'schema_version'))
    throw new StoreRefusal(
      'not_ours',
      'the database has tables that are not Resit’s; create one for Resit alone (CREATE DATABASE resit)',
    )
  const [row] = await ask<{ readonly version: number }>('SELECT version FROM schema_version')
  return row?.version ?? 0
}
