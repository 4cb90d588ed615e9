import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyAtRest } from '../../electron/gateway/store/journal/at-rest.ts'
import { rebuildDatabase } from '../../electron/gateway/store/journal/rebuild.ts'
import { restoreDatabase } from '../../electron/gateway/store/recovery/storage-restore.ts'
import { archiveAll, dayMs, documentOf, liveOn, longAgo } from '../support/closed-months.ts'
import { eventOf, noon } from '../support/records.ts'
import { shopWithPast } from '../support/shop-with-past.ts'
import { happen, insertion, keep } from '../support/stores.ts'

const shop = shopWithPast()

describe('a closed month in a file of its own', () => {
  test('says of every sale what the database said, and most rows are gone (RD4)', async () => {
    const before = await shop.all()
    expect(shop.rowsIn('event')).toBe(281)
    expect(await archiveAll(shop.store)).toBe(2)
    expect(shop.archiveFiles()).toEqual([
      expect.stringMatching(/^2026-09-[0-9a-f]{8}\.archive$/),
      expect.stringMatching(/^2026-10-[0-9a-f]{8}\.archive$/),
    ])
    const after = await shop.all()
    expect(after.seen).toEqual(before.seen)
    expect(after.list).toEqual(before.list)
    expect(after.last).toBe(before.last)
    expect(after.changed).toEqual(before.changed)
    // Of each archived sale its last event; the one that waits is whole, and so is this month.
    expect(shop.rowsIn('event')).toBe(60 + 1 + 40)
    expect(shop.rowsIn('attempt')).toBe(10)
    expect(shop.rowsIn('attempt_outcome')).toBe(10)
    expect(shop.rowsIn('payload')).toBe(10)
    expect(shop.rowsIn('record')).toBe(71)
    expect(after.seen[0]?.payload).toBe(documentOf(1).toString())
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71, lines: 284 })
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
    expect(await shop.store.journal.standing()).toMatchObject({
      isTrusted: true,
      findings: [],
      replayed: 0,
      appended: 0,
    })
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })

  test('lets what happens later to an old sale follow, and archives it with its month', async () => {
    await archiveAll(shop.store)
    const { first } = shop
    const sale = await shop.store.records.byGuid(first.record.saleGuid)
    if (!sale) throw new Error('the sale is not found')
    await happen(shop.store, sale, { type: 'anomaly', at: noon, observed: 'Submitted' })
    const types = async () => (await shop.store.records.events(sale.seq)).map(({ event }) => event.type)
    expect(await types()).toEqual(['received', 'claimed', 'taken', 'validated', 'anomaly'])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
    await liveOn(shop.store, 200, noon + 40 * dayMs)
    await liveOn(shop.store, 201, noon + 70 * dayMs)
    expect(await archiveAll(shop.store, noon + 80 * dayMs)).toBe(2)
    expect(await types()).toEqual(['received', 'claimed', 'taken', 'validated', 'anomaly'])
    expect(await shop.store.records.attempts(sale.seq)).toHaveLength(1)
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('gives the body of a receipt that waits again, its document being valid no more', async () => {
    const receipt = await keep(shop.store, insertion(500, { consolidated: true }, { at: noon }))
    const document = insertion(501, { shiftCode: 'CONSOLIDATED', terminalName: 'C' }, { at: noon })
    const into = (await keep(shop.store, document)).record.saleGuid
    const covered = await happen(shop.store, receipt, { ...eventOf.consolidated, into }, eventOf.covered)
    await liveOn(shop.store, 502, noon + 60 * dayMs)
    await archiveAll(shop.store, noon + 70 * dayMs)
    await happen(shop.store, covered, { ...eventOf.uncovered, from: into })
    const { companyGuid, family, outletName, terminalName } = receipt.record
    const till = { companyGuid, family, outletName, terminalName, issuedBefore: noon + dayMs }
    const waiting = await shop.store.consolidations.receipts(till, null, 10)
    expect(waiting.map(({ body }) => Buffer.from(body ?? []).toString())).toEqual(['{"SALE_CODE":"0500"}'])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('is not made of a month that is not over, nor while anything was found', async () => {
    expect(await archiveAll(shop.store, longAgo + 5 * dayMs)).toBe(0)
    await shop.store.journal.found([{ code: 'row_damaged', line: null, record: 1, detail: null }])
    expect(await archiveAll(shop.store)).toBe(0)
  })

  test('is what a journal that was lost is written anew from, once a person has looked (ST12)', async () => {
    const before = await shop.all()
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    rmSync(join(shop.journal().directory, 'journal-000001.log'))
    shop.reopen()
    expect((await shop.store.journal.standing()).isTrusted).toBe(false)
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
    expect((await shop.store.journal.standing()).findings).toMatchObject([{ code: 'archive_lost', detail: first }])
  })
})
