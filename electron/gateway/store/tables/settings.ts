import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Settings } from '../port/port.ts'
import { actStep, type DataReader, type Engine, readValue, type Statement, sql, type WriteStep } from '../sql.ts'

export const selectSetting = (name: string): Statement => sql`SELECT value FROM setting WHERE name = ${name}`
export const upsertSetting = (name: string, value: string): Statement =>
  sql`INSERT INTO setting (name, value) VALUES (${name}, ${value})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`

export const readSetting = (reader: DataReader, name: string): Promise<string | null> =>
  readValue(reader, selectSetting(name))

/** The journal also proves the values of these: the authority of the documents, and pauses by a person. */
const isProved = (setting: string): boolean => setting === 'authority' || setting.startsWith('sending_paused ')

export const settingsTable = (engine: Engine): Settings => ({
  get: (name) => readSetting(engine, name),
  set: async (name, value, by, at) => void (await engine.append(settingSteps({ name, value }, by, at))),
})

export const settingSteps = (
  { name, value }: { readonly name: string; readonly value: string },
  by: string,
  at: EpochMs,
): readonly WriteStep<never>[] => [
  upsertSetting(name, value),
  // Without the value, because some settings are keys.
  actStep({ at, by, type: 'setting_changed', facts: { name } }, isProved(name) ? { value } : undefined),
]
