import { describe, expect, test } from 'vitest'
import type { DueRecord } from '../../electron/gateway/store/port/port.ts'
import { workOf } from '../../shared/domain/status.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany, update } from '../support/stores.ts'

const { companyGuid } = aCompany().profile
const seqsOf = (due: readonly DueRecord[]) => due.map(({ seq }) => seq)

export function scheduleContract(open: Open): void {
  describe('the schedule', () => {
    const here = freshStore(open)

    test('tells what is due, the longest due first, and not before', async () => {
      for (const [n, dueAt] of [noon + 30, noon + 10, noon + 20, null].entries())
        await keep(here.store, insertion(n, {}, { dueAt }))
      const { schedule } = here.store
      expect(seqsOf(await schedule.due('send', companyGuid, noon - 1, 10))).toEqual([])
      expect(seqsOf(await schedule.due('send', companyGuid, noon + 10, 10))).toEqual([4, 2])
      expect(seqsOf(await schedule.due('send', companyGuid, noon + 99, 10))).toEqual([4, 2, 3, 1])
      expect(seqsOf(await schedule.due('send', companyGuid, noon + 99, 2))).toEqual([4, 2])
      expect(await schedule.nextDue('send', companyGuid)).toBe(noon)
      expect(await schedule.nextDue('poll', companyGuid)).toBeNull()
      expect([await schedule.dueOf(2), await schedule.dueOf(99)]).toEqual([noon + 10, null])
    })

    test('follows the record: its work is always what the record leaves to do', async () => {
      const life = [
        eventOf.held,
        eventOf.released,
        eventOf.claimed,
        eventOf.outcome_unknown,
        eventOf.found,
        eventOf.validated,
        eventOf.cancel_requested,
        eventOf.cancel_asked,
        eventOf.cancelled,
      ]
      let stored = await keep(here.store, insertion(1))
      for (const event of life) {
        stored = await happen(here.store, stored, event)
        const works = (await here.store.schedule.lanes()).map(({ work }) => work)
        expect(works).toEqual([workOf(stored.record)].filter((work) => work !== null))
      }
    })

    test('forgets a voided record', async () => {
      await happen(here.store, await keep(here.store, insertion(1)), eventOf.voided)
      expect(await here.store.schedule.due('send', companyGuid, noon + 99, 10)).toEqual([])
      expect(await here.store.schedule.lanes()).toEqual([])
    })

    test('moves with a clock that is set back, and holds nothing beyond a limit', async () => {
      const { schedule } = here.store
      for (const [n, dueAt] of [noon + 1000, noon + 3000].entries()) await keep(here.store, insertion(n, {}, { dueAt }))
      await schedule.advance(500)
      expect(seqsOf(await schedule.due('send', companyGuid, noon + 500, 10))).toEqual([1])
      await schedule.noLaterThan(noon + 600)
      const due = await schedule.due('send', companyGuid, noon + 600, 10)
      expect(due.map(({ dueAt }) => dueAt)).toEqual([noon + 500, noon + 600])
    })

    test('puts off what did not succeed and counts the tries, until something happens', async () => {
      const kept = await keep(here.store, insertion(1))
      const { schedule, records } = here.store
      await schedule.postpone('poll', [kept.seq], noon + 99)
      await schedule.postpone('send', [kept.seq, 999], noon + 50)
      expect(await schedule.due('send', companyGuid, noon + 49, 10)).toEqual([])
      const [due] = await schedule.due('send', companyGuid, noon + 50, 10)
      expect(due).toEqual({ ...kept, dueAt: noon + 50, tries: 1, mostInBatch: 100, unfinishedBuilds: 0 })
      await records.write({ writes: [update(kept, eventOf.held), insertion(2)] })
      const held = await records.byGuid(kept.record.saleGuid)
      if (held) await records.write({ writes: [update(held, eventOf.released, { dueAt: noon + 7, mostInBatch: 3 })] })
      const [again] = (await schedule.due('send', companyGuid, noon + 99, 10)).filter(({ seq }) => seq === kept.seq)
      expect(again).toMatchObject({ dueAt: noon + 7, tries: 0, mostInBatch: 3 })
    })

    test('counts how often a document was begun to be built, until that ends or something happens', async () => {
      const kept = await keep(here.store, insertion(1))
      const { schedule, records } = here.store
      const builds = async () =>
        (await schedule.due('send', companyGuid, noon + 99, 10)).map((due) => due.unfinishedBuilds)
      await schedule.beginBuilds([kept.seq, 999])
      await schedule.beginBuilds([kept.seq])
      expect(await builds()).toEqual([2])
      await schedule.endBuilds([kept.seq])
      expect(await builds()).toEqual([0])
      await schedule.beginBuilds([kept.seq])
      await records.write({ writes: [update(kept, eventOf.held)] })
      const held = await records.byGuid(kept.record.saleGuid)
      if (held) await records.write({ writes: [update(held, eventOf.released)] })
      expect(await builds()).toEqual([0])
    })

    test('counts what waits to be sent and was sold before an instant, by company', async () => {
      await keep(here.store, insertion(1, { issuedAt: noon - 2 }))
      await keep(here.store, insertion(2, { issuedAt: noon }))
      await happen(here.store, await keep(here.store, insertion(3, { issuedAt: noon - 2 })), eventOf.held)
      const { schedule } = here.store
      expect([...(await schedule.unsentIssuedBefore(noon))]).toEqual([[companyGuid, 1]])
      expect([...(await schedule.unsentIssuedBefore(noon + 1))]).toEqual([[companyGuid, 2]])
      expect([...(await schedule.unsentIssuedBefore(noon - 2))]).toEqual([])
      const receipt = insertion(8, { issuedAt: noon - 3, consolidated: true })
      await keep(here.store, receipt)
      await happen(here.store, await keep(here.store, insertion(9, { issuedAt: noon - 3 })), eventOf.held)
      await happen(here.store, await keep(here.store, insertion(10, { issuedAt: noon - 3 })), eventOf.voided)
      expect([...(await schedule.unsentIssuedBefore(noon - 2))]).toEqual([])
    })

    test('shows its lanes by company and work: how many, first due, oldest', async () => {
      await here.store.companies.save(otherCompany, 'control')
      const other = otherCompany.profile
      await keep(here.store, insertion(1, {}, { at: noon + 5, dueAt: noon + 90 }))
      await keep(here.store, insertion(2, {}, { at: noon + 6, dueAt: noon + 80 }))
      await keep(here.store, insertion(3, { companyGuid: other.companyGuid, companyCode: other.companyCode }))
      await happen(here.store, await keep(here.store, insertion(4)), eventOf.claimed)
      const lanes = [...(await here.store.schedule.lanes())].sort(
        (a, b) => a.companyGuid.localeCompare(b.companyGuid) || a.work.localeCompare(b.work),
      )
      expect(lanes).toEqual([
        { work: 'send', companyGuid, count: 2, firstDueAt: noon + 80, oldestAt: noon + 5 },
        { work: 'settle', companyGuid, count: 1, firstDueAt: noon, oldestAt: noon },
        { work: 'send', companyGuid: other.companyGuid, count: 1, firstDueAt: noon, oldestAt: noon },
      ])
      expect(seqsOf(await here.store.schedule.due('send', other.companyGuid, noon, 10))).toEqual([3])
    })

    test('gives everything of one kind in the order of acceptance, page by page, also after opening anew', async () => {
      for (let n = 0; n < 5; n += 1) await happen(here.store, await keep(here.store, insertion(n)), eventOf.claimed)
      const { schedule } = await here.reopen()
      expect((await schedule.all('settle', 0, 3)).map(({ seq }) => seq)).toEqual([1, 2, 3])
      expect((await schedule.all('settle', 3, 3)).map(({ seq }) => seq)).toEqual([4, 5])
      expect(await schedule.all('send', 0, 3)).toEqual([])
    })
  })
}
