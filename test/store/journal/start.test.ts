import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeAnchor } from '../../../electron/gateway/store/journal/anchor.ts'
import { firstPlace, headerBytes } from '../../../electron/gateway/store/journal/files.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { eventOf, noon } from '../../support/records.ts'
import { happen, insertion, keep, update } from '../../support/stores.ts'
import { guid, keptShop, phaseOf } from './kept-shop.ts'
import { anchorFile, attempt, copyAll, copyDatabase, journalFile, openKept, ourSeal, tamper } from './kept-store.ts'

const { file, open, opened, closeAll, here, there } = keptShop()

describe('a start that finds nothing wrong', () => {
  test('trusts its journal, and everything verifies', async () => {
    await closeAll()
    const store = opened(here())
    expect(await store.journal.status()).toMatchObject({ isTrusted: true, appended: 0, replayed: 0, findings: [] })
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 4, bodies: 4, lines: 9, files: 1 })
  })

  test('shows the code of the last line, which changes with every line', async () => {
    const [store] = open
    const before = await store?.journal.status()
    expect(before?.code).toMatch(/^[0-9a-f]{8}$/)
    if (store) await keep(store, insertion(9))
    expect((await store?.journal.status())?.code).not.toBe(before?.code)
  })
})

test('lines that a crash kept from the journal are written into it at the next start', async () => {
  copyAll(join(here(), 'journal'), join(file.directory, 'journal-before'))
  const [store] = open
  if (store) await keep(store, insertion(5))
  mkdirSync(there())
  copyDatabase(here(), there())
  cpSync(join(file.directory, 'journal-before'), join(there(), 'journal'), { recursive: true })
  const other = opened(there())
  expect(await other.journal.status()).toMatchObject({ isTrusted: true, appended: 1, replayed: 0 })
  expect(await other.journal.verify()).toMatchObject({ findings: [] })
})

test('a first start that was killed while it began its journal is no reason to send nothing (ST1)', async () => {
  await closeAll()
  const header = readFileSync(journalFile(here())).subarray(0, headerBytes)
  const torn = [0, 1, headerBytes - 1].map((size) => header.subarray(0, size))
  for (const [at, bytes] of [...torn, header, Buffer.alloc(headerBytes)].entries()) {
    const directory = join(file.directory, `torn-${at}`)
    mkdirSync(directory)
    copyDatabase(here(), directory)
    writeAnchor(join(directory, 'journal'), { ...firstPlace, installation: ourSeal.installation, at: noon }, ourSeal)
    writeFileSync(journalFile(directory), bytes)
    const store = opened(directory)
    expect(await store.journal.status(), `torn ${at}`).toMatchObject({ isTrusted: true, appended: 9, findings: [] })
    expect(await store.journal.verify()).toMatchObject({ findings: [], lines: 9 })
    await closeAll()
    expect(await opened(directory).journal.status()).toMatchObject({ isTrusted: true, appended: 0, findings: [] })
    await closeAll()
  }
})

describe('a database that lost what its journal has', () => {
  /** Kept while the database was copied away before. */
  async function goOn(): Promise<void> {
    mkdirSync(there())
    copyDatabase(here(), there())
    const [store] = open
    if (!store) return
    const fifth = await keep(store, insertion(5))
    await keep(store, insertion(6))
    await store.records.write({
      writes: [
        update(fifth, { ...eventOf.claimed, attemptId: 'attempt-5' }, { attempt: { ...attempt, id: 'attempt-5' } }),
      ],
    })
    await happen(store, await keep(store, insertion(7)), eventOf.voided)
    copyAll(join(here(), 'journal'), join(there(), 'journal'))
  }

  test('gets it back, bodies and attempts too, and looks up what might be sent next (ST11, ST13)', async () => {
    await goOn()
    const store = opened(there())
    expect(await store.journal.status()).toMatchObject({ isTrusted: true, replayed: 5, mistrusted: 4 })
    for (const n of [3, 4, 5, 6]) expect(await phaseOf(store, n), String(n)).toBe('unknown')
    for (const [n, phase] of [
      [1, 'submitted'],
      [2, 'voided'],
      [7, 'voided'],
    ] as const)
      expect(await phaseOf(store, n)).toBe(phase)
    const fifth = await store.records.byGuid(guid(5))
    expect(await store.records.body(fifth?.seq ?? 0, 1)).toEqual(insertion(5).body)
    expect((await store.records.attempts(fifth?.seq ?? 0)).map(({ id }) => id)).toEqual(['attempt-5'])
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 7 })
    expect(await store.schedule.due('send', insertion(1).record.companyGuid, noon + 1e9, 10)).toEqual([])
  })

  test('does so once: another start changes nothing any more', async () => {
    await goOn()
    await opened(there()).upkeep.close()
    open.pop()
    expect(await opened(there()).journal.status()).toMatchObject({ isTrusted: true, replayed: 0, mistrusted: 0 })
  })

  test('that is gone altogether is not replaced by an empty one (ST10)', async () => {
    await closeAll()
    rmSync(join(here(), 'resit.db'))
    expect(() => openKept(here())).toThrow(
      expect.objectContaining({ reason: 'history_lost', message: expect.stringContaining('resit restore') }),
    )
    expect(existsSync(join(here(), 'resit.db'))).toBe(false)
  })

  test('that has nothing left of it gets all of it back, and sends nothing before it has looked (ST11)', async () => {
    await closeAll()
    mkdirSync(there())
    copyAll(join(here(), 'journal'), join(there(), 'journal'))
    const fresh = openSqliteStore(join(file.directory, 'empty.db'), null)
    await fresh.upkeep.close()
    renameSync(join(file.directory, 'empty.db'), join(there(), 'resit.db'))
    const store = opened(there())
    expect(await store.journal.status()).toMatchObject({ isTrusted: true, replayed: 9, mistrusted: 2 })
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 4, bodies: 4 })
    expect(await phaseOf(store, 4)).toBe('unknown')
  })

  test('that is another one, from before there were journals, is refused (ST10)', async () => {
    await closeAll()
    tamper(here(), 'DELETE FROM journal_line')
    expect(() => openKept(here())).toThrow(expect.objectContaining({ reason: 'history_lost' }))
  })
})

describe('whoever changes something finds that nothing goes out any more', () => {
  const statusAfter = async (change: () => void) => {
    await closeAll()
    change()
    const store = opened(here())
    return { store, status: await store.journal.status() }
  }

  test.each([
    ['an amount', "UPDATE record SET total_payable = '912.72' WHERE seq = 4", 'row_damaged'],
    ['a body', "UPDATE event SET body = x'7B7D' WHERE seq = 7", 'entry_changed'],
    ['what an event says', "UPDATE event SET facts = json_set(facts, '$.x', 1) WHERE seq = 7", 'entry_changed'],
    ['who did something', "UPDATE act SET by = 'person:Bala' WHERE type = 'something'", 'entry_changed'],
    [
      'an event more',
      "INSERT INTO event SELECT 8, 4, 2, at, 'held', NULL, '{}', NULL, NULL FROM event WHERE seq = 7",
      'entry_unlined',
    ],
    ['an event less', 'DELETE FROM event WHERE seq = 7', 'entry_changed'],
    ['a line less', 'DELETE FROM journal_line WHERE line = 8', 'line_differs'],
    ['an outcome', "UPDATE attempt_outcome SET kind = 'rejected'", 'entry_changed'],
    ['an attempt', 'UPDATE attempt SET document_time = 0', 'entry_changed'],
  ])('in the database since the last anchor: %s (AU1, ST12)', async (_what, sql, code) => {
    // Killed: the anchor is that of the start, and everything is compared.
    copyAll(here(), there())
    tamper(there(), sql)
    const store = opened(there())
    const { findings, isTrusted } = await store.journal.status()
    expect(findings.map((each) => each.code)).toContain(code)
    expect(isTrusted).toBe(false)
    expect(await store.schedule.due('send', insertion(1).record.companyGuid, noon + 1e9, 10)).toEqual([])
    expect((await store.records.write({ writes: [insertion(8)] })).ok).toBe(true)
  })

  test('a journal cut off behind what the anchor proves (AU1)', async () => {
    const { status } = await statusAfter(() =>
      truncateSync(journalFile(here()), statSync(journalFile(here())).size - 9),
    )
    expect(status).toMatchObject({ isTrusted: false, findings: [{ code: 'journal_cut', line: 9 }] })
  })

  test('an anchor that is taken away, changed or unreadable (AU1)', async () => {
    for (const [change, code] of [
      [() => rmSync(anchorFile(here())), 'anchor_missing'],
      [
        () =>
          writeFileSync(anchorFile(here()), readFileSync(anchorFile(here()), 'utf8').replace(/"line":\d+/, '"line":1')),
        'anchor_forged',
      ],
      [() => writeFileSync(anchorFile(here()), '{"installation":"shop-1"'), 'anchor_forged'],
    ] as const) {
      const { store, status } = await statusAfter(change)
      expect(status.findings.map((each) => each.code)).toContain(code)
      await store.journal.trust({ by: 'control', at: noon, reason: 'test', seal: null })
    }
  })

  test('all of the journal taken away: the database still says that there was one (AU1)', async () => {
    const { status } = await statusAfter(() => rmSync(join(here(), 'journal'), { recursive: true }))
    expect(status).toMatchObject({ isTrusted: false, findings: [{ code: 'anchor_missing' }] })
  })

  test('and it stays so over restarts, until a person has looked', async () => {
    copyAll(here(), there())
    tamper(there(), "UPDATE record SET total_payable = '912.72' WHERE seq = 4")
    for (let start = 0; start < 3; start += 1) {
      const store = opened(there())
      expect(await store.journal.status()).toMatchObject({
        isTrusted: false,
        findings: [{ code: 'row_damaged', record: 4 }],
      })
      await store.upkeep.close()
      open.pop()
    }
  })
})
