import { describe, expect, test } from 'vitest'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, freshStore, happen, insertion, keep, type Open, otherCompany } from '../support/stores.ts'

const { companyGuid } = aCompany().profile
const target = { id: 'w', url: 'https://shop.example/hook', companyGuid, createdAt: noon }
const at = { now: noon, latest: noon + 86_400_000 }

export function webhooksContract(open: Open): void {
  describe('webhooks', () => {
    const here = freshStore(open)

    test('take up each record once, at its last change, of their company alone and from now on', async () => {
      const { store } = here
      const { webhooks } = store
      await store.companies.save(otherCompany, 'control')
      await keep(store, insertion(1))
      await webhooks.add(target, 'person:Aini')
      const second = await happen(store, await keep(store, insertion(2)), eventOf.held)
      const { companyGuid: elsewhere, companyCode } = otherCompany.profile
      await keep(store, insertion(3, { companyGuid: elsewhere, companyCode }))
      await webhooks.takeUp('w', 10)
      const due = await webhooks.due('w', at, 10)
      expect(due.map(({ eventSeq }) => eventSeq)).toEqual([6])
      expect(due[0]?.record).toEqual({ ...second, isReferredTo: false })
      expect(await webhooks.targets()).toMatchObject([{ id: 'w', companyGuid, waiting: 1, failed: 0, position: 7 }])
    })

    test('take up no more than there is room for, and go on behind it', async () => {
      const { webhooks } = here.store
      await webhooks.add({ ...target, companyGuid: null }, 'person:Aini')
      for (let n = 1; n <= 3; n += 1) await keep(here.store, insertion(n))
      await webhooks.takeUp('w', 2)
      await webhooks.takeUp('w', 2)
      expect((await webhooks.due('w', at, 10)).map(({ eventSeq }) => eventSeq)).toEqual([3, 4])
      await webhooks.tried('w', 3, { at: noon, httpStatus: 200, became: { state: 'delivered' } })
      await webhooks.takeUp('w', 2)
      expect((await webhooks.due('w', at, 10)).map(({ eventSeq }) => eventSeq)).toEqual([4, 5])
    })

    test('stay as they were if a delivery that is not there is asked for again, and a write beside it stands', async () => {
      const { acts, settings, webhooks } = here.store
      await webhooks.add(target, 'person:Aini')
      await keep(here.store, insertion(1))
      await webhooks.takeUp('w', 10)
      await webhooks.tried('w', 3, { at: noon, httpStatus: null, became: { state: 'away', dueAt: noon + 5 } })
      const [isReplayed] = await Promise.all([
        webhooks.replay('w', { eventSeq: 99 }, { at: noon, by: 'person:Aini' }),
        settings.set('a', '1', 'control', noon),
      ])
      expect(isReplayed).toBe(false)
      expect(await webhooks.targets()).toMatchObject([{ failures: 1, dueAt: noon + 5 }])
      expect(await settings.get('a')).toBe('1')
      expect((await acts.latest(null, 1)).map(({ type }) => type)).toEqual(['setting_changed'])
    })

    test('keep what became of each try, and tell it again where somebody asks for it', async () => {
      const { webhooks } = here.store
      await webhooks.add(target, 'person:Aini')
      for (let n = 1; n <= 2; n += 1) await keep(here.store, insertion(n))
      await webhooks.takeUp('w', 10)
      await webhooks.tried('w', 3, { at: noon, httpStatus: 500, became: { state: 'waiting', dueAt: noon + 9 } })
      await webhooks.tried('w', 4, { at: noon, httpStatus: null, became: { state: 'away', dueAt: noon + 5 } })
      expect(await webhooks.nextDue('w')).toBe(0)
      expect(await webhooks.targets()).toMatchObject([{ failures: 1, dueAt: noon + 5 }])
      await webhooks.tried('w', 4, { at: noon + 6, httpStatus: 204, became: { state: 'delivered' } })
      const reopened = (await here.reopen()).webhooks
      expect(await reopened.deliveries('w', null, 10)).toMatchObject([
        { eventSeq: 4, state: 'delivered', attempts: 2, triedAt: noon + 6, httpStatus: 204 },
        { eventSeq: 3, state: 'waiting', attempts: 1, dueAt: noon + 9, httpStatus: 500 },
      ])
      const asked = { at: noon, by: 'person:Aini' }
      expect(await reopened.replay('w', { eventSeq: 4 }, asked)).toBe(true)
      expect(await reopened.replay('w', { eventSeq: 99 }, asked)).toBe(false)
      expect(await reopened.replay('nobody', { afterSeq: 0 }, asked)).toBe(false)
      expect((await reopened.due('w', at, 10)).map(({ eventSeq }) => eventSeq)).toEqual([4])
      expect(await reopened.remove('w', noon, 'person:Aini')).toBe(true)
      expect(await reopened.remove('w', noon, 'person:Aini')).toBe(false)
      expect(await reopened.targets()).toEqual([])
    })
  })
}
