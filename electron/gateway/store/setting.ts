import type { Database } from 'better-sqlite3'

/** What the database keeps by a name: what people set, and what it has to remember of itself. */
export function prepareSetting(database: Database) {
  const get = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck()
  const set = database.prepare<[string, string]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    get: (name: string): string | undefined => get.get(name),
    set: (name: string, value: string): void => void set.run(name, value),
  }
}
