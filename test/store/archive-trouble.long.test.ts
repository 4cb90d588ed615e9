import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { dyingAt } from '../support/checkpoints.ts'
import { archiveAll, digestOf, liveOn } from '../support/closed-months.ts'
import { archivedReceipt } from '../support/receipt-waits-again.ts'
import { noon } from '../support/records.ts'
import { shopWithPast } from '../support/shop-with-past.ts'

const shop = shopWithPast()

describe('a gateway that is killed while a month is archived', () => {
  test.each([
    'archive_written',
    'archive_named',
    'archive_kept',
    'archive_removing',
    'archive_removing:2',
    'archive_removed',
    'archive_removed:6',
    'archive_kept:2',
  ])('at %s has every sale in the database or in the file, and ends it the next time (ST1)', async (place) => {
    const before = await shop.all()
    await shop.store.upkeep.close()
    const script = fileURLToPath(new URL('archiving.ts', import.meta.url))
    const env = { ...process.env, ...dyingAt(place) }
    const died = spawnSync(process.execPath, [script, shop.file.path, shop.journal().directory], {
      env,
      encoding: 'utf8',
    })
    expect(died.signal, died.stderr).toBe('SIGKILL')
    shop.reopen()
    expect((await shop.all()).seen).toEqual(before.seen)
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    await archiveAll(shop.store)
    expect(shop.rowsIn('event')).toBe(60 + 1 + 40)
    expect(shop.archiveFiles().filter((name) => name.endsWith('.part'))).toEqual([])
    expect((await shop.all()).seen).toEqual(before.seen)
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })
})

describe('a file of a closed month that is', () => {
  beforeEach(async () => {
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
  })

  const changed: readonly (readonly [string, (path: string) => void])[] = [
    ['gone', (path) => rmSync(path)],
    ['gone with its whole folder', (path) => rmSync(dirname(path), { recursive: true })],
    ['cut', (path) => writeFileSync(path, readFileSync(path).subarray(0, 8_192))],
    ['that of another month', (path) => renameSync(path.replace(/2026-09.*/, shop.archiveFiles()[1] ?? ''), path)],
    [
      'changed in a block',
      (path) => {
        const database = new Database(path)
        const bytes = database.prepare<[], Buffer>('SELECT bytes FROM block').pluck().get() ?? Buffer.alloc(0)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
        database.prepare('UPDATE block SET bytes = ?').run(bytes)
        database.close()
      },
    ],
  ]

  test.each(changed)('%s is told by its name, and everything else goes on (ST12)', async (_, change) => {
    const [name = ''] = shop.archiveFiles()
    change(join(shop.archiveDir(), name))
    shop.reopen()
    const lost = [expect.objectContaining({ code: 'archive_lost', detail: name }) as unknown]
    const { findings } = await shop.store.journal.verify()
    expect(findings.filter(({ detail }) => detail === name)).toEqual(lost)
    expect(findings.every(({ code }) => code === 'archive_lost')).toBe(true)
    expect((await shop.store.journal.status()).isTrusted).toBe(true)
    const { first } = shop
    expect(await shop.store.records.body(first.seq, 1)).toBeNull()
    expect(await shop.store.records.payload(digestOf(1), first.seq)).toBeNull()
    expect((await shop.store.records.events(first.seq)).map(({ event }) => event.type)).toEqual(['validated'])
    await liveOn(shop.store, 300, noon)
    for (let isRoundOver = false; !isRoundOver; ) {
      const proof = await shop.store.journal.proveOn(noon)
      expect(proof.findings.every(({ code }) => code === 'archive_lost')).toBe(true)
      isRoundOver = proof.isRoundOver
    }
    expect((await shop.store.journal.status()).isTrusted).toBe(true)
    expect((await shop.store.upkeep.archives()).map(({ name: of, isLost }) => [of, isLost])).toContainEqual([
      name,
      true,
    ])
  })

  test('put back is right again after a start', async () => {
    const [name = ''] = shop.archiveFiles()
    renameSync(join(shop.archiveDir(), name), join(shop.file.directory, name))
    shop.reopen()
    expect((await shop.store.journal.status()).findings).toMatchObject([{ code: 'archive_lost' }])
    await shop.store.upkeep.close()
    renameSync(join(shop.file.directory, name), join(shop.archiveDir(), name))
    shop.reopen()
    expect((await shop.store.journal.status()).findings).toEqual([])
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('gone, of a receipt that waits again, is told alone: the receipt is not damaged, and everything goes out', async () => {
    let store = shop.reopen()
    const waitsAgain = await archivedReceipt(store)
    await store.upkeep.close()
    for (const name of shop.archiveFiles().filter((each) => each.startsWith('2026-11')))
      rmSync(join(shop.archiveDir(), name))
    store = shop.reopen()
    expect(await waitsAgain(store)).toMatchObject({
      receipts: [{ body: null }],
      found: ['archive_lost'],
      isTrusted: true,
    })
  })

  test('whole, with a last event in the database that somebody changed, shows it', async () => {
    const database = new Database(shop.file.path)
    database.exec('DROP TRIGGER event_is_append_only_u')
    database.prepare("UPDATE event SET facts = json_set(facts, '$.longId', 'OTHER') WHERE seq = 4").run()
    database.close()
    shop.reopen()
    expect((await shop.store.journal.verify()).findings).toMatchObject([{ code: 'entry_changed', line: 5 }, {}])
  })
})

test('a start sees of each file that it is there and how large; what it holds is looked at soon after, a file at a time (ST12)', async () => {
  await archiveAll(shop.store)
  for (let isOver = false; !isOver; ) isOver = (await shop.store.journal.proveOn(noon)).isRoundOver
  await shop.store.upkeep.close()
  const [whole = '', foreign = ''] = shop.archiveFiles()
  const path = join(shop.archiveDir(), foreign)
  const bytes = readFileSync(path)
  // As large as before, and nothing of it is ours.
  writeFileSync(path, Buffer.alloc(bytes.length))
  shop.reopen()
  expect((await shop.store.journal.status()).findings).toEqual([])
  const told: (readonly (string | null)[])[] = []
  for (let isOver = false; !isOver; ) {
    const { findings, isRoundOver } = await shop.store.journal.proveOn(noon)
    told.push(findings.map(({ detail }) => detail))
    isOver = isRoundOver
  }
  // Although all the rest was proved a moment ago and rests for a day.
  expect(told).toEqual([[], [foreign], []])
  expect((await shop.store.journal.status()).findings).toMatchObject([{ code: 'archive_lost', detail: foreign }])
  await shop.store.upkeep.close()
  writeFileSync(path, bytes.subarray(0, -1))
  shop.reopen()
  expect((await shop.store.journal.status()).findings).toMatchObject([{ code: 'archive_lost', detail: foreign }])
  expect((await shop.store.upkeep.archives()).map(({ name, isLost }) => [name, isLost])).toEqual([
    [whole, false],
    [foreign, true],
  ])
})
