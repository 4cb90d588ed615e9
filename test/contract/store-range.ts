import { describe, expect, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type {
  DayRangeCursor,
  DayRangeQuery,
  RecordWithAcceptanceDay,
} from '../../electron/gateway/store/port/records.ts'
import { eventOf, hourMs, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany } from '../support/stores.ts'

const dayMs = 24 * hourMs
const query = (over: Partial<DayRangeQuery> = {}): DayRangeQuery => ({
  companyGuid: aCompany().profile.companyGuid,
  family: 'sale',
  kind: 'invoice',
  from: '2026-11-20',
  to: '2026-11-21',
  outletName: null,
  after: null,
  limit: 25,
  ...over,
})

const placeOf = (row: RecordWithAcceptanceDay | undefined): DayRangeCursor | null => row ?? null

/** Reads all pages. `between` runs after each page. */
async function pagesOf(store: Store, asked: DayRangeQuery, between: () => Promise<unknown> = async () => {}) {
  const rows: RecordWithAcceptanceDay[] = []
  for (let after: DayRangeCursor | null = null; ; ) {
    const page = await store.records.range({ ...asked, after })
    rows.push(...page)
    if (page.length < asked.limit) return rows
    after = placeOf(page.at(-1))
    await between()
  }
}

export function rangeContract(open: Open): void {
  describe('a range of submissions', () => {
    const here = freshStore(open)

    test('has what was accepted on its days, both included, and nothing else', async () => {
      await here.store.companies.save(otherCompany, 'control')
      const { companyGuid, companyCode } = otherCompany.profile
      for (const [n, at] of [-dayMs, 0, dayMs, 2 * dayMs].entries())
        await keep(here.store, insertion(n, {}, { at: noon + at }))
      await keep(here.store, insertion(10, { kind: 'credit_note' }))
      await keep(here.store, insertion(11, { family: 'self_billed' }))
      await keep(here.store, insertion(12, { companyGuid, companyCode }))
      const codes = async (over: Partial<DayRangeQuery> = {}) =>
        (await here.store.records.range(query(over))).map(({ record }) => record.saleCode)
      expect(await codes()).toEqual(['0001', '0002'])
      expect(await codes({ to: '2026-11-20' })).toEqual(['0001'])
      expect(await codes({ from: '2026-11-23', to: '2026-12-31' })).toEqual([])
      expect(await codes({ kind: 'credit_note' })).toEqual(['0010'])
      expect(await codes({ family: 'self_billed' })).toEqual(['0011'])
      expect(await codes({ companyGuid })).toEqual(['0012'])
    })

    test.each([null, 'KLCC'])('is paged without gap or repeat while rows are added, outlet %s', async (outletName) => {
      const names = (n: number) => ({ outletName: n % 3 === 0 ? 'Bangsar' : 'KLCC' })
      const kept: number[] = []
      const add = async (n: number) => {
        const { seq } = await keep(here.store, insertion(n, names(n), { at: noon + Math.floor(n / 20) * dayMs }))
        if (outletName === null || names(n).outletName === outletName) kept.push(seq)
      }
      for (let n = 0; n < 37; n += 1) await add(n)
      let next = 37
      const rows = await pagesOf(here.store, query({ outletName, limit: 4 }), async () => {
        if (next < 40) await add(next++)
      })
      expect(next).toBe(40)
      expect(rows.map(({ seq }) => seq)).toEqual(kept)
    })

    test('shows each record as it is, and whether another refers to it', async () => {
      const original = await happen(here.store, await keep(here.store, insertion(1)), eventOf.claimed, eventOf.taken)
      await keep(here.store, insertion(2, { kind: 'credit_note' }, { originals: [original] }))
      const [row] = await here.store.records.range(query())
      expect(row).toEqual({ ...original, day: '2026-11-20', isReferredTo: true })
    })
  })

  test('what needs a person is counted by why', async () => {
    const opened = await open()
    const { store } = opened
    await store.companies.save(aCompany(), 'control')
    const [one, two] = [await keep(store, insertion(1)), await keep(store, insertion(2))]
    await keep(store, insertion(3, {}, { holds: 'waits_for_original' }))
    await happen(store, one, eventOf.claimed, eventOf.outcome_unknown, eventOf.conflicted)
    await happen(store, two, eventOf.held)
    const counted = new Map([
      ['conflict', 1],
      ['waits_for_original', 2],
    ])
    expect(await store.records.attentions({ companyGuid: null })).toEqual(counted)
    expect(await store.records.attentions(one.record)).toEqual(counted)
    await opened.close()
  })
}
