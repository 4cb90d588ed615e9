import { beforeEach, describe, expect, test } from 'vitest'
import { OpenSessions } from '../../../electron/gateway/features/people/sessions.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Person } from '../../../electron/gateway/store/port/people.ts'
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

describe('a session', () => {
  let clock: ReturnType<typeof twoClocks>
  let sessions: OpenSessions
  let id: string
  let secret: string

  beforeEach(() => {
    clock = twoClocks()
    sessions = new OpenSessions({ clock, randomness: systemRandomness, idleLockMs })
    const opened = sessions.open(siti)
    id = opened.session.id
    secret = opened.secret
  })
  const isLocked = (isUnattended = false) => sessions.callerWith(secret, isUnattended)?.person?.isLocked

  test('has a secret of 256 bits and the scopes of the role', () => {
    expect(secret).toMatch(/^rss_[A-Za-z0-9_-]{43}$/)
    const caller = sessions.callerWith(secret, false)
    expect(caller).toMatchObject({ by: 'person:Siti', id: siti.id, companyGuid: null })
    expect([...(caller?.scopes ?? [])]).toEqual(['submit', 'read', 'taxpayer'])
    expect(sessions.callerWith(`${secret}x`, false)).toBeNull()
  })

  test('stays open while somebody uses it, and is locked after the idle time', () => {
    for (let n = 0; n < 5; n += 1) {
      clock.pass(idleLockMs - 1)
      expect(isLocked()).toBe(false)
    }
    clock.pass(idleLockMs)
    expect(isLocked()).toBe(true)
    expect(isLocked()).toBe(true)
    sessions.unlock(id)
    expect(isLocked()).toBe(false)
  })

  test('is locked although the screen goes on asking by itself (UI10)', () => {
    for (let n = 0; n < 9; n += 1) {
      clock.pass(idleLockMs / 10)
      expect(isLocked(true)).toBe(false)
    }
    clock.pass(idleLockMs / 10)
    expect(isLocked(true)).toBe(true)
  })

  test('is not kept open by setting the clock back, nor by a machine that slept', () => {
    clock.setWallBy(-24 * hour)
    clock.pass(idleLockMs)
    expect(isLocked()).toBe(true)
    sessions.unlock(id)
    clock.setWallBy(idleLockMs)
    expect(isLocked()).toBe(true)
  })

  test('is over after twelve hours, used or not, locked or not', () => {
    for (let n = 0; n < 12 * 6 - 1; n += 1) {
      clock.pass(hour / 6)
      sessions.unlock(id)
    }
    expect(isLocked()).toBe(false)
    clock.pass(hour / 6)
    expect(sessions.callerWith(secret, false)).toBeNull()
    expect(sessions.byId(id)).toBeNull()
  })

  test('ends at the sign-out, or with all of that person', () => {
    const other = sessions.open(siti)
    const stranger = sessions.open({ ...siti, id: 'other', name: 'Ravi' })
    sessions.endAllOf(siti.id, other.session.id)
    expect(sessions.callerWith(secret, false)).toBeNull()
    expect(sessions.callerWith(other.secret, false)).not.toBeNull()
    sessions.end(other.session.id)
    expect(sessions.callerWith(other.secret, false)).toBeNull()
    expect(sessions.callerWith(stranger.secret, false)).not.toBeNull()
  })

  test('ends with a change that another process made, and an own one that is heard of again takes back no approval', () => {
    sessions.endAllOf(siti.id)
    const change = { at: clock.now(), by: 'person:Aminah' }
    const since = sessions.open(siti)
    sessions.endOlder(siti.id, change)
    expect(sessions.endingsOf(siti.id)).toBe(1)
    expect(sessions.callerWith(since.secret, false)).not.toBeNull()
    sessions.endOlder(siti.id, { ...change, at: clock.now() + 1 })
    expect(sessions.endingsOf(siti.id)).toBe(2)
    expect(sessions.callerWith(since.secret, false)).toBeNull()
  })

  test('is one of twenty at most: the oldest makes room', () => {
    const later = Array.from({ length: 20 }, () => sessions.open(siti).secret)
    expect(sessions.callerWith(secret, false)).toBeNull()
    expect(later.every((each) => sessions.callerWith(each, false) !== null)).toBe(true)
  })
})
