import type { Settings } from '../port/port.ts'
import { type Engine, first, sql } from '../sql.ts'

/** Of these a line proves the value, too: whose documents these are, and that a person does not want them sent now. */
const isProved = (setting: string): boolean => setting === 'authority' || setting.startsWith('sending_paused ')

export const settingsTable = ({ read, append }: Engine): Settings => ({
  async get(name) {
    const row = await first(read<{ readonly value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`))
    return row?.value ?? null
  },
  async set(name, value, by, at) {
    await append([
      sql`INSERT INTO setting (name, value) VALUES (${name}, ${value})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      // Not the value: some settings are keys.
      { act: { at, by, type: 'setting_changed', facts: { name } }, subject: isProved(name) ? { value } : undefined },
    ])
  },
})
