import { StoreRefusal } from '../store/refusal.ts'
import { findMissingSteps } from '../store/schema/steps.ts'
import type { Connections } from './connect.ts'
import type { Query } from './query.ts'

/** If processes start together, one migrates and the others wait. */
const schemaLock = 0x7265_7363

/**
 * All steps in one transaction.
 * @throws StoreRefusal if another Resit wrote the database, or it has tables of another program
 */
export async function migrate(connection: Connections): Promise<void> {
  await connection.transact(async (ask) => {
    await ask('SELECT pg_advisory_xact_lock($1)', schemaLock)
    const { newest, missing } = findMissingSteps(await versionIn(ask))
    if (missing.length === 0) return
    // For the search; the owner of a database may add it.
    await ask('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    await ask('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
    for (const { postgres } of missing) await ask(postgres)
    await ask('DELETE FROM schema_version')
    await ask('INSERT INTO schema_version (version) VALUES ($1)', newest)
  })
}

/** @returns 0 for an empty database. @throws StoreRefusal if it has tables of another program */
async function versionIn(ask: Query): Promise<number> {
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
