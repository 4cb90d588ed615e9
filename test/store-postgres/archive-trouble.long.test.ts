import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { archiveAll, dayMs, digestOf, liveOn } from '../support/closed-months.ts'
import { headOfficeWithPast } from '../support/head-office-with-past.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { noon } from '../support/records.ts'
import { insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('archives of a head office', () => {
  const office = headOfficeWithPast()

  /** Another process archives, and dies on its way. */
  const dyingProcess = (place: string): Promise<{ readonly signal: unknown; readonly stderr: string }> => {
    const script = fileURLToPath(new URL('archiving.ts', import.meta.url))
    const env = { ...process.env, ...dyingAt(place) }
    return new Promise((resolve) => {
      execFile(process.execPath, [script, office.url], { env }, (failure, _, stderr) =>
        resolve({ signal: failure?.signal, stderr }),
      )
    })
  }

  describe('when the process that makes them is killed', () => {
    test.each([
      'archive_written',
      'archive_written:2',
      'archive_kept',
      'archive_removing',
      'archive_removing:2',
      'archive_removed',
      'archive_removed:3',
      'archive_kept:2',
    ])('at %s have every sale, in the tables or in blocks, and another process ends it (ST1)', async (place) => {
      const before = await office.all()
      const died = await dyingProcess(place)
      expect(died.signal, died.stderr).toBe('SIGKILL')
      expect((await office.all()).seen).toEqual(before.seen)
      expect(await office.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
      // What is still said by the server's end of the connection is over in a moment.
      await expect.poll(() => archiveAll(office.store).then(() => office.rowsIn('event'))).toBe(60 + 1 + 40)
      expect(await office.rowsIn('archive')).toBe(2)
      expect((await office.all()).seen).toEqual(before.seen)
      expect(await office.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    })
  })

  test('are made once by two processes that are at it together, while tills sell to both', async () => {
    const before = await office.all()
    const other = await office.open()
    const sold: number[] = []
    const till = { isOver: false }
    const tills = async (store: SharedStore, from: number) => {
      for (let n = from; !till.isOver; n += 1)
        sold.push(await keep(store, insertion(n, {}, { at: noon })).then(() => n))
    }
    const selling = Promise.all([tills(office.store, 1_000), tills(other, 5_000)])
    for (const store of [office.store, other, office.store])
      await Promise.all([archiveAll(store), archiveAll(store === other ? office.store : other)])
    till.isOver = true
    await selling
    expect(await office.rowsIn('archive')).toBe(2)
    expect(await office.rowsIn("act WHERE type = 'month_archived'")).toBe(2)
    expect(await office.rowsIn('event')).toBe(60 + 1 + 40 + sold.length)
    expect((await office.all()).seen).toEqual(before.seen)
    expect((await office.all(other)).seen).toEqual(before.seen)
    expect(await other.journal.verify()).toMatchObject({ findings: [], records: 71 + sold.length })
  })

  test('are not made of rows that somebody changed: that is said, and nothing is taken away', async () => {
    await office.ask('ALTER TABLE event DISABLE TRIGGER event_only_grows')
    await office.ask(`UPDATE event SET body = 'other' WHERE record_seq = 5 AND version = 1`)
    await office.ask('ALTER TABLE event ENABLE TRIGGER event_only_grows')
    await expect(office.store.upkeep.archiveOn(noon)).rejects.toThrow(/does not say what was written/)
    expect(await office.rowsIn('event')).toBe(281)
    expect(await office.rowsIn('archive')).toBe(0)
    expect((await office.store.journal.verify()).findings).toMatchObject([{ code: 'entry_changed', record: 5 }])
    expect(await office.store.upkeep.archiveOn(noon)).toBe('nothing')
  })

  test('whose blocks were changed before they were relied on are written anew', async () => {
    await dyingProcess('archive_written')
    await alter('bytes = set_byte(bytes, length(bytes) / 2, get_byte(bytes, length(bytes) / 2) # 1)')
    await expect
      .poll(() => office.store.upkeep.archiveOn(noon).catch((cause: unknown) => (cause as Error).message))
      .toMatch(/not what was written/)
    expect(await office.rowsIn('archive_block')).toBe(0)
    expect(await archiveAll(office.store)).toBe(2)
    expect(await office.store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('leave what is kept as closed to everybody else as before', async () => {
    await archiveAll(office.store)
    const texts = [
      'DELETE FROM event',
      'DELETE FROM attempt',
      'DELETE FROM attempt_outcome',
      'DELETE FROM payload',
      'DELETE FROM journal_line',
      "UPDATE payload SET body = ''",
      'DELETE FROM archive',
      'UPDATE archive SET last_line = last_line + 1',
      'DELETE FROM archive_block',
      "UPDATE archive_block SET bytes = ''",
      'TRUNCATE archive_2026_09',
      'TRUNCATE archive CASCADE',
    ]
    for (const text of texts) await expect(office.ask(text), text).rejects.toThrow(/only grows/)
  })

  /** Of the first month. */
  const alter = async (change: string, table = 'archive_2026_09') => {
    await office.ask(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await office.ask(`UPDATE ${table} SET ${change}`)
    await office.ask(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
  const detach = () => office.ask('ALTER TABLE archive_block DETACH PARTITION archive_2026_09')
  const attach = () =>
    office.ask("ALTER TABLE archive_block ATTACH PARTITION archive_2026_09 FOR VALUES IN ('2026-09')")

  const changed: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['taken away too early', detach],
    [
      'changed in a block',
      () => alter('bytes = set_byte(bytes, length(bytes) / 2, get_byte(bytes, length(bytes) / 2) # 1)'),
    ],
    ['cut', () => alter('bytes = substr(bytes, 1, 100)')],
    ['that of another month', () => alter('bytes = (SELECT bytes FROM archive_2026_10 ORDER BY first_line LIMIT 1)')],
  ]

  describe('of which a month is', () => {
    test.each(changed)('%s tell which, and everything else goes on (ST12)', async (_, change) => {
      await archiveAll(office.store)
      await change()
      const { store, first } = office
      const { findings } = await store.journal.verify()
      expect(findings.filter(({ code }) => code !== 'archive_lost')).toEqual([])
      expect(findings[0]).toMatchObject({
        code: 'archive_lost',
        line: 1,
        detail: expect.stringMatching(/^2026-09 DEMO/),
      })
      expect((await store.journal.status()).findings).toHaveLength(1)
      expect((await store.journal.status()).isTrusted).toBe(true)
      expect(await store.records.body(first.seq, 1)).toBeNull()
      expect(await store.records.payload(digestOf(1), first.seq)).toBeNull()
      expect(await store.records.attempts(first.seq)).toEqual([])
      expect((await store.records.events(first.seq)).map(({ event }) => event.type)).toEqual(['validated'])
      await liveOn(store, 300, noon)
      const other = await office.open()
      for (let isRoundOver = false; !isRoundOver; ) {
        const proof = await other.journal.proveOn(noon)
        expect(proof.findings.every(({ code }) => code === 'archive_lost')).toBe(true)
        isRoundOver = proof.isRoundOver
      }
      expect((await other.journal.status()).findings).toHaveLength(1)
      expect((await other.upkeep.archives()).map(({ isLost, isDetached }) => [isLost, isDetached])).toEqual([
        [true, false],
        [false, false],
      ])
      // Nothing more is hidden by it.
      expect(await archiveAll(store, noon + 60 * dayMs)).toBe(0)
    })

    test('put back are whole again', async () => {
      const before = await office.all()
      await archiveAll(office.store)
      await detach()
      expect((await office.store.journal.verify()).findings).not.toEqual([])
      await attach()
      expect((await office.store.journal.verify()).findings).toEqual([])
      expect((await office.store.journal.status()).findings).toEqual([])
      expect((await office.all()).seen).toEqual(before.seen)
    })

    test('detached after seven years tell so, and are proved from its end on', async () => {
      await archiveAll(office.store)
      const whole = await office.store.journal.verify()
      await detach()
      const inEightYears = { now: () => Date.now() + 8 * 366 * dayMs, steadyMs: () => performance.now() }
      const later = await office.open({ clock: inEightYears })
      const verified = await later.journal.verify()
      expect(verified).toMatchObject({ findings: [], records: 71 })
      expect(verified.lines).toBeLessThan(whole.lines)
      for (let isOver = false; !isOver; ) {
        const proof = await later.journal.proveOn(noon)
        expect(proof.findings).toEqual([])
        isOver = proof.isRoundOver
      }
      expect((await later.upkeep.archives()).map(({ isLost, isDetached }) => [isLost, isDetached])).toEqual([
        [false, true],
        [false, false],
      ])
      expect(await later.records.body(office.first.seq, 1)).toBeNull()
      expect((await later.journal.status()).findings).toEqual([])
      // The next months go on.
      await liveOn(later, 301, noon)
      await liveOn(later, 302, noon + 70 * dayMs)
      expect(await archiveAll(later, noon + 80 * dayMs)).toBeGreaterThan(0)
      expect(await later.journal.verify()).toMatchObject({ findings: [], records: 73 })
    })
  })

  test('whole, with a last event in the table that somebody changed, show it', async () => {
    await archiveAll(office.store)
    await office.ask('ALTER TABLE event DISABLE TRIGGER event_only_grows')
    await office.ask("UPDATE event SET facts = replace(facts, 'LONG-1\"', 'OTHER\"') WHERE record_seq = 1")
    await office.ask('ALTER TABLE event ENABLE TRIGGER event_only_grows')
    const { findings } = await office.store.journal.verify()
    expect(findings.map(({ code, record }) => [code, record])).toEqual([
      ['entry_changed', 1],
      ['row_differs', 1],
    ])
  })

  test('say what a sale is whose row somebody changed, and make it anew once a person has looked', async () => {
    await archiveAll(office.store)
    const { record, seq } = office.first
    await office.ask(`UPDATE record SET total_payable = '999.00' WHERE seq = ${seq}`)
    expect((await office.store.records.byGuid(record.saleGuid))?.record.totalPayable).toBe(record.totalPayable)
    expect(await office.store.journal.trust({ by: 'person:Aini', at: noon, reason: 'looked', seal: null })).toBe(
      'trusted',
    )
    expect(await office.store.journal.verify()).toMatchObject({ findings: [] })
    expect((await office.store.records.byGuid(record.saleGuid))?.record.totalPayable).toBe(record.totalPayable)
  })
})
