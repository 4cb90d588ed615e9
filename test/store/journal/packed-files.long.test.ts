import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { filesIn as dataDirOf } from '../../../electron/gateway/installation/data-dir.ts'
import { keptLines } from '../../../electron/gateway/installation/journal-at-rest.ts'
import { verifyAtRest } from '../../../electron/gateway/store/journal/at-rest.ts'
import { beginnings, filesIn, firstPlace, isPackedFile, pathOf } from '../../../electron/gateway/store/journal/files.ts'
import { rebuildDatabase } from '../../../electron/gateway/store/journal/rebuild.ts'
import { walk } from '../../../electron/gateway/store/journal/walk.ts'
import { dyingAt } from '../../support/checkpoints.ts'
import { archiveAll, dayMs, liveOn } from '../../support/closed-months.ts'
import { noon } from '../../support/records.ts'
import { shopWithPast } from '../../support/shop-with-past.ts'
import { insertion, keep } from '../../support/stores.ts'

/** Five files of the journal and more: the first ones with nothing but closed months. */
const shop = shopWithPast({ fullBytes: 30_000 })
const directory = () => shop.journal().directory
const path = (number: number) => pathOf(directory(), number)
const packedFiles = () => filesIn(directory()).filter((number) => isPackedFile(path(number)))
const parts = () => readdirSync(directory()).filter((name) => name.endsWith('.part'))
const sizeOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + statSync(path(each)).size, 0)
const linesNow = () =>
  [...walk(directory(), firstPlace)].map(({ frame, place }) => [place.line, frame.head, frame.rest])
/** Both months, and no file of the journal yet. */
async function archiveRows(): Promise<void> {
  for (const _ of ['September', 'October'])
    for (let step = ''; step !== 'done'; ) step = await shop.store.upkeep.archiveOn(noon)
}
const trust = { by: 'person:Aini', at: noon, reason: 'an antivirus program took it', seal: null }

describe('files of the journal with nothing but closed months', () => {
  test('are packed once the archives have them, and say line by line what they said (ST16)', async () => {
    const [before, said] = [await shop.all(), linesNow()]
    const sizes = new Map(filesIn(directory()).map((number) => [number, sizeOf([number])]))
    await archiveAll(shop.store)
    const packed = packedFiles()
    expect(packed.length).toBeGreaterThanOrEqual(3)
    expect(packed).toEqual(packed.map((_, at) => at + 1))
    expect(filesIn(directory()).length).toBeGreaterThan(packed.length)
    expect(sizeOf(packed)).toBeLessThan(packed.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 0) / 3)
    // Two acts came since: what was archived is a line too.
    expect(linesNow().slice(0, said.length)).toEqual(said)
    expect(await archiveAll(shop.store)).toBe(0)
    expect((await shop.all()).seen).toEqual(before.seen)
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71, lines: 284 })
    const dataDir = { ...dataDirOf(shop.file.directory), journal: directory() }
    expect([...keptLines({ dataDir, journalDir: null })].map(({ line, head }) => [line, head])).toEqual(
      linesNow().map(([line, head]) => [line, head]),
    )
  })

  test('are proved by a gateway that runs, one that starts, at rest, and from where it was proved before', async () => {
    const round = async () => {
      for (let isOver = false; !isOver; ) {
        const proof = await shop.store.journal.proveOn(noon)
        expect(proof.findings).toEqual([])
        isOver = proof.isRoundOver
      }
    }
    for (let steps = 0; steps < 2; steps += 1) await shop.store.journal.proveOn(noon)
    await archiveAll(shop.store)
    expect(packedFiles()).not.toEqual([])
    await round()
    expect(await shop.store.journal.verify('since_proved')).toMatchObject({ findings: [], provedBefore: 284 })
    await shop.store.upkeep.close()
    expect(verifyAtRest(shop.file.path, shop.journal())).toMatchObject({ findings: [], records: 71 })
    shop.reopen()
    expect(await shop.store.journal.status()).toMatchObject({ isTrusted: true, findings: [], replayed: 0 })
    await round()
  })

  test('make the database anew, with every sale (ST16)', async () => {
    const before = await shop.all()
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    expect(await rebuildDatabase(shop.file.path, shop.journal(), 'test')).toMatchObject({ brokenAt: null })
    shop.reopen()
    expect((await shop.all()).seen.slice(0, 60)).toEqual(before.seen.slice(0, 60))
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('are read on by whoever was reading one when it was packed, from the same line', async () => {
    // Of one file no more than a piece is in memory: together these are larger.
    const body = () => Buffer.from(JSON.stringify({ SALE_CODE: randomBytes(400_000).toString('hex') }))
    await Promise.all([1, 2, 3, 4].map((n) => keep(shop.store, insertion(400 + n, {}, { at: noon, body: body() }))))
    await liveOn(shop.store, 500, noon + 70 * dayMs)
    const large = filesIn(directory()).find((number) => sizeOf([number]) > 1_400_000)
    const readings = [firstPlace, ...beginnings(directory()).filter(({ file }) => file === large)].map((from) => {
      const lines = walk(directory(), from)
      return { from, lines, first: lines.next() }
    })
    await archiveAll(shop.store, noon + 80 * dayMs)
    expect(packedFiles()).toContain(large)
    const now = linesNow().map(([line]) => line)
    for (const { from, lines, first } of readings) {
      const read = [first.value, ...lines].flatMap((each) => ('frame' in each ? each.place.line : []))
      expect(read).toEqual(now.slice(from.line))
    }
  })

  test('stay as they are while anything was found, and where the journal becomes another meanwhile', async () => {
    await archiveRows()
    const packing = shop.store.upkeep.archiveOn(noon)
    await shop.store.journal.found([{ code: 'journal_cut', line: 1, record: null, detail: null }])
    expect(await packing).toBe('nothing')
    expect(await archiveAll(shop.store)).toBe(0)
    expect(packedFiles()).toEqual([])
    expect(parts()).toEqual([])
    expect(await shop.store.journal.trust(trust)).toBe('trusted')
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('that cannot be read to their end stay as they are, and months are archived all the same', async () => {
    await liveOn(shop.store, 200, noon + 40 * dayMs)
    await archiveRows()
    const bytes = readFileSync(path(2))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(path(2), bytes)
    expect(await shop.store.upkeep.archiveOn(noon)).toBe('packed')
    await expect(shop.store.upkeep.archiveOn(noon)).rejects.toThrow('journal-000002.log')
    expect(packedFiles()).toEqual([1])
    expect(parts()).toEqual([])
    expect(readFileSync(path(2))).toEqual(bytes)
    expect(await shop.store.upkeep.archiveOn(noon + 40 * dayMs)).toBe('made')
  })
})

describe('a gateway that is killed while a file of the journal is packed', () => {
  test.each(['journal_file_written', 'journal_file_replaced:2'])(
    'at %s has every line in one form or the other, and goes on the next time (ST1)',
    async (place) => {
      const [before, said] = [await shop.all(), linesNow()]
      await shop.store.upkeep.close()
      const script = fileURLToPath(new URL('../archiving.ts', import.meta.url))
      const env = { ...process.env, ...dyingAt(place) }
      const died = spawnSync(process.execPath, [script, shop.file.path, directory()], { env, encoding: 'utf8' })
      expect(died.signal, died.stderr).toBe('SIGKILL')
      expect(linesNow().slice(0, said.length)).toEqual(said)
      shop.reopen()
      expect(await shop.store.journal.status()).toMatchObject({ isTrusted: true, findings: [] })
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
      await archiveAll(shop.store)
      expect(packedFiles().length).toBeGreaterThanOrEqual(3)
      expect(parts()).toEqual([])
      expect((await shop.all()).seen).toEqual(before.seen)
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    },
  )
})

describe('a packed file of the journal that is', () => {
  const changed: readonly (readonly [string, string, (file: string) => void])[] = [
    ['gone', 'file_missing', (file) => rmSync(file)],
    ['cut', 'line_damaged', (file) => writeFileSync(file, readFileSync(file).subarray(0, 900))],
    [
      'changed in a byte',
      'line_damaged',
      (file) => {
        const bytes = readFileSync(file)
        bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
        writeFileSync(file, bytes)
      },
    ],
  ]

  test.each(changed)(
    '%s is told as a plain one is, and a person can have it written anew (ST12)',
    async (_, code, change) => {
      const before = await shop.all()
      await archiveAll(shop.store)
      await shop.store.upkeep.close()
      change(path(2))
      shop.reopen()
      const { findings } = await shop.store.journal.verify()
      expect(findings.map((each) => each.code)).toContain(code)
      if (code === 'file_missing')
        expect(findings).toContainEqual(expect.objectContaining({ detail: 'journal-000002.log' }))
      expect((await shop.store.journal.status()).isTrusted).toBe(false)
      expect(await shop.store.journal.trust(trust)).toBe('trusted')
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
      expect((await shop.all()).seen.slice(0, 60)).toEqual(before.seen.slice(0, 60))
      await archiveAll(shop.store)
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    },
  )

  test('cut, of a journal whose anchor is gone, is kept apart and written anew (ST12)', async () => {
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    for (const name of ['anchor.json', 'head.json']) rmSync(join(directory(), name), { force: true })
    const bytes = readFileSync(path(2)).subarray(0, 900)
    writeFileSync(path(2), bytes)
    shop.reopen()
    expect(await shop.store.journal.status()).toMatchObject({ isTrusted: false, appended: expect.any(Number) })
    const apart = readdirSync(directory()).filter((name) => /log\.(from|aside)/.test(name))
    expect(apart.some((name) => bytes.equals(readFileSync(join(directory(), name))))).toBe(true)
    expect(await shop.store.journal.trust(trust)).toBe('trusted')
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
  })

  test('the last one that is left is never added to (JR1)', async () => {
    await archiveAll(shop.store)
    await shop.store.upkeep.close()
    const packed = packedFiles()
    const bytes = packed.map((number) => readFileSync(path(number)))
    for (const number of filesIn(directory()).filter((each) => !packed.includes(each)))
      renameSync(path(number), join(shop.file.directory, `${number}`))
    shop.reopen()
    expect((await shop.store.journal.status()).findings.map(({ code }) => code)).toContain('file_missing')
    await keep(shop.store, insertion(300))
    expect(packed.map((number) => readFileSync(path(number)))).toEqual(bytes)
    expect(filesIn(directory())).toContain(packed.length + 1)
    expect(await shop.store.journal.trust(trust)).toBe('trusted')
    expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
  })
})
