import { describe, expect, test } from 'vitest'
import { listQuery } from '../support/list-query.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany } from '../support/stores.ts'

/** Queries that are limited to some outlets of a company. */
export function outletsContract(open: Open): void {
  describe('of some outlets alone', () => {
    const here = freshStore(open)
    const { companyGuid } = aCompany().profile
    const quotes = `Kedai "Ah Seng", O'Brien \\ 城中城`

    test('is told what waits, what needs a person and what was sold there, whatever the name', async () => {
      const { store } = here
      await store.companies.save(otherCompany, 'control')
      const at = (n: number, outletName: string, more: Parameters<typeof insertion>[2] = {}) =>
        keep(store, insertion(n, { outletName }, more))
      await at(1, 'KLCC', { at: noon + 2, dueAt: noon + 9 })
      await at(2, quotes, { at: noon + 1, dueAt: noon + 8 })
      await at(3, quotes, { holds: 'waits_for_original' })
      await happen(store, await at(4, 'Bangsar'), eventOf.claimed, eventOf.outcome_unknown, eventOf.conflicted)
      const other = { companyGuid: otherCompany.profile.companyGuid, companyCode: otherCompany.profile.companyCode }
      await keep(store, insertion(5, { ...other, outletName: 'KLCC' }, { holds: 'waits_for_original' }))
      const { records, schedule } = await here.reopen()
      const of = (outletNames: readonly string[]) => ({
        companyGuid,
        outlets: outletNames.map((outletName) => ({ companyGuid, outletName })),
      })
      const asked = async (...outletNames: readonly string[]) => ({
        lanes: (await schedule.lanes(of(outletNames).outlets)).filter(({ work }) => work === 'send'),
        attentions: [...(await records.attentions(of(outletNames)))],
        needing: await records.needingPerson(of(outletNames)),
        shifts: (await records.shifts(of(outletNames), 100)).length,
      })
      const lane = { work: 'send', companyGuid }
      expect(await asked('KLCC', quotes)).toEqual({
        lanes: [{ ...lane, count: 2, firstDueAt: noon + 8, oldestAt: noon + 2 }],
        attentions: [['waits_for_original', 1]],
        // A note that waits needs no person.
        needing: 0,
        shifts: 2,
      })
      expect(await asked('KLCC')).toMatchObject({ lanes: [{ count: 1 }], attentions: [], needing: 0 })
      expect(await asked('Bangsar')).toMatchObject({ lanes: [], attentions: [['conflict', 1]], needing: 1 })
      expect(await asked('klcc', '')).toEqual({ lanes: [], attentions: [], needing: 0, shifts: 0 })
      expect(await asked()).toEqual({ lanes: [], attentions: [], needing: 0, shifts: 0 })
      const found = async (...outletNames: readonly string[]) => {
        const whose = of(outletNames)
        const days = { from: '2020-01-01', to: '2040-01-01', after: null, limit: 10 }
        const pages = [
          await records.list(listQuery(whose)),
          await records.changedAfter(0, whose, 10),
          await records.soldBetween({ ...whose, ...days }),
          await records.range({ ...whose, ...days, family: 'sale', kind: 'invoice', outletName: null }),
        ]
        const outlets = pages.map((page) => page.map(({ record }) => record.outletName).toSorted())
        return [...outlets, (await records.count(listQuery(whose))).all]
      }
      const three = ['KLCC', quotes, quotes]
      expect(await found('KLCC', quotes)).toEqual([three, three, three, three, 3])
      expect(await found()).toEqual([[], [], [], [], 0])
    })
  })
}
