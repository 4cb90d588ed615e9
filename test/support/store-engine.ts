import { createHash } from 'node:crypto'
import pg from 'pg'
import type { OpenStore } from '../../electron/gateway/compose/opened-store.ts'
import { makeSqliteOpener } from '../../electron/gateway/compose/sqlite.ts'
import type { DataPaths } from '../../electron/gateway/installation/data-dir.ts'

/** The variable with the URL of the server of the project `postgres`. Other projects have none. */
export const serverVariable = 'TESTS_ON_POSTGRES'
export const readyDatabase = 'resit_ready'

/** Null if gateways under test use SQLite. */
const server = process.env['TESTS_ENGINE'] === 'postgres' ? (process.env[serverVariable] ?? null) : null

/** Opens the store of a gateway under test: a file in its folder, or in the project `postgres` its own database. */
export function storeFor(dataDir: DataPaths): OpenStore {
  if (server === null) return makeSqliteOpener(dataDir)
  return async (settings, ports) => {
    const { makePostgresOpener } = await import('../../electron/gateway/compose/postgres.ts')
    return makePostgresOpener(await databaseOf(server, dataDir), dataDir)(settings, ports)
  }
}

/** A folder that was used before gets the same database again. */
async function databaseOf(server: string, { path }: DataPaths): Promise<string> {
  const name = `of_${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE ${readyDatabase}`)
  } finally {
    await client.end()
  }
  return `${server}/${name}`
}

/** The name of the database in a URL. */
export const databaseIn = (url: string): string => new URL(url).pathname.slice(1)
