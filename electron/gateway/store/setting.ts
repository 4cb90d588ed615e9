import type { Database } from 'better-sqlite3'
import { selectSetting, upsertSetting } from './tables/settings.ts'

/** Named values of the database: what people set, and what the gateway has to remember. */
export function makeSettingStore(database: Database) {
  const get = database.prepare<[string], string>(selectSetting('').text).pluck()
  const set = database.prepare<[string, string]>(upsertSetting('', '').text)
  return {
    get: (name: string): string | undefined => get.get(name),
    set: (name: string, value: string): void => void set.run(name, value),
  }
}
