import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PinTry, PinVerifier } from '../../../electron/gateway/features/people/pin-verifier.ts'
import { hashPin, isRightPin, type Pepper } from '../../../electron/gateway/features/people/pins.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Log } from '../../../electron/gateway/ports.ts'
import type { Person, PinPrompt } from '../../../electron/gateway/store/port/people.ts'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../../support/database-file.ts'
import { cheapPins } from '../../support/gateway.ts'
import { twoClocks } from './two-clocks.ts'

const right = '271828'
const wrong = '161803'
const minute = 60_000

/** A try of a PIN, from the usual origin unless another is given. */
const at = (secret: string, door: PinPrompt, origin = 'program'): PinTry => ({
  secret,
  door,
  origin,
  kind: 'pin',
  by: 'nobody',
})
const code = (secret: string): PinTry => ({ ...at(secret, 'sign_in'), kind: 'code' })
const log = { warn: () => undefined } as unknown as Log
const locked = () => Promise.reject(new Error('the secrets are locked'))
const ours: Pepper = { id: '1', secret: 'pepper' }

describe('PINs', () => {
  const file = freshFile()
  let store: Store
  let clock: ReturnType<typeof twoClocks>
  let verifier: PinVerifier
  let aminah: Person
  let pepper: Pepper | null
  const refused = vi.fn<() => void>()
  let siti: Person

  const openVerifier = () => {
    const { people, acts } = store
    verifier = new PinVerifier({
      people,
      acts,
      clock,
      randomness: systemRandomness,
      log,
      pepper: async () => pepper ?? locked(),
      pinCost: cheapPins,
      refused,
    })
  }
  const restart = async () => {
    await store.upkeep.close()
    store = openSqliteStore(file.path)
    clock.restart()
    openVerifier()
  }
  const add = async (name: string): Promise<Person> => {
    const id = systemRandomness.guid()
    const operator = { id, name, role: 'owner', outlets: [], language: null, createdAt: 0 } as const
    await store.people.create(operator, await verifier.make(right), 'control')
    return { ...operator, wrongPins: 0, pinDigits: 6, codeUntil: null, disabledAt: null }
  }
  const tryTimes = async (count: number, pin: string) => {
    const kinds: string[] = []
    for (let n = 0; n < count; n += 1) kinds.push((await verifier.check(aminah, at(pin, 'sign_in'))).kind)
    return kinds
  }

  beforeEach(async () => {
    store = openSqliteStore(file.path)
    clock = twoClocks()
    pepper = ours
    refused.mockClear()
    openVerifier()
    aminah = await add('Aminah')
    siti = await add('Siti')
  })
  afterEach(() => store.upkeep.close())

  test('five wrong ones stop that person for a minute, and nobody else', async () => {
    expect(await tryTimes(5, wrong)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong'])
    expect(await verifier.check(aminah, at(right, 'sign_in'))).toEqual({ kind: 'paused', waitMs: minute })
    expect(await verifier.check(siti, at(right, 'sign_in'))).toEqual({ kind: 'right' })
    clock.pass(minute)
    expect(await verifier.check(aminah, at(right, 'sign_in'))).toEqual({ kind: 'right' })
    expect((await store.people.byId(aminah.id))?.wrongPins).toBe(0)
    expect(await tryTimes(4, wrong)).toEqual(['wrong', 'wrong', 'wrong', 'wrong'])
    expect(await verifier.check(aminah, at(right, 'sign_in'))).toEqual({ kind: 'right' })
  })

  test('the pause doubles to a quarter of an hour, whatever restarts and the wall clock does (UI7)', async () => {
    await tryTimes(4, wrong)
    await restart()
    expect(await tryTimes(1, wrong)).toEqual(['wrong'])
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await verifier.check(aminah, at(right, 'sign_in'))).toEqual({ kind: 'paused', waitMs: minutes * minute })
      clock.setWallBy(400 * 24 * 60 * minute)
      expect((await verifier.check(aminah, at(right, 'sign_in'))).kind).toBe('paused')
      clock.setWallBy(-800 * 24 * 60 * minute)
      await restart()
      clock.pass(minutes * minute - 1)
      expect(await verifier.check(aminah, at(right, 'sign_in'))).toEqual({ kind: 'paused', waitMs: 1 })
      clock.pass(1)
      expect(await verifier.check(aminah, at(wrong, 'sign_in'))).toEqual({ kind: 'wrong' })
    }
    clock.pass(15 * minute)
    expect(await verifier.check(aminah, at(right, 'sign_in'))).toEqual({ kind: 'right' })
  })

  test('wrong ones at the open sign-in keep nobody out who has a session, nor the other way round, over restarts (UI7)', async () => {
    const atSignIn = async (pin: string) => (await verifier.check(aminah, at(pin, 'sign_in'))).kind
    const inSession = async (pin: string) => (await verifier.check(aminah, at(pin, 'session'))).kind
    for (let n = 0; n < 6; n += 1) await atSignIn(wrong)
    expect([await atSignIn(right), await inSession(right)]).toEqual(['paused', 'right'])
    await restart()
    expect([await atSignIn(right), await inSession(right)]).toEqual(['paused', 'right'])
    for (let n = 0; n < 5; n += 1) expect(await inSession(wrong)).toBe('wrong')
    await restart()
    expect(await inSession(right)).toBe('paused')
    clock.pass(minute)
    // A right PIN forgets only the wrong tries of its own origin.
    expect(await inSession(right)).toBe('right')
    expect((await store.people.byId(aminah.id))?.wrongPins).toBe(5)
    expect(await atSignIn(right)).toBe('right')
  })

  test('as many tries as a minute has at the sign-in leave those with a session theirs', async () => {
    const { people, acts } = store
    const always = { ...people, countTry: async () => null, forgetTries: async () => undefined, byId: async () => null }
    const busy = new PinVerifier({
      people: always,
      acts,
      clock,
      randomness: systemRandomness,
      log,
      pepper: async () => ours,
      pinCost: cheapPins,
      refused,
    })
    for (let n = 0; n < 31; n += 1) await busy.check(siti, at(right, 'sign_in'))
    expect((await busy.check(siti, at(right, 'session'))).kind).toBe('wrong')
  })

  test('a hundred tries at once are no more than one after the other', async () => {
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => verifier.check(aminah, at(wrong, 'sign_in'))))
    const tried = verdicts.filter(({ kind }) => kind === 'wrong')
    expect(tried).toHaveLength(5)
    expect((await store.people.byId(aminah.id))?.wrongPins).toBe(5)
  })

  test('more than thirty tries a minute are too many, were they all right', async () => {
    const { people, acts } = store
    const always = { ...people, countTry: async () => null, forgetTries: async () => undefined, byId: async () => null }
    const busy = new PinVerifier({
      people: always,
      acts,
      clock,
      randomness: systemRandomness,
      log,
      pepper: async () => ours,
      pinCost: cheapPins,
      refused,
    })
    const verdicts = await Promise.all(Array.from({ length: 31 }, () => busy.check(siti, at(right, 'sign_in'))))
    expect(verdicts.filter(({ kind }) => kind === 'paused')).toHaveLength(1)
  })

  test('a new PIN ends the pause of the old one', async () => {
    await tryTimes(6, wrong)
    await store.people.setPin(aminah.id, await verifier.make(wrong), { by: 'control', at: 0 })
    verifier.forget(aminah.id)
    expect(await verifier.check(aminah, at(wrong, 'sign_in'))).toEqual({ kind: 'right' })
  })

  test('wrong ones by somebody else pause nobody but whoever gave them, over restarts (DS3)', async () => {
    const by = async (origin: string, pin: string) => (await verifier.check(aminah, at(pin, 'sign_in', origin))).kind
    for (let n = 0; n < 5; n += 1) expect(await by('user 1001', wrong)).toBe('wrong')
    expect([await by('user 1001', right), await by('user 1000', right), await by('desktop', right)]).toEqual([
      'paused',
      'right',
      'right',
    ])
    await restart()
    expect([await by('user 1001', right), await by('desktop', right)]).toEqual(['paused', 'right'])
  })

  test('ten wrong ones in a row close the place they came from until there is a new PIN, and no other (UI7)', async () => {
    const by = async (origin: string, pin: string) => (await verifier.check(aminah, at(pin, 'sign_in', origin))).kind
    for (let n = 0; n < 10; n += 1) {
      expect(await by('user 1001', wrong)).toBe('wrong')
      clock.pass(15 * minute)
    }
    expect(await by('user 1001', right)).toBe('closed')
    await restart()
    clock.pass(24 * 60 * minute)
    expect([await by('user 1001', right), await by('desktop', right)]).toEqual(['closed', 'right'])
    await store.people.setPin(aminah.id, await verifier.make(right), { by: 'control', at: 0 })
    verifier.forget(aminah.id)
    expect(await by('user 1001', right)).toBe('right')
  })

  test('a one-time code opens as long as it lasts and where a PIN does not, and the other way round', async () => {
    const until = clock.now() + minute
    await store.people.setPin(aminah.id, await verifier.make('ABCDE23456'), { by: 'control', at: 0 }, until)
    expect((await verifier.check(aminah, at('ABCDE23456', 'sign_in'))).kind).toBe('other_kind')
    expect((await verifier.check(aminah, code('abcde-2345x'))).kind).toBe('wrong')
    expect((await verifier.check(aminah, code('abcde 23456'))).kind).toBe('right')
    clock.pass(minute)
    expect((await verifier.check(aminah, code('ABCDE23456'))).kind).toBe('wrong')
    expect((await verifier.check(siti, code(right))).kind).toBe('other_kind')
  })

  test('are hashed with a secret outside of the database, and are worth nothing without (SE3)', async () => {
    const of = (person: Person) => verifier.check(person, at(right, 'sign_in'))
    expect((await store.people.countTry(aminah.id, at(right, 'sign_in')))?.pepper).toBe(ours.id)
    pepper = { id: '2', secret: 'of another computer' }
    expect((await of(aminah)).kind).toBe('elsewhere')
    pepper = null
    expect((await of(aminah)).kind).toBe('elsewhere')
    await expect(verifier.make(right)).rejects.toThrow('the secrets are locked')
    pepper = ours
    expect((await of(aminah)).kind).toBe('right')
  })

  test('wrong ones stand in the journal, the PINs do not (SE5)', async () => {
    await tryTimes(1, wrong)
    const acts = await store.acts.list(0, 100)
    expect(acts.at(-1)).toMatchObject({
      type: 'wrong_pin',
      by: 'nobody',
      facts: { id: aminah.id, door: 'sign_in', origin: 'program', inARow: 1 },
    })
    expect(refused).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(acts)).not.toMatch(new RegExp(`${right}|${wrong}`))
  })
})

test('a PIN is kept as a hash with its own salt and the cost it was made with', async () => {
  const [one, other] = await Promise.all([
    hashPin(right, { salt: 'c2FsdA', pepper: ours }),
    hashPin(right, { salt: 'b3RoZXI', pepper: ours }),
  ])
  expect(one).toMatchObject({ cost: 32_768, blockSize: 8, parallelization: 3, salt: 'c2FsdA' })
  expect(one.hash).not.toBe(other.hash)
  const another = { ...ours, secret: 'salt' }
  expect(await isRightPin(right, one, another)).toBe(false)
  expect([await isRightPin(right, one, ours), await isRightPin(wrong, one, ours)]).toEqual([true, false])
  const cheaper = { ...one, cost: 1024 }
  expect(await isRightPin(right, cheaper, ours)).toBe(false)
})
