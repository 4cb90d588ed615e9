import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyAtRest } from '../../electron/gateway/store/journal/at-rest.ts'
import { filesIn, isPackedFile, pathOf } from '../../electron/gateway/store/journal/files.ts'
import { rebuildDatabase } from '../../electron/gateway/store/journal/rebuild.ts'
import { restoreDatabase } from '../../electron/gateway/store/recovery/storage-restore.ts'
import { archiveAll, dayMs, digestOf, liveOn } from '../support/closed-months.ts'
import { noon } from '../support/records.ts'
import { shopWithPast } from '../support/shop-with-past.ts'
import { happen } from '../support/stores.ts'

const shop = shopWithPast({ fullBytes: 30_000 })
const later = noon + 8 * 366 * dayMs
/** In Malaysia: the last moment in which the law asks for what is of 2026, and the next one. */
const [stillKept, noMore] = [Date.UTC(2033, 11, 31, 15, 59), Date.UTC(2033, 11, 31, 16)]

let name: string
const there = () => join(shop.archiveDir(), name)
const inTheSafe = () => join(shop.file.directory, name)
const takeAway = () => renameSync(there(), inTheSafe())
const putBack = () => renameSync(inTheSafe(), there())
const lost = () => [expect.objectContaining({ code: 'archive_lost', detail: name }) as unknown]
const listedAs = async () => (await shop.store.upkeep.archives()).map(({ isLost, isDetached }) => [isLost, isDetached])
const found = async () => (await shop.store.journal.status()).findings
const trust = () => shop.store.journal.trust({ by: 'person:Aini', at: later, reason: 'looked', seal: null })

async function foundInRounds(at: number): Promise<readonly unknown[]> {
  const findings: unknown[] = []
  for (let isOver = false; !isOver; ) {
    const proof = await shop.store.journal.proveOn(at)
    findings.push(...proof.findings)
    isOver = proof.isRoundOver
  }
  return findings
}

/** Both months, and no file of the journal yet. */
async function archiveRows(): Promise<void> {
  for (const _ of ['September', 'October'])
    for (let step = ''; step !== 'done'; ) step = await shop.store.upkeep.archiveOn(noon)
  const [first = ''] = shop.archiveFiles()
  name = first
}

/** What a person does who is not bound by any trigger. */
function change(sql: string, trigger: string): void {
  const database = new Database(shop.file.path)
  database.exec(`DROP TRIGGER ${trigger}; ${sql}`)
  database.close()
}

describe('a closed month that was taken away after seven years', () => {
  beforeEach(async () => {
    await archiveRows()
    await shop.store.upkeep.close()
    takeAway()
    shop.reopen(later)
  })

  test('is told as that, and nothing is found wrong by whoever looks', async () => {
    expect(await found()).toEqual([])
    expect(await listedAs()).toEqual([
      [false, true],
      [false, false],
    ])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71, lines: 284 })
    expect(await foundInRounds(later)).toEqual([])
    await liveOn(shop.store, 300, later)
    expect(await shop.store.journal.verify('since_proved')).toMatchObject({ findings: [], provedBefore: 284 })
    expect(await found()).toEqual([])
    await shop.store.upkeep.close()
    expect(verifyAtRest(shop.file.path, shop.journal(later))).toMatchObject({ findings: [], records: 72 })
    shop.reopen(later)
  })

  test('leaves its records in lists, and of what is asked of them nothing is found', async () => {
    const { first, store } = shop
    expect((await store.records.byGuid(first.record.saleGuid))?.record.phase).toBe('valid')
    expect(await store.records.body(first.seq, 1)).toBeNull()
    expect(await store.records.payload(digestOf(1), first.seq)).toBeNull()
    expect(await store.records.attempts(first.seq)).toEqual([])
    expect((await store.records.events(first.seq)).map(({ event }) => event.type)).toEqual(['validated'])
    expect(await found()).toEqual([])
  })

  test('keeps no other month from being archived, nor the journal from being packed', async () => {
    const { first, store } = shop
    const sale = await store.records.byGuid(first.record.saleGuid)
    if (!sale) throw new Error('the sale is not found')
    // Of the month that is away, and it has a line of a later one: that month's records reach back to it.
    await happen(store, sale, { type: 'anomaly', at: later, observed: 'Submitted' })
    const last = await liveOn(store, 301, later)
    await liveOn(store, 302, later + 70 * dayMs)
    // November of 2026 and the month of that time.
    expect(await archiveAll(store, later + 80 * dayMs)).toBe(2)
    expect(shop.rowsIn(`event WHERE record_seq = ${last.seq}`)).toBe(1)
    expect((await store.records.events(last.seq)).map(({ event }) => event.type)).toHaveLength(4)
    const { directory } = shop.journal()
    expect(filesIn(directory).filter((number) => isPackedFile(pathOf(directory, number))).length).toBeGreaterThan(3)
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 73 })
    expect(await foundInRounds(later + 80 * dayMs)).toEqual([])
  })

  test.each([
    ['chain_before', 'entry_changed', 'firstLine'],
    ['chain_after', 'line_differs', 'lastLine'],
  ] as const)('stands between two chains that are proved: another %s is found', async (column, code, place) => {
    const line = (await shop.store.upkeep.archives())[0]?.[place]
    await shop.store.upkeep.close()
    change(`UPDATE archive SET ${column} = randomblob(32) WHERE name = '${name}'`, 'archive_is_kept_u')
    shop.reopen(later)
    expect((await shop.store.journal.verify()).findings).toContainEqual(expect.objectContaining({ code, line }))
  })

  test('is proved like everything else once it is put back', async () => {
    await shop.store.upkeep.close()
    putBack()
    shop.reopen(later)
    expect(await listedAs()).toEqual([
      [false, false],
      [false, false],
    ])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    expect(await shop.store.records.payload(digestOf(1), shop.first.seq)).not.toBeNull()
  })

  test('is not missing in a backup, nor where one is put back (ST13)', async () => {
    const stick = join(shop.file.directory, 'stick')
    mkdirSync(stick)
    expect(await shop.store.upkeep.backup(join(stick, 'monday.db'))).toBe(1)
    await shop.store.upkeep.close()
    rmSync(shop.archiveDir(), { recursive: true })
    expect(restoreDatabase(join(stick, 'monday.db'), shop.file.path, stillKept)).toMatchObject({ missing: [name] })
    expect(restoreDatabase(join(stick, 'monday.db'), shop.file.path, noMore)).toMatchObject({ missing: [] })
    shop.reopen(later)
    expect(await found()).toEqual([])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })

  test('comes back with a database that is made anew from the journal (ST16)', async () => {
    await shop.store.upkeep.close()
    expect(await rebuildDatabase(shop.file.path, shop.journal(later), 'test')).toMatchObject({ brokenAt: null })
    shop.reopen(later)
    expect(await shop.store.records.payload(digestOf(1), shop.first.seq)).not.toBeNull()
    await archiveAll(shop.store, later)
    expect(shop.archiveFiles()).toContain(name)
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })

  const amiss: readonly (readonly [string, () => void])[] = [
    [
      'a record of it was changed',
      () => change(`UPDATE record SET total_payable = '9' WHERE seq = ${shop.first.seq}`, 'record_ends_for_ever'),
    ],
    ['the journal, to be written anew, lost a file', () => rmSync(pathOf(shop.journal().directory, 2))],
  ]

  test.each(amiss)('is needed to mend that %s: a person is told so, and puts it back', async (_, harm) => {
    await shop.store.upkeep.close()
    harm()
    shop.reopen(later)
    await shop.store.journal.verify()
    expect((await shop.store.journal.status()).isTrusted).toBe(false)
    expect(await trust()).toBe('history_differs')
    await shop.store.upkeep.close()
    putBack()
    shop.reopen(later)
    expect(await trust()).toBe('trusted')
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })
})

test('a month whose rows were still being taken out when its file was taken away holds up no other', async () => {
  for (let step = ''; step !== 'removed_some'; ) step = await shop.store.upkeep.archiveOn(noon)
  const [first = ''] = shop.archiveFiles()
  name = first
  await shop.store.upkeep.close()
  takeAway()
  shop.reopen(later)
  expect(await archiveAll(shop.store, later)).toBeGreaterThan(0)
  expect(await listedAs()).toContainEqual([false, true])
  expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
})

describe('a closed month is lost', () => {
  beforeEach(async () => {
    await archiveRows()
    await shop.store.upkeep.close()
  })

  test('where it is taken away a minute too early, and not a minute later', async () => {
    takeAway()
    shop.reopen(stillKept)
    expect(await found()).toEqual(lost())
    expect(await listedAs()).toEqual([
      [true, false],
      [false, false],
    ])
    expect((await shop.store.journal.verify()).findings).toEqual(lost())
    expect(await archiveAll(shop.store, stillKept)).toBe(0)
    await shop.store.upkeep.close()
    shop.reopen(noMore)
    expect(await found()).toEqual([])
    expect(await archiveAll(shop.store, noMore)).toBeGreaterThan(0)
  })

  test.each<readonly [string, () => void]>([
    ['cut', () => writeFileSync(there(), readFileSync(there()).subarray(0, 8_192))],
    ['empty', () => writeFileSync(there(), '')],
    ['another file', () => writeFileSync(there(), Buffer.alloc(readFileSync(there()).length))],
  ])('where its file is there and %s, however old it is (ST12)', async (_, damage) => {
    damage()
    shop.reopen(later)
    expect((await shop.store.journal.verify()).findings).toEqual(lost())
    expect(await listedAs()).toEqual([
      [true, false],
      [false, false],
    ])
    expect(await archiveAll(shop.store, later)).toBe(0)
  })
})
