import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Journal } from '../../../electron/gateway/store/port/journal.ts'
import { restoreFromBackup } from '../../../electron/gateway/store/recovery/storage-restore.ts'
import { journalFinding, rollbackFinding } from '../../../shared/domain/journal-finding.ts'
import { noon } from '../../support/records.ts'
import { insertion, keep } from '../../support/stores.ts'
import { guid, keptShop } from './kept-shop.ts'
import { codesOf, copyAll, tamper } from './kept-store.ts'

const { opened, closeAll, here, there } = keptShop()

const person = { by: 'person:Aini', at: noon, reason: 'seen' }

test('an older backup that a person restored is no surprise, until they go on; an older database without that is', async () => {
  await closeAll()
  copyAll(here(), there())
  const store = opened(here())
  expect(await store.journal.receivedAfter(noon)).toBe(0)
  await keep(store, { ...insertion(50), event: { ...insertion(50).event, at: noon + 1 } })
  expect(await store.journal.receivedAfter(noon)).toBe(1)
  await closeAll()
  restoreFromBackup(join(there(), 'resit.db'), join(here(), 'resit.db'), noon)
  const codesFound = async (journal: Journal) => {
    await journal.found([rollbackFinding(9)])
    return codesOf({ findings: (await journal.status()).findings })
  }
  expect(await codesFound(opened(here()).journal)).toEqual(['backup_restored'])
  await closeAll()
  const { journal } = opened(here())
  expect(await codesFound(journal)).toEqual(['backup_restored'])
  expect((await journal.status()).findings[0]?.detail).toBe(new Date(noon).toISOString())
  expect(await journal.trust(person)).toBe('trusted')
  expect(await codesFound(journal)).toEqual(['rolled_back'])
})

describe('a person who vouches', () => {
  test('makes no damaged body readable: it stays said', async () => {
    copyAll(here(), there())
    tamper(there(), "UPDATE event SET body = x'00' WHERE body IS NOT NULL AND record_seq = 3")
    const store = opened(there())
    await store.journal.found([journalFinding('rolled_back')])
    expect((await store.journal.verify()).findings.map(({ code }) => code)).toContain('body_damaged')
    expect((await store.journal.status()).isTrusted).toBe(false)
    expect(await store.journal.trust(person)).toBe('trusted')
    const stays = { isTrusted: true, findings: [{ code: 'body_damaged', record: 3 }] }
    expect(await store.journal.status()).toMatchObject(stays)
    expect((await store.acts.list(0, 100)).at(-1)?.facts['findings']).not.toContain('body_damaged')
  })

  test('vouches for what was found, and what is unsent is looked up first', async () => {
    copyAll(here(), there())
    const store = opened(there())
    await store.journal.found([journalFinding('head_missing')])
    expect(await store.journal.trust(person)).toBe('trusted')
    expect((await store.records.byGuid(guid(4)))?.record.phase).toBe('unknown')
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
    expect(await store.journal.trust(person)).toBe('nothing_found')
  })

  test.each([
    ["UPDATE record SET total_payable = '912.72' WHERE seq = 4", 'row_damaged'],
    ["UPDATE event SET body = x'03A3A6BF437B7D' WHERE seq = 7", 'entry_changed'],
  ])('cannot vouch for what is not what was written: %s', async (change, code) => {
    copyAll(here(), there())
    tamper(there(), change)
    const store = opened(there())
    expect(await store.journal.trust(person)).toBe('history_differs')
    expect(codesOf({ findings: (await store.journal.status()).findings })).toContain(code)
  })

  test('cannot vouch for a row that nothing tells of', async () => {
    copyAll(here(), there())
    tamper(
      there(),
      `CREATE TEMP TABLE other AS SELECT * FROM record WHERE seq = 4;
       UPDATE other SET seq = 900, sale_guid = 'aaaaaaaa-0000-4000-8000-000000000900', sale_code = 'X-900', document_number = 'X-900';
       INSERT INTO record SELECT * FROM other`,
    )
    const store = opened(there())
    expect(await store.journal.trust(person)).toBe('history_differs')
    expect((await store.journal.status()).isTrusted).toBe(false)
  })
})
