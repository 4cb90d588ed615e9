import { describe, expect, test } from 'vitest'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany } from '../support/stores.ts'

const { companyGuid } = aCompany().profile
const validUntil = (cancellableUntil: number) =>
  [eventOf.claimed, eventOf.taken, { ...eventOf.validated, cancellableUntil }] as const

export function watchContract(open: Open): void {
  describe('the documents that somebody may still cancel', () => {
    const here = freshStore(open)
    const asked = async (cancellableUntil: number, limit = 10, seq = Number.MAX_SAFE_INTEGER) =>
      (await here.store.records.cancellableAfter(companyGuid, { cancellableUntil, seq }, limit)).map((row) => row.seq)

    test('are the valid ones of the company, by when their time ends, which is after the time asked for', async () => {
      await here.store.companies.save(otherCompany, 'control')
      const other = otherCompany.profile
      for (const [n, until] of [noon + 30, noon + 10, noon + 20, noon].entries())
        await happen(here.store, await keep(here.store, insertion(n)), ...validUntil(until))
      const elsewhere = await keep(here.store, insertion(7, other))
      await happen(here.store, elsewhere, ...validUntil(noon + 10))
      const cancelled = await keep(here.store, insertion(8))
      await happen(here.store, cancelled, ...validUntil(noon + 10), eventOf.cancelled)
      await keep(here.store, insertion(9))
      expect(await asked(noon)).toEqual([2, 3, 1])
      expect(await asked(noon - 1)).toEqual([4, 2, 3, 1])
      expect(await asked(noon + 30)).toEqual([])
    })

    test('come in pages, also those whose time ends together', async () => {
      for (let n = 1; n <= 5; n += 1)
        await happen(here.store, await keep(here.store, insertion(n)), ...validUntil(noon + 10))
      expect(await asked(noon, 2)).toEqual([1, 2])
      expect(await asked(noon + 10, 2, 2)).toEqual([3, 4])
      expect(await asked(noon + 10, 2, 4)).toEqual([5])
      expect(await asked(noon + 10, 2, 5)).toEqual([])
    })

    test('are as whole as any other reading shows them', async () => {
      const valid = await happen(here.store, await keep(here.store, insertion(1)), ...validUntil(noon + 10))
      const after = { cancellableUntil: noon, seq: 0 }
      expect(await here.store.records.cancellableAfter(companyGuid, after, 1)).toEqual([valid])
    })
  })
}
