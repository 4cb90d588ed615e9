import { describe, expect, test } from 'vitest'
import type { Person, PinHash } from '../../electron/gateway/store/port/people.ts'
import { noon } from '../support/records.ts'
import { aCompany, freshStore, type Open } from '../support/stores.ts'

const pin: PinHash = {
  pepper: '1',
  cost: 1024,
  blockSize: 8,
  parallelization: 1,
  salt: 'c2FsdA',
  hash: 'aGFzaA',
  digits: 6,
}
const attribution = { by: 'person:Aminah', at: noon + 1 }

const aPerson = (name: string, over: Partial<Person> = {}): Person => ({
  id: `id of ${name}`,
  name,
  role: 'cashier',
  language: null,
  outlets: [],
  wrongPins: 0,
  pinDigits: 6,
  codeUntil: null,
  createdAt: noon,
  disabledAt: null,
  ...over,
})

export function peopleContract(open: Open): void {
  describe('people', () => {
    const here = freshStore(open)
    const add = (person: Person) => here.store.people.create(person, pin, 'control')

    test('are kept for good and found by id and by name, however it is written', async () => {
      const aminah = aPerson('Aminah', { role: 'owner', language: 'ms' })
      expect(await add(aminah)).toBe('created')
      expect(await add(aPerson('Zoë', { createdAt: noon + 1 }))).toBe('created')
      const { people } = await here.reopen()
      expect(await people.byId(aminah.id)).toEqual(aminah)
      expect(await people.byName('AMINAH')).toEqual(aminah)
      expect((await people.byName('Zoe\u0308'))?.name).toBe('Zoë')
      expect([await people.byId('nobody'), await people.byName('Nobody')]).toEqual([null, null])
      expect((await people.list()).map(({ name }) => name)).toEqual(['Aminah', 'Zoë'])
    })

    test('do not share a name, also not with somebody who left', async () => {
      await add(aPerson('Siti'))
      await here.store.people.setDisabled('id of Siti', true, attribution)
      expect(await add(aPerson('SITI', { id: 'another' }))).toBe('name_taken')
    })

    test('always have an owner among them, once they had one', async () => {
      const { people } = here.store
      expect(await people.hasOwner()).toBe(false)
      await add(aPerson('Aminah', { role: 'owner' }))
      await add(aPerson('Siti'))
      expect(await people.hasOwner()).toBe(true)
      expect(await people.setRole('id of Aminah', 'supervisor', attribution)).toBe('last_owner')
      expect(await people.setDisabled('id of Aminah', true, attribution)).toBe('last_owner')
      expect(await people.byId('id of Aminah')).toMatchObject({ role: 'owner', disabledAt: null })
      expect(await people.setRole('id of Siti', 'owner', attribution)).toBe('changed')
      expect(await people.setDisabled('id of Aminah', true, attribution)).toBe('changed')
      expect(await people.setRole('id of Siti', 'cashier', attribution)).toBe('last_owner')
      expect(await people.setDisabled('id of Aminah', false, attribution)).toBe('changed')
      expect(await people.setRole('nobody', 'cashier', attribution)).toBe('unknown')
    })

    test('of two owners who are disabled at the same moment, one stays', async () => {
      await add(aPerson('Aminah', { role: 'owner' }))
      await add(aPerson('Siti', { role: 'owner' }))
      const { people } = here.store
      const both = await Promise.all(
        ['id of Aminah', 'id of Siti'].map((id) => people.setDisabled(id, true, attribution)),
      )
      expect(both.sort()).toEqual(['changed', 'last_owner'])
      expect(await people.hasOwner()).toBe(true)
    })

    test('have their wrong PINs counted by place for good, until one is right there or there is a new one', async () => {
      await add(aPerson('Siti'))
      const { people } = here.store
      const here1 = { door: 'sign_in', origin: 'user 1000' } as const
      const there = { door: 'sign_in', origin: 'desktop' } as const
      const inside = { door: 'session', origin: 'desktop' } as const
      expect([await people.pinOf('id of Siti'), await people.pinOf('nobody')]).toEqual([pin, null])
      expect(await people.countTry('nobody', here1)).toBeNull()
      expect(await people.countTry('id of Siti', here1)).toEqual(pin)
      await people.countTry('id of Siti', here1)
      await people.countTry('id of Siti', there)
      const reopened = (await here.reopen()).people
      const counts = () => Promise.all([here1, there, inside].map((place) => reopened.triesAt('id of Siti', place)))
      expect(await counts()).toEqual([2, 1, 0])
      expect((await reopened.byId('id of Siti'))?.wrongPins).toBe(2)
      await reopened.forgetTries('id of Siti', here1)
      await reopened.countTry('id of Siti', inside)
      expect(await counts()).toEqual([0, 1, 1])
      const fresh = { ...pin, hash: 'bmV3' }
      expect(await reopened.setPin('id of Siti', fresh, attribution)).toBe('changed')
      expect(await counts()).toEqual([0, 0, 0])
      expect(await reopened.countTry('id of Siti', here1)).toEqual(fresh)
    })

    test('have a code until they choose a PIN', async () => {
      await here.store.people.create({ ...aPerson('Siti'), codeUntil: noon + 9 }, pin, 'control')
      const { people, acts } = await here.reopen()
      expect((await people.byId('id of Siti'))?.codeUntil).toBe(noon + 9)
      await people.setPin('id of Siti', pin, attribution)
      expect((await people.byId('id of Siti'))?.codeUntil).toBeNull()
      await people.setPin('id of Siti', pin, attribution, noon + 20)
      expect((await people.byId('id of Siti'))?.codeUntil).toBe(noon + 20)
      expect((await acts.list(0, 10)).map(({ type }) => type).slice(1)).toEqual([
        'operator_created',
        'operator_pin_set',
        'operator_code_made',
      ])
    })

    test('are limited to some outlets, which an owner never is', async () => {
      const outlets = [{ companyGuid: aCompany().profile.companyGuid, outletName: 'KLCC 城中城' }]
      await add(aPerson('Aminah', { role: 'owner' }))
      await add(aPerson('Siti', { role: 'supervisor', outlets }))
      await add(aPerson('Ravi'))
      const { people } = await here.reopen()
      const seen = async () => (await people.list()).map((person) => person.outlets)
      expect(await seen()).toEqual([[], [], outlets])
      expect((await people.byName('Siti'))?.outlets).toEqual(outlets)
      expect(await people.setOutlets('id of Ravi', outlets, attribution)).toBe('changed')
      expect(await people.setOutlets('id of Aminah', outlets, attribution)).toBe('is_owner')
      expect(await people.setOutlets('nobody', outlets, attribution)).toBe('unknown')
      expect(await seen()).toEqual([[], outlets, outlets])
      await people.setRole('id of Siti', 'owner', attribution)
      await people.setOutlets('id of Ravi', [], attribution)
      expect(await seen()).toEqual([[], [], []])
      const acts = (await here.store.acts.list(0, 20)).filter(({ facts }) => 'outlets' in facts)
      expect(acts.map(({ type, facts }) => [type, facts['outlets']])).toEqual([
        ['operator_created', outlets],
        ['operator_outlets_set', outlets],
        ['operator_outlets_set', []],
      ])
    })

    test('leave what was done to them in the journal, without any PIN', async () => {
      await add(aPerson('Aminah', { role: 'owner' }))
      const { people, acts } = here.store
      await people.setPin('id of Aminah', pin, attribution)
      await people.setRole('id of Aminah', 'owner', attribution)
      await people.setDisabled('id of Aminah', true, attribution)
      await people.setDisabled('id of Aminah', false, attribution)
      const kept = await acts.list(0, 10)
      expect(kept.slice(1).map(({ type, by }) => [type, by])).toEqual([
        ['operator_created', 'control'],
        ['operator_pin_set', 'person:Aminah'],
        ['operator_role_set', 'person:Aminah'],
        ['operator_enabled', 'person:Aminah'],
      ])
      expect(JSON.stringify(kept)).not.toMatch(/c2FsdA|aGFzaA/)
    })
  })

  describe('drafts', () => {
    const here = freshStore(open)
    const aDraft = (n: number, body = `{"n":${n}}`) => ({ id: `draft ${n}`, body, at: noon + n })
    const save = async (owner: string, n: number, mostOpen = 100) =>
      here.store.drafts.save(`id of ${owner}`, aDraft(n), mostOpen)

    test('belong to one person, the one touched last first', async () => {
      for (const name of ['Siti', 'Ravi']) await here.store.people.create(aPerson(name), pin, 'control')
      await save('Siti', 1)
      await save('Siti', 2)
      await save('Ravi', 3)
      await here.store.drafts.save('id of Siti', { ...aDraft(1, '{"n":"changed"}'), at: noon + 9 }, 100)
      const { drafts } = await here.reopen()
      const changed = { id: 'draft 1', body: '{"n":"changed"}', updatedAt: noon + 9 }
      expect((await drafts.list('id of Siti')).map(({ id }) => id)).toEqual(['draft 1', 'draft 2'])
      expect(await drafts.byId('id of Siti', 'draft 1')).toEqual(changed)
      expect(await drafts.byId('id of Ravi', 'draft 1')).toBeNull()
      expect(await drafts.save('id of Ravi', aDraft(1), 100)).toBe('not_yours')
      expect(await drafts.finish('id of Ravi', 'draft 1', noon)).toBe(false)
      expect(await drafts.byId('id of Siti', 'draft 1')).toEqual(changed)
    })

    test('that are done are gone for good, and so many at a time are enough', async () => {
      await here.store.people.create(aPerson('Siti'), pin, 'control')
      await save('Siti', 1)
      expect(await save('Siti', 2, 1)).toBe('too_many')
      expect(await save('Siti', 1, 1)).toMatchObject({ id: 'draft 1' })
      const { drafts } = here.store
      expect(await drafts.finish('id of Siti', 'draft 1', noon)).toBe(true)
      expect(await drafts.finish('id of Siti', 'draft 1', noon)).toBe(false)
      expect(await drafts.list('id of Siti')).toEqual([])
      expect(await save('Siti', 1)).toBe('not_yours')
    })
  })
}
