import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreDatabase } from '../../electron/gateway/store/recovery/storage-restore.ts'
import { freshFile } from '../support/database-file.ts'
import { noon } from '../support/records.ts'
import { insertion, keep } from '../support/stores.ts'
import { fillShop, openKept } from './journal/kept-store.ts'

const file = freshFile()

test('a backup put back beside an intact journal leaves receipts that wait for consolidation pending: they were never claimed (ST13)', async () => {
  const here = join(file.directory, 'here')
  mkdirSync(here)
  const store = openKept(here)
  await fillShop(store)
  const before = await keep(store, insertion(20, { consolidated: true }))
  await store.upkeep.backup(join(here, 'copy.db'))
  const after = await keep(store, insertion(21, { consolidated: true }))
  await store.upkeep.close()
  restoreDatabase(join(here, 'copy.db'), join(here, 'resit.db'), noon + 1_000)
  const again = openKept(here, { now: noon + 2_000 })
  try {
    expect(await again.journal.status()).toMatchObject({ isTrusted: true, replayed: 1 })
    for (const { record } of [before, after])
      expect((await again.records.byGuid(record.saleGuid))?.record.phase).toBe('queued')
    expect((await again.acts.list(0, 100)).map(({ type }) => type)).toContain('database_restored')
  } finally {
    await again.upkeep.close()
  }
})
