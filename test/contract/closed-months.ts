import { describe, expect, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { archiveAll, dayMs, digestOf, documentOf, liveOn, longAgo } from '../support/closed-months.ts'
import type { everythingOf } from '../support/past.ts'
import { eventOf, noon } from '../support/records.ts'
import { happen, insertion, keep, update } from '../support/stores.ts'

/** A store of some engine with what `sellPast` sold; new for every test. */
export interface WithPast {
  readonly store: Store
  /** The oldest sale. */
  readonly first: Stored
  all(): ReturnType<typeof everythingOf>
  /** How many rows a table has. */
  rowsIn(table: string): number | Promise<number>
}

/** What closed months are to whoever reads, whichever engine keeps them. */
export function closedMonthsContract(shop: WithPast): void {
  describe('a closed month', () => {
    test('says of every sale what the database said, and most rows are gone (RD4)', async () => {
      const before = await shop.all()
      expect(await shop.rowsIn('event')).toBe(281)
      expect(await archiveAll(shop.store)).toBe(2)
      const after = await shop.all()
      expect(after.seen).toEqual(before.seen)
      expect(after.list).toEqual(before.list)
      expect(after.sent).toEqual(before.sent)
      expect(after.last).toBe(before.last)
      expect(after.changed).toEqual(before.changed)
      // Of each archived sale its last event; the one that waits is whole, and so is this month.
      expect(await shop.rowsIn('event')).toBe(60 + 1 + 40)
      expect(await shop.rowsIn('attempt')).toBe(10)
      expect(await shop.rowsIn('attempt_outcome')).toBe(10)
      expect(await shop.rowsIn('payload')).toBe(10)
      expect(await shop.rowsIn('record')).toBe(71)
      expect(after.seen[0]?.payload).toBe(documentOf(1).toString())
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71, lines: 284 })
      expect(await shop.store.upkeep.archives()).toMatchObject([
        { name: expect.stringMatching(/^2026-09/), isLost: false, isDetached: false, isDone: true },
        { name: expect.stringMatching(/^2026-10/), isLost: false, isDetached: false, isDone: true },
      ])
    })

    test('is proved little by little without a finding', async () => {
      await archiveAll(shop.store)
      for (let isRoundOver = false; !isRoundOver; ) {
        const proof = await shop.store.journal.proveOn(noon)
        expect(proof.findings).toEqual([])
        isRoundOver = proof.isRoundOver
      }
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

    test('that a clock far ahead closed too early is as whole as any, and sales go on when the clock is right again (PR7)', async () => {
      const ahead = noon + 45 * dayMs
      const before = await shop.all()
      expect(await archiveAll(shop.store, ahead)).toBeGreaterThan(0)
      // This month's sales are in the archive, too, and it goes on.
      const later = [await liveOn(shop.store, 300, noon + dayMs), await liveOn(shop.store, 301, noon + 2 * dayMs)]
      const after = await shop.all()
      expect(after.seen).toEqual(before.seen)
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 73 })
      const events = () => Promise.all(later.map(({ seq }) => shop.store.records.events(seq)))
      const told = await events()
      await liveOn(shop.store, 302, noon + 110 * dayMs)
      expect(await archiveAll(shop.store, noon + 3 * dayMs)).toBe(0)
      expect(await archiveAll(shop.store, noon + 120 * dayMs)).toBeGreaterThan(0)
      expect(await events()).toEqual(told)
      expect((await shop.all()).seen).toEqual(before.seen)
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 74 })
    })

    test('is not half told: no outage lasts until the first send of which the tables still know', async () => {
      const { store } = shop
      const at = noon + dayMs
      const id = 'attempt-doubted'
      const kept = await keep(store, insertion(920, {}, { at }))
      const claim = { id, batchId: id, revision: 1, sha256: digestOf(920), payload: documentOf(920), documentTime: at }
      const attempt = { ...claim, claimedAt: at, sendDeadline: at + 60_000 }
      const claimed = update(kept, { ...eventOf.claimed, at, attemptId: id }, { attempt })
      await store.records.write({ writes: [claimed] })
      const inDoubt = { kind: 'inDoubt', reason: 'timed_out' } as const
      const outcome = { attemptId: id, at, outcome: inDoubt, httpStatus: null, correlationId: null, answer: null }
      const was = { seq: kept.seq, record: claimed.record }
      await store.records.write({ writes: [update(was, { ...eventOf.doubted, at }, { outcome })] })
      await liveOn(store, 921, at + 60_000)
      await liveOn(store, 922, noon + 60 * dayMs)
      expect(await store.records.outages(null, 10)).toMatchObject([{ from: at, to: at + 62_000 }])
      await archiveAll(store, noon + 70 * dayMs)
      expect(await store.records.outages(null, 10)).toEqual([])
    })

    test('is made of nothing by a clock far behind, and of what is due once it is right', async () => {
      expect(await archiveAll(shop.store, noon - 900 * dayMs)).toBe(0)
      expect(await shop.store.upkeep.archives()).toEqual([])
      expect(await archiveAll(shop.store)).toBe(2)
      expect(await archiveAll(shop.store, noon - 900 * dayMs)).toBe(0)
      expect(await shop.store.journal.verify()).toMatchObject({ findings: [], records: 71 })
    })

    test('is not made of a month that is not over, nor while anything was found', async () => {
      expect(await archiveAll(shop.store, longAgo + 5 * dayMs)).toBe(0)
      await shop.store.journal.found([{ code: 'row_damaged', line: null, record: 1, detail: null }])
      expect(await archiveAll(shop.store)).toBe(0)
    })
  })
}
