import { databasesAt, type PostgresDatabases } from './postgres.ts'
import { databaseIn, readyDatabase } from './store-engine.ts'

/**
 * Databases that tests use in turn. A new database costs the server twice eight megabytes of files; a used one only
 * loses its rows. A test that changes tables asks for a new database with a template.
 */
export function databasePool(server: string): PostgresDatabases & { giveBack(): void } {
  const databases = databasesAt(server, readyDatabase)
  let taken: string[] = []
  const free: string[] = []
  let reset: Promise<string> | null = null
  return {
    ...databases,
    async database(template) {
      if (template !== undefined) return databases.database(template)
      const used = free.pop()
      const url = used ?? (await databases.database())
      if (used !== undefined) await databases.ask(databaseIn(used), await (reset ??= resetOf(databases)))
      taken.push(url)
      return url
    },
    giveBack() {
      free.push(...taken)
      taken = []
    },
  }
}

/** The statements that make a used database like a new one. */
async function resetOf(databases: PostgresDatabases): Promise<string> {
  const ask = (text: string) => databases.ask(readyDatabase, text)
  const tables = await ask("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  const statements = ['BEGIN', 'SET LOCAL session_replication_role = replica']
  for (const { name } of tables) {
    const [rows] = await ask(`SELECT json_agg(t)::text AS all FROM ${String(name)} t`)
    statements.push(`DELETE FROM ${String(name)}`)
    const all = rows?.['all']
    if (typeof all === 'string')
      statements.push(
        `INSERT INTO ${String(name)} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(null::${String(name)}, $rows$${all}$rows$::json)`,
      )
  }
  const sequences = await ask('SELECT sequencename AS name, start_value, last_value FROM pg_sequences')
  for (const { name, start_value: start, last_value: last } of sequences)
    statements.push(`SELECT setval('${String(name)}', ${String(last ?? start)}, ${String(last !== null)})`)
  return [...statements, 'COMMIT'].join(';\n')
}
