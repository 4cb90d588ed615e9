import { join } from 'node:path'
import { fc, test as property } from '@fast-check/vitest'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../../electron/gateway/store/port/records.ts'
import { freshFile } from '../../support/database-file.ts'
import { isInFull } from '../../support/in-full.ts'
import { eventOf, noon } from '../../support/records.ts'
import { aCompany, insertion, keep, update } from '../../support/stores.ts'
import { attempt, eventsFor, openKept, tamper } from './kept-store.ts'

const file = freshFile()
let store: Store
beforeEach(async () => {
  store = openKept(file.directory)
  await store.companies.save(aCompany(), 'control')
})
afterEach(() => store.upkeep.close())

describe('the lines of the journal', () => {
  test('are one chain, however many write at the same time, and whatever of it fails (AU2)', async () => {
    const odd = { ...insertion(900), by: 7n as unknown as string }
    const writes = Array.from({ length: 120 }, (_, n) => {
      // Some writes conflict with the one before, and some throw inside their group.
      const writing = n % 7 === 3 ? [insertion(n), insertion(n)] : n % 11 === 5 ? [odd] : [insertion(n)]
      return store.records.write({ writes: writing }).then(
        ({ ok }) => ok,
        () => false,
      )
    })
    const kept = (await Promise.all(writes)).filter(Boolean).length
    expect(kept).toBeGreaterThan(80)
    expect(kept).toBeLessThan(110)
    const verification = await store.journal.verify()
    expect(verification).toMatchObject({ findings: [], records: kept, lines: kept + 1 })
  })

  test('have one number each, and no second line can ever follow from the same one (AU2)', async () => {
    await keep(store, insertion(1))
    await store.upkeep.close()
    const database = new Database(join(file.directory, 'resit.db'))
    const insert = 'INSERT INTO event (seq, at, type, facts, chain) SELECT seq, at, type, facts, chain FROM event'
    expect(() => database.exec(insert)).toThrow(/UNIQUE/)
    for (const sql of ['UPDATE event SET chain = zeroblob(32)', 'DELETE FROM event'])
      expect(() => database.exec(sql)).toThrow(/append-only/)
    database.close()
    store = openKept(file.directory)
  })

  const aChoice = fc.array(fc.tuple(fc.nat(5), fc.nat(99)), { minLength: 1, maxLength: 25 })
  let names = 0

  property.prop([aChoice], { numRuns: isInFull ? 15 : 5 })(
    'every change of a record has one event and one line (AU3)',
    async (choices) => {
      const records: StoredRecord[] = []
      for (const [which, what] of choices) {
        const chosen = records[which]
        if (!chosen) {
          names += 1
          records.push(await keep(store, insertion(1000 + names)))
          continue
        }
        const possible = eventsFor(chosen)
        const event = possible[what % Math.max(1, possible.length)]
        if (!event) continue
        const next = update(chosen, event)
        // The table of transitions allows more than any decision makes. A write that the database refuses must leave
        // nothing.
        const isWritten = await store.records.write({ writes: [next] }).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isWritten) records[which] = { seq: chosen.seq, record: next.record }
      }
      for (const { seq, record } of records) expect(await store.records.events(seq)).toHaveLength(record.version)
      expect(await store.journal.verify()).toMatchObject({ findings: [] })
    },
  )

  test('are proven while more are written, and nothing of that is taken for a change', async () => {
    const keepMany = (from: number) =>
      Promise.all(Array.from({ length: 60 }, (_, at) => keep(store, insertion(from + at))))
    for (let from = 0; from < 480; from += 60) await keepMany(from)
    const verification = { isOver: false }
    const verifying = store.journal.verify().finally(() => {
      verification.isOver = true
    })
    let sold = 480
    while (!verification.isOver) {
      const kept = await keep(store, insertion(sold))
      const id = `attempt-${sold}`
      await store.records.write({
        writes: [update(kept, { ...eventOf.claimed, attemptId: id }, { attempt: { ...attempt, id } })],
      })
      sold += 1
    }
    expect(sold).toBeGreaterThan(481)
    expect(await verifying).toMatchObject({ findings: [] })
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: sold })
  })
})

test.each([
  'confirmed_not_received = 1',
  "voided_by = 'person:Aini'",
  'ever_sent = 1, sent_before = 1',
  'closed = 1',
  "attention = 'cannot_be_sent'",
])('a row in which somebody wrote %s no longer fits its hash (ST12)', async (change) => {
  await keep(store, insertion(1))
  await store.upkeep.close()
  tamper(file.directory, `UPDATE record SET ${change} WHERE seq = 1`)
  store = openKept(file.directory, { now: noon + 1 })
  const { findings } = await store.journal.verify()
  expect(findings.map(({ code, record }) => [code, record])).toEqual([['row_damaged', 1]])
})

describe('a row that is not what was written', () => {
  /** @param later the number of sales after it: with many, the start does not check its lines any more */
  const changeFirst = async (later = 0) => {
    const first = await keep(store, insertion(1))
    for (let n = 2; n < 2 + later; n += 1) await keep(store, insertion(n))
    await store.upkeep.close()
    tamper(file.directory, "UPDATE record SET total_payable = '900.00' WHERE seq = 1")
    store = openKept(file.directory, { now: noon + 1 })
    const wasTrusted = (await store.journal.status()).isTrusted
    return { first, wasTrusted, stored: await store.records.byGuid(first.record.saleGuid) }
  }

  test('is found by the start if it is one of the last', async () => {
    expect((await changeFirst()).wasTrusted).toBe(false)
  })

  test('is found when it is read, and the document does not leave (ST12, RW1)', async () => {
    const { stored, wasTrusted } = await changeFirst(250)
    expect(wasTrusted).toBe(true)
    if (!stored) throw new Error('not there')
    const claim = update(stored, eventOf.claimed, { attempt })
    expect(await store.records.write({ writes: [claim] })).toEqual({ ok: false, why: 'untrusted' })
    expect(await store.journal.status()).toMatchObject({
      isTrusted: false,
      findings: [{ code: 'row_damaged', record: 1 }],
    })
    expect(await store.records.attempts(stored.seq)).toEqual([])
  })

  test('does not become true by being written over', async () => {
    const { first, stored } = await changeFirst()
    if (!stored) throw new Error('not there')
    expect((await store.records.write({ writes: [update(stored, eventOf.held)] })).ok).toBe(true)
    const codes = (await store.journal.verify()).findings.map(({ code }) => code)
    expect(codes).toEqual(['row_damaged'])
    expect((await store.records.byGuid(first.record.saleGuid))?.record.totalPayable).toBe(first.record.totalPayable)
  })
})
