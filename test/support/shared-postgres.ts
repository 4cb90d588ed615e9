// A server for all files of the project `postgres`, with a database that is used as a template.
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { startPostgres, whyNoPostgres } from './postgres.ts'
import { readyDatabase, serverVariable } from './store-engine.ts'

export async function setup(): Promise<() => Promise<void>> {
  if ((await whyNoPostgres()) !== null) return () => Promise.resolve()
  const server = await startPostgres()
  await server.ask('postgres', `CREATE DATABASE ${readyDatabase}`)
  const store = await openPostgresStore(server.url(readyDatabase))
  await store.upkeep.close()
  process.env[serverVariable] = server.url('').replace(/\/$/, '')
  return () => server.remove()
}
