import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { type ActWriter, prepareActs } from './acts.ts'
import { prepareCodes } from './codes.ts'
import { prepareCompanies } from './companies.ts'
import { CompanyIds } from './company-ids.ts'
import { GroupCommit } from './group-commit.ts'
import { openDatabase } from './open.ts'
import type { Settings, Store, Taxpayers, Upkeep } from './port.ts'
import { prepareRecordReads } from './record-reads.ts'
import { prepareRecordWriter } from './record-writes.ts'
import { prepareSchedule } from './schedule.ts'
import { prepareTokens } from './tokens.ts'

/**
 * The store behind SQLite, for one process alone.
 * @param file the database; made where there is none
 * @throws StoreRefusal where it must not be used
 */
export function openSqliteStore(file: string): Store {
  const database = openDatabase(file)
  const commit = new GroupCommit(database)
  const ids = new CompanyIds(database)
  const acts = prepareActs(database)
  const writeRecord = prepareRecordWriter(database, ids)
  const context = { ids, addAct: acts.add }
  return {
    records: { ...prepareRecordReads(database, ids), write: (change) => commit.write(() => writeRecord(change)) },
    schedule: prepareSchedule(database, ids, commit),
    companies: prepareCompanies(database, commit, context),
    tokens: prepareTokens(database, commit, context),
    taxpayers: prepareTaxpayers(database, commit),
    settings: prepareSettings(database, commit, acts.add),
    codes: prepareCodes(database, commit),
    acts: {
      add: (act) => commit.write(() => acts.add(act)),
      list: async (afterSeq, limit) => acts.list(afterSeq, limit),
    },
    upkeep: prepareUpkeep(database, commit),
  }
}

function prepareTaxpayers(database: Database, commit: GroupCommit): Taxpayers {
  const verifiedAt = database
    .prepare<unknown[], number>(
      'SELECT verified_at FROM verified_taxpayer WHERE tin = ? AND id_type = ? AND id_number = ?',
    )
    .pluck()
  // A triple replaces whatever was verified with one of its parts: a changed part makes the rest unproven.
  const forget = database.prepare('DELETE FROM verified_taxpayer WHERE tin = ? OR (id_type = ? AND id_number = ?)')
  const insert = database.prepare(
    'INSERT INTO verified_taxpayer (tin, id_type, id_number, verified_at) VALUES (?, ?, ?, ?)',
  )
  return {
    async verifiedAt({ tin, idType, idNumber }) {
      return verifiedAt.get(tin, idType, idNumber) ?? null
    },
    verified({ tin, idType, idNumber }, at) {
      return commit.write(() => {
        forget.run(tin, idType, idNumber)
        insert.run(tin, idType, idNumber, at)
      })
    },
  }
}

function prepareSettings(database: Database, commit: GroupCommit, addAct: ActWriter): Settings {
  const get = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck()
  const set = database.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    async get(name) {
      return get.get(name) ?? null
    },
    set(name, value, by, at) {
      return commit.write(() => {
        set.run(name, value)
        // Not the value: some settings are keys.
        addAct({ at, by, type: 'setting_changed', facts: { name } })
      })
    },
  }
}

function prepareUpkeep(database: Database, commit: GroupCommit): Upkeep {
  return {
    async backup(file) {
      if (existsSync(file)) throw new Error(`${file} exists already; choose another name`)
      await database.backup(file)
    },
    async integrity() {
      const rows = database.pragma('integrity_check') as { readonly integrity_check: string }[]
      const broken = database.pragma('foreign_key_check') as { readonly table: string; readonly rowid: number }[]
      return [
        ...rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok'),
        ...broken.map(({ table, rowid }) => `${table} row ${rowid} refers to nothing`),
      ]
    },
    async close() {
      // Behind every write that was asked for before.
      await commit.write(() => undefined)
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}
