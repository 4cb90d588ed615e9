import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { newestVersion, steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import type { Records } from '../../electron/gateway/store/port-records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'

/** What databases held as an older Resit left them, as SQL beside the steps that made their tables: a valid document, one cancelled, a note, one that waits, one voided. */
const folder = join(import.meta.dirname, 'golden')
const versions = readdirSync(folder).map((name) => name.replace('.sql', ''))
const file = freshFile()

function lay(version: string): void {
  const database = new Database(file.path)
  for (const step of steps) if (step.version <= Number(version)) database.exec(step.sql)
  database.pragma('foreign_keys = OFF')
  database.exec(readFileSync(join(folder, `${version}.sql`), 'utf8'))
  database.pragma('application_id = 0x52534954')
  database.pragma(`user_version = ${Number(version)}`)
  database.pragma('journal_mode = WAL')
  database.close()
}

const phaseOf = async (records: Records, saleCode: string, kind: 'invoice' | 'credit_note' = 'invoice') => {
  const key = { companyCode: 'DEMO', outletName: 'KLCC', terminalName: 'T1', shiftCode: 'A', saleCode }
  const { live, latestVoided } = await records.byKey('sale', kind, key)
  return (live ?? latestVoided)?.record.phase
}

describe.each(versions)('a database of schema %s', (version) => {
  test('is brought up to date with all that is in it, proves itself, and what waited still waits (ST17)', async () => {
    lay(version)
    const store = openSqliteStore(file.path)
    try {
      expect(await store.journal.verify()).toMatchObject({ findings: [], records: 5, bodies: 5 })
      expect((await store.journal.standing()).isTrusted).toBe(true)
      const phases = [
        await phaseOf(store.records, 'valid'),
        await phaseOf(store.records, 'cancelled'),
        await phaseOf(store.records, 'note', 'credit_note'),
        await phaseOf(store.records, 'pending'),
        await phaseOf(store.records, 'voided'),
      ]
      expect(phases).toEqual(['valid', 'cancelled', 'valid', 'queued', 'voided'])
      const [company] = await store.companies.list()
      const due = await store.schedule.due('send', company?.profile.companyGuid ?? '', Number.MAX_SAFE_INTEGER, 10)
      expect(due.map(({ record }) => record.saleCode)).toEqual(['pending'])
    } finally {
      await store.upkeep.close()
    }
  })
})

describe('a database of a schema that was never released', () => {
  const made = (version: number, change: string) => {
    const database = new Database(file.path)
    for (const step of steps) if (step.version <= version) database.exec(step.sql)
    database.exec(change)
    database.pragma('journal_mode = WAL')
    database.pragma('application_id = 0x52534954')
    database.pragma(`user_version = ${version}`)
    database.close()
  }

  test.each([
    [20, 'DROP TABLE token'],
    [100, 'DROP TABLE consolidation_run'],
    [100, 'ALTER TABLE record ADD COLUMN forgotten TEXT'],
    [40, ''],
  ])('(%i, %s) is refused in a sentence and stays as it is (ST16)', (version, change) => {
    made(version, change)
    const before = readFileSync(file.path)
    expect(() => openDatabase(file.path)).toThrow(/never released .* begin with an empty one/)
    expect(readFileSync(file.path).equals(before)).toBe(true)
  })

  test('has a golden one beside it for the first and the newest that counts', () => {
    expect(versions).toContain('0050')
    expect(newestVersion).toBeGreaterThanOrEqual(Number(versions.at(-1)))
  })
})
