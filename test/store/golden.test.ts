import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rebuildDatabase } from '../../electron/gateway/store/journal/rebuild.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import type { Records } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { listQuery } from '../support/list-query.ts'
import { firstVersion, olderDatabase } from '../support/older-database.ts'
import { noon } from '../support/records.ts'
import { aCompany, insertion, keep, keptBody } from '../support/stores.ts'

/** What databases held as an older Resit left them, as SQL beside the steps that made their tables: a valid document, one cancelled, a note, one that waits, one voided. */
const folder = join(import.meta.dirname, 'golden')
const versions = readdirSync(folder).map((name) => name.replace('.sql', ''))
const file = freshFile()

function lay(version: string): void {
  const database = olderDatabase(file.path, Number(version))
  database.exec(readFileSync(join(folder, `${version}.sql`), 'utf8'))
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
      expect((await store.journal.status()).isTrusted).toBe(true)
      expect(await store.records.needingPerson(null)).toBe(0)
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

describe.each(versions)('the journal of a database of schema %s', (version) => {
  test('makes it anew, what an older Resit wrote and what came since, and proves itself (ST17)', async () => {
    lay(version)
    const body = Buffer.from('{"SALE_CODE":"since"}')
    const store = openSqliteStore(file.path)
    const [company] = await store.companies.list()
    const { companyGuid } = company?.profile ?? aCompany().profile
    await keep(store, insertion(1, { companyGuid, saleCode: 'since' }, { body }))
    await store.upkeep.close()
    const bodies = await bodiesIn(file.path)
    expect(bodies.get('since')).toEqual(body.toString())
    expect([...bodies.values()].every((text) => text.startsWith('{'))).toBe(true)

    const options = { directory: join(file.directory, 'journal'), seal: 'none', now: noon } as const
    await rebuildDatabase(file.path, options, 'test')
    expect(await bodiesIn(file.path)).toEqual(bodies)
    const anew = openSqliteStore(file.path)
    expect(await anew.journal.verify()).toMatchObject({ findings: [], records: 6, bodies: 6 })
    await anew.upkeep.close()
  })
})

/** What tills sent, by its sale code. */
async function bodiesIn(path: string): Promise<ReadonlyMap<string, string>> {
  const store = openSqliteStore(path)
  try {
    const all = await store.records.list(listQuery({ limit: 100 }))
    const texts = all.map(
      async (each) => [each.record.saleCode, (await keptBody(store, each, each.record.revision)).toString()] as const,
    )
    return new Map(await Promise.all(texts))
  } finally {
    await store.upkeep.close()
  }
}

describe('a database of a schema that was never released', () => {
  const made = (version: number, change: string) => {
    const database = olderDatabase(file.path, version)
    database.exec(change)
    database.pragma('journal_mode = WAL')
    database.close()
  }

  test.each([
    [310, 'DROP TABLE consolidation_run'],
    [310, 'ALTER TABLE record ADD COLUMN forgotten TEXT'],
    [300, ''],
    [20, ''],
  ])('(%i, %s) is refused in a sentence and stays as it is (ST16)', (version, change) => {
    made(version, change)
    const before = readFileSync(file.path)
    expect(() => openDatabase(file.path)).toThrow(/never released .* begin with an empty one/)
    expect(readFileSync(file.path).equals(before)).toBe(true)
  })

  test('has a golden one beside it for the first that counts', () => {
    expect(Number(versions[0])).toBe(firstVersion)
  })
})
