import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OpenSessions } from '../../../electron/gateway/features/people/sessions.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Person } from '../../../electron/gateway/store/port/people.ts'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../../support/database-file.ts'
import { twoClocks } from './two-clocks.ts'

const idleLockMs = 600_000
const hour = 3_600_000
const siti: Person = {
  id: '99999999-0000-4000-8000-000000000001',
  name: 'Siti',
  role: 'cashier',
  outlets: [],
  language: 'ms',
  wrongPins: 0,
  pinDigits: 6,
  codeUntil: null,
  createdAt: 0,
  disabledAt: null,
}

const aPin = { pepper: '', cost: 1, blockSize: 1, parallelization: 1, salt: '', hash: '', digits: 6 }

describe('a session', () => {
  const file = freshFile()
  let store: Store
  let clock: ReturnType<typeof twoClocks>
  let sessions: OpenSessions
  let id: string
  let secret: string

  const processOn = (kept: Store) =>
    new OpenSessions({ kept: kept.sessions, clock, randomness: systemRandomness, idleLockMs })

  beforeEach(async () => {
    clock = twoClocks()
    store = openSqliteStore(file.path)
    await store.people.create(siti, aPin, 'control')
    sessions = processOn(store)
    const opened = await sessions.open(siti)
    id = opened.session.id
    secret = opened.secret
  })
  afterEach(() => store.upkeep.close())
  const isLocked = async (isUnattended = false) => (await sessions.callerWith(secret, isUnattended))?.person?.isLocked
  const restart = async () => {
    await store.upkeep.close()
    store = openSqliteStore(file.path)
    clock.restart()
    sessions = processOn(store)
  }

  test('has a secret of 256 bits and the scopes of the role', async () => {
    expect(secret).toMatch(/^rss_[A-Za-z0-9_-]{43}$/)
    const caller = await sessions.callerWith(secret, false)
    expect(caller).toMatchObject({ by: 'person:Siti', id: siti.id, companyGuid: null })
    expect([...(caller?.scopes ?? [])]).toEqual(['submit', 'read', 'taxpayer'])
    expect(await sessions.callerWith(`${secret}x`, false)).toBeNull()
  })

  test('stays open while somebody uses it, and is locked after the idle time', async () => {
    for (let n = 0; n < 5; n += 1) {
      clock.pass(idleLockMs - 1)
      expect(await isLocked()).toBe(false)
    }
    clock.pass(idleLockMs)
    expect(await isLocked()).toBe(true)
    expect(await isLocked()).toBe(true)
    await sessions.unlock(id)
    expect(await isLocked()).toBe(false)
  })

  test('is locked although the screen goes on asking by itself (UI10)', async () => {
    for (let n = 0; n < 9; n += 1) {
      clock.pass(idleLockMs / 10)
      expect(await isLocked(true)).toBe(false)
    }
    clock.pass(idleLockMs / 10)
    expect(await isLocked(true)).toBe(true)
  })

  test('is not kept open by setting the clock back, nor by a machine that slept', async () => {
    clock.setWallBy(-24 * hour)
    clock.pass(idleLockMs)
    expect(await isLocked()).toBe(true)
    await sessions.unlock(id)
    clock.setWallBy(idleLockMs)
    expect(await isLocked()).toBe(true)
  })

  test('is over after twelve hours, used or not, locked or not', async () => {
    for (let n = 0; n < 12 * 6 - 1; n += 1) {
      clock.pass(hour / 6)
      await sessions.unlock(id)
    }
    expect(await isLocked()).toBe(false)
    await restart()
    clock.pass(hour / 6)
    expect(await sessions.callerWith(secret, false)).toBeNull()
    expect(await sessions.byId(id)).toBeNull()
  })

  test('outlives a restart, with its lock and with its last use to a minute', async () => {
    clock.pass(idleLockMs - 1)
    await isLocked()
    clock.pass(idleLockMs - 1)
    await restart()
    expect(await isLocked()).toBe(false)
    await sessions.lock(id)
    await restart()
    expect(await isLocked()).toBe(true)
    await sessions.unlock(id)
    await restart()
    clock.pass(idleLockMs)
    expect(await isLocked()).toBe(true)
  })

  test('writes its uses once a minute, and never its secret', async () => {
    const usedAt = async () => (await store.sessions.byId(id))?.usedAt
    const began = await usedAt()
    clock.pass(59_000)
    await isLocked()
    expect(await usedAt()).toBe(began)
    clock.pass(1_000)
    await isLocked()
    expect(await usedAt()).toBe(clock.now())
    await store.upkeep.close()
    expect(readFileSync(file.path).includes(secret)).toBe(false)
    store = openSqliteStore(file.path)
  })

  test('ends at the sign-out, and with a change of the person, but for the one that made it', async () => {
    const other = await sessions.open(siti)
    const by = { by: 'person:Siti', at: clock.now() }
    await store.people.setPin(siti.id, aPin, { ...by, staysId: other.session.id })
    expect(await sessions.callerWith(secret, false)).toBeNull()
    expect(await sessions.callerWith(other.secret, false)).not.toBeNull()
    await sessions.end(other.session.id)
    expect(await sessions.callerWith(other.secret, false)).toBeNull()
    const third = await sessions.open(siti)
    await store.people.setOutlets(siti.id, [{ companyGuid: 'c', outletName: 'KLCC' }], by)
    expect(await sessions.callerWith(third.secret, false)).toBeNull()
  })

  test('of a change that is heard of again takes back no approval, of another process’s it does', () => {
    sessions.changed(siti.id)
    sessions.changedAnywhere(siti.id)
    expect(sessions.endingsOf(siti.id)).toBe(1)
    sessions.changedAnywhere(siti.id)
    expect(sessions.endingsOf(siti.id)).toBe(2)
  })

  test('is one of twenty at most: the oldest makes room', async () => {
    const later: string[] = []
    for (let n = 0; n < 20; n += 1) {
      clock.pass(1)
      later.push((await sessions.open(siti)).secret)
    }
    expect(await sessions.callerWith(secret, false)).toBeNull()
    for (const each of later) expect(await sessions.callerWith(each, false)).not.toBeNull()
  })
})
