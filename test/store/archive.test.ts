import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyAtRest } from '../../electron/gateway/store/journal/at-rest.ts'
import { rebuildDatabase } from '../../electron/gateway/store/journal/rebuild.ts'
import { restoreDatabase } from '../../electron/gateway/store/recovery/storage-restore.ts'
import { closedMonthsContract } from '../contract/closed-months.ts'
import { archiveAll } from '../support/closed-months.ts'
import { noon } from '../support/records.ts'
import { shopWithPast } from '../support/shop-with-past.ts'

const shop = shopWithPast()

closedMonthsContract(shop)

describe('a closed month in a file of its own', () => {
  test('has its month and its last chain for a name', async () => {
    await archiveAll(shop.store)
    expect(shop.archiveFiles()).toEqual([
      expect.stringMatching(/^2026-09-[0-9a-f]{8}\.archive$/),
      expect.stringMatching(/^2026-10-[0-9a-f]{8}\.archive$/),
    ])
  })

  test('is proved as a whole, since and gradually, by a gateway that runs, one that starts and at rest', async () => {
    await archiveAll(shop.store)
    for (let isRoundOver = false; !isRoundOver; ) {
      const proof = await shop.store.journal.proveOn(noon)
      expect(proof.findings).toEqual([])
      isRoundOver = proof.isRoundOver
    }
    expect(await shop.store.journal.verify('since_proved')).toMatchObject({ findings: [] })
    await shop.store.upkeep.close()
    expect(verifyAtRest(shop.file.path, shop.journal())).toMatchObject({ findings: [], records: 71 })
    shop.reopen()
    expect(await shop.store.journal.status()).toMatchObject({
      isTrusted: true,
      findings: [],
      replayed: 0,
      appended: 0,
    })
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })

  test('is what a journal that was lost is written anew from, once a person has looked (ST12)', async () => {
    const before = await shop.all()
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    rmSync(join(shop.journal().directory, 'journal-000001.log'))
    shop.reopen()
    expect((await shop.store.journal.status()).isTrusted).toBe(false)
    const trust = { by: 'person:Aini', at: noon, reason: 'an antivirus program took it', seal: null }
    expect(await shop.store.journal.trust(trust)).toBe('trusted')
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    expect((await shop.all()).seen.slice(0, 60)).toEqual(before.seen.slice(0, 60))
    await shop.store.upkeep.close()
    await rebuildDatabase(shop.file.path, shop.journal(), 'test')
    shop.reopen()
    expect((await shop.all()).seen[0]).toEqual(before.seen[0])
  })

  test('keeps a file that somebody else put there under its name', async () => {
    await shop.store.upkeep.backup(join(shop.file.directory, 'before.db'))
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    const [first = ''] = shop.archiveFiles()
    writeFileSync(join(shop.archiveDir(), first), 'not an archive')
    restoreDatabase(join(shop.file.directory, 'before.db'), shop.file.path, noon)
    shop.reopen()
    expect(await archiveAll(shop.store)).toBe(2)
    expect(shop.archiveFiles().filter((name) => name.startsWith(first))).toEqual([
      first,
      expect.stringContaining('set-aside'),
    ])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('leaves a journal that makes the database anew, with every sale (ST16)', async () => {
    const before = await shop.all()
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    await rebuildDatabase(shop.file.path, shop.journal(), 'test')
    shop.reopen()
    const seen = await shop.all()
    expect(seen.list.map(({ record }) => record.saleGuid)).toEqual(before.list.map(({ record }) => record.saleGuid))
    expect(seen.seen[0]).toEqual(before.seen[0])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
    // The same lines as before: the files that are there hold them.
    const names = shop.archiveFiles()
    expect(await archiveAll(shop.store)).toBe(2)
    expect(shop.archiveFiles()).toEqual(names)
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })
})

describe('copies of a database with closed months', () => {
  test('have the files beside them once, and bring them back where they are gone (ST13)', async () => {
    const stick = join(shop.file.directory, 'stick')
    mkdirSync(stick)
    await archiveAll(shop.store)
    const before = await shop.all()
    expect(await shop.store.upkeep.backup(join(stick, 'monday.db'))).toBe(2)
    const copied = shop.archiveFiles().map((name) => statSync(join(stick, 'archive', name)).mtimeMs)
    // Those that were there already belong to it, too.
    expect(await shop.store.upkeep.backup(join(stick, 'tuesday.db'))).toBe(2)
    expect(shop.archiveFiles().map((name) => statSync(join(stick, 'archive', name)).mtimeMs)).toEqual(copied)
    await shop.store.upkeep.close()
    const [first = ''] = shop.archiveFiles()
    rmSync(shop.archiveDir(), { recursive: true })
    expect(restoreDatabase(join(stick, 'tuesday.db'), shop.file.path, noon)).toMatchObject({ missing: [] })
    shop.reopen()
    // The sale that waits is looked up first, as after any backup.
    expect((await shop.all()).seen.slice(0, 60)).toEqual(before.seen.slice(0, 60))
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
    await shop.store.upkeep.close()
    rmSync(join(stick, 'archive', first))
    rmSync(shop.archiveDir(), { recursive: true })
    expect(restoreDatabase(join(stick, 'monday.db'), shop.file.path, noon)).toMatchObject({ missing: [first] })
    shop.reopen()
    expect((await shop.store.journal.status()).findings).toMatchObject([{ code: 'archive_lost', detail: first }])
  })
})
