import { describe, expect, test } from 'vitest'
import type { ListQuery, SaleCursor, SoldQuery, StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { EventType } from '../../shared/domain/event.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { type Concern, concerns, windowClosingMs } from '../../shared/domain/shift.ts'
import { isInDoubt, statuses, statusOf } from '../../shared/domain/status.ts'
import { listQuery } from '../support/list-query.ts'
import { eventOf, hourMs, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany, update } from '../support/stores.ts'

type LivingType = Exclude<EventType, 'received'>

const dayMs = 24 * hourMs

const bodyOf = (party: object) => Buffer.from(JSON.stringify(party))

/** One record in every phase, and in both statuses if a phase has two. */
const lives: readonly (readonly LivingType[])[] = [
  [],
  ['held'],
  ['claimed'],
  ['claimed', 'outcome_unknown'],
  ['claimed', 'outcome_unknown', 'requeued'],
  ['claimed', 'outcome_unknown', 'conflicted'],
  ['claimed', 'outcome_unknown', 'conflicted', 'confirmed_not_received'],
  ['claimed', 'outcome_unknown', 'conflicted', 'confirmed_not_received', 'held'],
  ['claimed', 'outcome_unknown', 'conflicted', 'marked_refused'],
  ['claimed', 'taken'],
  ['claimed', 'taken', 'validated'],
  ['claimed', 'refused'],
  ['claimed', 'taken', 'validated', 'cancel_requested'],
  ['claimed', 'taken', 'validated', 'rejection_requested'],
  ['voided'],
  ['claimed', 'taken', 'cancelled'],
]

export function listContract(open: Open): void {
  describe('a list for people', () => {
    const here = freshStore(open)
    const seqsOf = async (over: Partial<ListQuery> = {}) =>
      (await here.store.records.list(listQuery(over))).map(({ seq }) => seq)

    const soldAt = (n: number, issuedAt: number, names: Parameters<typeof insertion>[1] = {}) =>
      keep(here.store, insertion(n, { issuedAt, ...names }, { at: noon + 2 * dayMs }))

    test('has the newest sale first, page by page without gap or repeat while sales are added, late ones too', async () => {
      for (const [at, hours] of [3, 1, 2, 5, 4, 7, 6].entries()) await soldAt(at + 1, noon + hours * hourMs)
      const pages: number[][] = []
      for (let before: SaleCursor | null = null; ; ) {
        const page = await here.store.records.list(listQuery({ before, limit: 3 }))
        pages.push(page.map(({ seq }) => seq))
        if (page.length < 3) break
        const last: StoredRecord | undefined = page.at(-1)
        before = last ? { issuedAt: last.record.issuedAt, seq: last.seq } : null
        // Between the pages come a newer sale, one of the same time as the end of the page, and one older than all.
        await soldAt(80 + pages.length, noon + 9 * hourMs)
        await soldAt(90 + pages.length, before?.issuedAt ?? 0)
        if (pages.length === 1) await soldAt(70, noon - dayMs)
      }
      expect(pages).toEqual([
        [6, 7, 4],
        [5, 1, 3],
        [2, 10],
      ])
    })

    test('has what one person made, and what has the words in its items only', async () => {
      await soldAt(1, noon)
      await keep(here.store, insertion(2, { issuedAt: noon }, { by: 'person:Siti' }))
      await keep(here.store, insertion(3, { issuedAt: noon }, { by: 'person:Farid for person:Siti' }))
      await keep(here.store, insertion(4, { issuedAt: noon }, { by: 'person:Siti Aminah' }))
      expect(await seqsOf({ madeBy: 'person:Siti' })).toEqual([3, 2])
      expect(await seqsOf({ text: 'nowhere', foundByItem: [4, 2] })).toEqual([4, 2])
      expect(await seqsOf({ text: 'nowhere', foundByItem: [4, 2], madeBy: 'person:Siti' })).toEqual([2])
      expect(await here.store.records.count(listQuery({ text: 'nowhere', foundByItem: [4, 2] }))).toMatchObject({
        all: 2,
      })
    })

    test('goes by the day of the sale in the time zone of its company, and not by the day it came', async () => {
      const { companyGuid, companyCode } = otherCompany.profile
      await here.store.companies.save(
        { ...otherCompany, profile: { ...otherCompany.profile, timeZone: 'America/New_York' } },
        'control',
      )
      const midnight = Date.parse('2026-11-20T00:00:00+08:00')
      await soldAt(1, midnight - 1)
      await soldAt(2, midnight)
      await soldAt(3, midnight + dayMs - 1)
      await soldAt(4, midnight + dayMs)
      // In the other company's time zone it is still the day before.
      await soldAt(5, midnight + dayMs, { companyGuid, companyCode })
      const day = { from: '2026-11-20', to: '2026-11-20' }
      expect(await seqsOf(day)).toEqual([5, 3, 2])
      expect(await seqsOf({ ...day, companyGuid })).toEqual([5])
      expect(await seqsOf({ to: '2026-11-19' })).toEqual([1])
      expect(await seqsOf({ from: '2026-11-21' })).toEqual([4])
      expect(await seqsOf({ from: '2026-11-22', to: '2026-11-22' })).toEqual([])
      expect(await here.store.records.count(listQuery(day))).toMatchObject({ all: 3 })
      const sold = (over: Partial<SoldQuery>) =>
        here.store.records.soldBetween({ companyGuid: null, ...day, after: null, limit: 10, ...over })
      const codes = async (over: Partial<SoldQuery>) => (await sold(over)).map(({ seq }) => seq)
      expect(await codes({})).toEqual([2, 3, 5])
      expect(await codes({ companyGuid: aCompany().profile.companyGuid })).toEqual([2, 3])
      expect(await codes({ after: { issuedAt: midnight, seq: 2 }, limit: 1 })).toEqual([3])
      expect(await codes({ from: '2026-11-22', to: '2026-11-22' })).toEqual([])
    })

    test('has what fits every filter', async () => {
      await here.store.companies.save(otherCompany, 'control')
      const { companyGuid, companyCode } = otherCompany.profile
      await keep(here.store, insertion(1))
      await keep(here.store, insertion(2, { outletName: 'Bangsar' }))
      await keep(here.store, insertion(3, { outletName: 'Bangsar', terminalName: 'T2' }))
      await keep(here.store, insertion(4, { outletName: 'Bangsar', terminalName: 'T2', shiftCode: 'S9' }))
      await keep(here.store, insertion(5, { companyGuid, companyCode, outletName: 'Bangsar' }))
      expect(await seqsOf({ companyGuid: aCompany().profile.companyGuid })).toEqual([4, 3, 2, 1])
      expect(await seqsOf({ outletName: 'Bangsar' })).toEqual([5, 4, 3, 2])
      expect(await seqsOf({ outletName: 'Bangsar', terminalName: 'T2' })).toEqual([4, 3])
      expect(await seqsOf({ companyGuid, outletName: 'Bangsar', shiftCode: 'S9' })).toEqual([])
      expect(await seqsOf({ outletName: 'bangsar' })).toEqual([])
    })

    test('is narrowed by amounts to the sen, however large they are', async () => {
      const amounts = ['0.00', '9.99', '10.00', '10.01', '90071992547409.91', '90071992547409.92', '90071992547409.93']
      for (const [n, totalPayable] of amounts.entries()) await keep(here.store, insertion(n + 1, { totalPayable }))
      const large = 9_007_199_254_740_991
      expect(await seqsOf({ leastHundredths: 1_000, mostHundredths: 1_001 })).toEqual([4, 3])
      expect(await seqsOf({ mostHundredths: 999 })).toEqual([2, 1])
      expect(await seqsOf({ leastHundredths: large })).toEqual([7, 6, 5])
      expect(await seqsOf({ leastHundredths: 1_002, mostHundredths: large })).toEqual([5])
    })

    test('has the statuses that tills see, whichever are asked for', async () => {
      const kept: StoredRecord[] = []
      for (const [n, life] of lives.entries())
        kept.push(await happen(here.store, await keep(here.store, insertion(n)), ...life.map((type) => eventOf[type])))
      for (const one of statuses)
        for (const other of statuses) {
          const wanted = kept.filter(({ record }) => [one, other].includes(statusOf(record)))
          expect(await seqsOf({ statuses: [one, other] })).toEqual(wanted.map(({ seq }) => seq).toReversed())
        }
      expect(new Set(kept.map(({ record }) => statusOf(record)))).toEqual(new Set(statuses))
    })

    test('has what is not done with, whichever reasons are asked for, and nothing else', async () => {
      const kept: StoredRecord[] = []
      for (const [n, life] of lives.entries())
        kept.push(await happen(here.store, await keep(here.store, insertion(n)), ...life.map((type) => eventOf[type])))
      // A note that waits needs no person.
      kept.push(await keep(here.store, insertion(49, { kind: 'credit_note' }, { holds: 'waits_for_original' })))
      const waits = await keep(here.store, insertion(50, { consolidated: true }))
      const closed = await happen(
        here.store,
        await keep(here.store, insertion(51)),
        eventOf.claimed,
        eventOf.refused,
        eventOf.closed,
      )
      const is: Readonly<Record<Concern, (record: RecordState) => boolean>> = {
        unsent: (record) => statusOf(record) === 'Pending' && !record.consolidated,
        unconsolidated: (record) => record.consolidated,
        unanswered: (record) =>
          record.cancellation !== null || (statusOf(record) === 'InProgress' && !isInDoubt(record)),
        in_doubt: isInDoubt,
        refused: (record) => record.phase === 'invalid',
        attention: (record) => record.attention !== null && record.attention !== 'waits_for_original',
        rejection_requested: (record) => record.attention === 'rejection_requested',
        window_closing: (record) => record.phase === 'valid',
      }
      const soonest = Math.max(...kept.map(({ record }) => record.cancellableUntil ?? 0))
      const now = soonest - windowClosingMs
      for (const one of concerns)
        for (const other of concerns) {
          const wanted = [...kept, waits]
            .filter(({ record }) => is[one](record) || is[other](record))
            .map(({ seq }) => seq)
          expect([one, other, await seqsOf({ concerns: [one, other], now })]).toEqual([one, other, wanted.toReversed()])
          expect(wanted).not.toEqual([])
        }
      const all = await seqsOf({ concerns: concerns.filter((concern) => concern !== 'unconsolidated'), now })
      expect(all).not.toContain(waits.seq)
      expect(all).not.toContain(closed.seq)
      // No record both needs a person and goes on by itself.
      const needy = await seqsOf({ concerns: ['attention', 'refused'], now })
      const open = await seqsOf({ concerns: ['unsent', 'unanswered', 'in_doubt'], now })
      const isCancelling = kept.filter(({ record: { phase, cancellation } }) => phase === 'valid' && cancellation)
      expect(await here.store.records.needingPerson({ companyGuid: null })).toBe(needy.length)
      expect(await here.store.records.needingPerson(aCompany().profile)).toBe(needy.length)
      expect(await here.store.records.count(listQuery())).toMatchObject({
        needs_person: needy.length,
        under_way: open.filter((seq) => !needy.includes(seq) && !isCancelling.some((each) => each.seq === seq)).length,
      })
      expect(await seqsOf({ concerns: ['window_closing'], now: now - 1 })).toEqual([])
      expect(await seqsOf({ concerns: ['window_closing'], now: soonest })).toEqual([])
      expect(
        await seqsOf({ concerns: ['unsent', 'attention'], now, limit: 1, before: { issuedAt: noon, seq: 3 } }),
      ).toHaveLength(1)
      expect(await seqsOf({ concerns, now, shiftCode: 'nobody’s' })).toEqual([])
    })

    test('of shifts has those of the newest records, the newest first', async () => {
      await here.store.companies.save(otherCompany, 'control')
      const { companyGuid, companyCode } = otherCompany.profile
      await keep(here.store, insertion(1, { shiftCode: 'old' }))
      await keep(here.store, insertion(2, { shiftCode: 'A' }))
      await keep(here.store, insertion(3, { shiftCode: 'B', companyGuid, companyCode }))
      await keep(here.store, insertion(4, { shiftCode: 'A' }))
      const shifts = await here.store.records.shifts({ companyGuid: null }, 3)
      expect(shifts).toMatchObject([
        { shiftCode: 'A', count: 2, companyCode: aCompany().profile.companyCode },
        { shiftCode: 'B', count: 1, companyCode },
      ])
      expect(await here.store.records.shifts({ companyGuid }, 3)).toMatchObject([{ shiftCode: 'B' }])
      expect(shifts[0]?.newestAt).toBe(insertion(4).record.issuedAt)
    })

    test('finds names of the record and of the other party, whatever the case, and all words of what is asked', async () => {
      const buyer = { BUYER: { NAME: 'Syarikat  PELANGGAN Sdn. Bhd.', TIN: 'C25845632020' } }
      await keep(here.store, insertion(1, { saleCode: 'A-77', documentNumber: 'KLCC-77' }, { body: bodyOf(buyer) }))
      const seller = { SUPPLIER: { NAME: '陈记 Trading', TIN: 'EI00000000030' } }
      await keep(here.store, insertion(2, { family: 'self_billed' }, { body: bodyOf(seller) }))
      await keep(here.store, insertion(3, {}, { body: bodyOf({ BUYER: null }) }))
      const found = (text: string) => seqsOf({ text })
      for (const text of [
        'a-77',
        'klcc-77',
        'syarikat pelanggan',
        'bhd. SYARIKAT',
        'c2584563',
        'Ｃ２５８４５６３２０２０',
      ])
        expect([text, await found(text)]).toEqual([text, [1]])
      expect(await found('陈记')).toEqual([2])
      expect(await found('trading 陈记 ei00')).toEqual([2])
      expect(await found(insertion(3).record.saleGuid.toUpperCase())).toEqual([3])
      expect(await found('syarikat trading')).toEqual([])
      expect(await found('%')).toEqual([])
      expect(await found('   ')).toEqual([3, 2, 1])
    })

    test('finds a corrected record by its new names and no longer by the old ones', async () => {
      const body = (name: string) => bodyOf({ BUYER: { NAME: name, TIN: 'C1' } })
      const kept = await keep(here.store, insertion(1, {}, { body: body('Lama Sdn. Bhd.') }))
      const invalid = await happen(here.store, kept, eventOf.claimed, eventOf.refused)
      await here.store.records.write({ writes: [update(invalid, eventOf.revised, { body: body('Baharu Sdn. Bhd.') })] })
      expect([await seqsOf({ text: 'lama' }), await seqsOf({ text: 'baharu' })]).toEqual([[], [1]])
      const reopened = await here.reopen()
      expect((await reopened.records.list(listQuery({ text: 'baharu' }))).map(({ seq }) => seq)).toEqual([1])
    })

    test('shows each record as it is, and whether another refers to it', async () => {
      const original = await happen(here.store, await keep(here.store, insertion(1)), eventOf.claimed, eventOf.taken)
      await keep(here.store, insertion(2, { kind: 'credit_note' }, { originals: [original] }))
      const [, row] = await here.store.records.list(listQuery())
      expect(row).toEqual({ ...original, isReferredTo: true })
    })
  })
}
