import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { finding } from '../../../shared/domain/journal-finding.ts'
import { type ActWriter, prepareActList } from './acts.ts'
import { backUp } from './backup.ts'
import { prepareCodes } from './codes.ts'
import { prepareCompanies } from './companies.ts'
import { CompanyIds } from './company-ids.ts'
import { prepareConsolidations } from './consolidation.ts'
import { damagesInUse, removeCheckedCopy } from './copy-check.ts'
import { isDamage } from './damage.ts'
import { prepareDrafts } from './drafts.ts'
import { prepareFigures } from './figures.ts'
import { GroupCommit } from './group-commit.ts'
import { prepareJournal } from './journal/area.ts'
import type { Journal, JournalOptions } from './journal/journal.ts'
import { onlyTrusted, openJournal, readJournal, withoutJournal } from './journal/open.ts'
import { refuseWithoutDatabase } from './journal/start.ts'
import { openDatabase, refusalOfDamage } from './open.ts'
import { preparePeople } from './people.ts'
import type { Settings, Store, Taxpayers, Upkeep } from './port.ts'
import { prepareReconciliations } from './reconciliations.ts'
import { prepareRecordReads } from './record-reads.ts'
import { prepareSchedule } from './schedule.ts'
import { prepareShifts } from './shifts.ts'
import { prepareStored } from './stored.ts'
import { prepareTokens } from './tokens.ts'
import { prepareWebhooks } from './webhooks.ts'

/**
 * The store behind SQLite, for one process alone.
 * @param file the database; made where there is none
 * @param journal null leaves it alone, for whoever only reads
 * @throws StoreRefusal where it must not be used
 */
export function openSqliteStore(file: string, journal: JournalOptions | null = unsealedBeside(file)): Store {
  if (journal) refuseWithoutDatabase(file, journal.directory)
  const database = openDatabase(file)
  try {
    removeCheckedCopy(file)
    return storeOver(database, journal)
  } catch (cause) {
    database.close()
    throw isDamage(cause) ? refusalOfDamage(file, cause) : cause
  }
}

/** A journal beside its database that nobody seals: for whoever keeps no secrets. */
const unsealedBeside = (file: string): JournalOptions => ({
  directory: join(dirname(file), 'journal'),
  seal: 'none',
  now: 0,
})

/**
 * The store over a database that is open already; it closes it.
 * @param options null where it is only read
 * @throws StoreRefusal where the database knows nothing of what its journal tells
 */
export function storeOver(database: Database, options: JournalOptions | null = null): Store {
  const ids = new CompanyIds(database)
  const opened = options && openJournal(database, ids, options)
  const { addAct, writeRecord } = opened ?? withoutJournal(database, ids)
  const commit = new GroupCommit(database, opened?.journal)
  const damaged = (record: number) => opened?.journal.found([finding('row_damaged', { record })])
  const stored = prepareStored(database, ids, damaged)
  const context = { ids, addAct, stored }
  const schedule = prepareSchedule(database, commit, context)
  const acts = prepareActList(database)
  return {
    records: {
      ...prepareRecordReads(database, ids, stored),
      write: (change) => commit.write(() => writeRecord(change)),
    },
    schedule: opened ? onlyTrusted(schedule, opened.journal) : schedule,
    consolidations: prepareConsolidations(database, { ids, commit, writeRecord, damaged }),
    companies: prepareCompanies(database, commit, context),
    tokens: prepareTokens(database, commit, context),
    people: preparePeople(database, commit, addAct),
    drafts: prepareDrafts(database, commit),
    taxpayers: prepareTaxpayers(database, commit),
    settings: prepareSettings(database, commit, addAct),
    codes: prepareCodes(database, commit),
    acts: {
      add: (act) => commit.write(() => addAct(act)),
      list: async (afterSeq, limit) => acts.list(afterSeq, limit),
      latest: async (beforeSeq, limit) => acts.latest(beforeSeq, limit),
    },
    shifts: prepareShifts(database, commit, context),
    figures: prepareFigures(database, commit, ids),
    reconciliations: prepareReconciliations(database, commit, ids),
    webhooks: prepareWebhooks(database, commit, context),
    upkeep: prepareUpkeep(database, commit, opened?.journal ?? null),
    journal: opened
      ? prepareJournal(opened.journal, commit, { ...opened.parts, seal: options.seal })
      : readJournal(database),
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

function prepareUpkeep(database: Database, commit: GroupCommit, journal: Journal | null): Upkeep {
  return {
    backup: (file) => backUp(database, file),
    async bytes() {
      return (
        Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true }))
      )
    },
    async integrity() {
      const damages = await damagesInUse(database)
      // Whoever found it: nothing goes out of a damaged database.
      journal?.found(damages.map((detail) => finding('database_damaged', { detail })))
      return damages
    },
    async close() {
      try {
        // Behind every write that was asked for before.
        await commit.write(() => undefined)
        await journal?.close()
        database.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        // What cannot be written any more is let go all the same: it is opened anew.
        database.close()
      }
    },
  }
}
