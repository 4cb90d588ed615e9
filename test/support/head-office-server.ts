// Once for all files of the project `head-office`: the PostgreSQL that their gateways keep everything in.
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { startPostgres, whyNoPostgres } from './postgres.ts'
import { readyDatabase, serverVariable } from './store-engine.ts'

export async function setup(): Promise<() => Promise<void>> {
  const why = await whyNoPostgres()
  if (why !== null) {
    console.warn(`the head office is left out, its tests run on a shop’s database once more: ${why}`)
    return () => Promise.resolve()
  }
  const server = await startPostgres()
  await server.ask('postgres', `CREATE DATABASE ${readyDatabase}`)
  const store = await openPostgresStore(server.url(readyDatabase))
  await store.upkeep.close()
  process.env[serverVariable] = server.url('').replace(/\/$/, '')
  return () => server.remove()
}
