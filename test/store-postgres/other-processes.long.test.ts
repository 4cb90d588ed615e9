import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followOtherProcesses } from '../../electron/gateway/compose/other-processes.ts'
import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { OpenSessions } from '../../electron/gateway/features/people/sessions.ts'
import { ChangeNotifier } from '../../electron/gateway/features/records/changes.ts'
import { sendingRoutes } from '../../electron/gateway/features/sending/routes.ts'
import { SendingPauses } from '../../electron/gateway/features/sending/sending-pauses.ts'
import { Access } from '../../electron/gateway/http/access.ts'
import type { CallTo } from '../../electron/gateway/http/call.ts'
import type { RepeatingTask } from '../../electron/gateway/outbox/repeating-task.ts'
import { systemClock as clock, systemRandomness as randomness } from '../../electron/gateway/platform/system.ts'
import type { Person } from '../../electron/gateway/store/port/people.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { codeListIds } from '../../shared/document/codes.ts'
import { hangMs } from '../support/hang-limit.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf } from '../support/records.ts'
import { aCompany, insertion, keep, update } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const log = pino({ level: 'silent' })
const { companyGuid } = aCompany().profile
const siti: Person = {
  id: '99999999-0000-4000-8000-000000000001',
  name: 'Siti',
  role: 'supervisor',
  outlets: [],
  language: 'ms',
  wrongPins: 0,
  pinDigits: 6,
  codeUntil: null,
  createdAt: 0,
  disabledAt: null,
}

const dispatch = { wake: vi.fn<() => void>() }
const credentials = { forget: vi.fn<(secret: string) => string | null>((secret) => secret.replace('myinvois/', '')) }
const outbox = { mended: vi.fn<(companyGuid: string) => boolean>(() => true), look: () => undefined }

/** The caches of a process. */
async function memoryOver(store: SharedStore) {
  const sessions = new OpenSessions({ kept: store.sessions, clock, randomness, idleLockMs: 600_000 })
  const access = new Access(store.tokens, 'rst_control', { clock, randomness, sessions })
  return {
    store,
    shared: store.sealed,
    access,
    sessions,
    codes: new Codes(),
    changes: new ChangeNotifier(),
    dispatch,
    credentials,
    outbox,
    pauses: await SendingPauses.keptIn(store),
    clock,
    log,
  }
}

describe.skipIf(why !== null)('what another process on the same database did', () => {
  const here = sharedPostgres()
  let other: Awaited<ReturnType<typeof memoryOver>>
  let mine: Awaited<ReturnType<typeof memoryOver>>
  let following: RepeatingTask

  beforeEach(async () => {
    const { stores } = await here.shared(2)
    const [one, two] = stores as readonly [SharedStore, SharedStore]
    other = await memoryOver(one)
    mine = await memoryOver(two)
    following = await followOtherProcesses(mine)
  })
  afterEach(() => following.stop())

  test.each([companyGuid, null])(
    'keeps this one from sending (%s) within two seconds, and lets it go on',
    async (of) => {
      const now = () => ({ since: clock.now(), by: 'person:Aminah', reason: 'Stock-taking' })
      await other.pauses.pause(of, now())
      await vi.waitFor(() => expect(mine.pauses.of(companyGuid)?.reason).toBe('Stock-taking'), { timeout: hangMs })
      await other.pauses.resume(of, now())
      await vi.waitFor(() => expect(mine.pauses.of(companyGuid)).toBeNull(), { timeout: hangMs })
    },
  )

  test('a try that a person asked for there is made here, because this one sends', async () => {
    const asked = sendingRoutes({ ...other, ...other.store, outbox: { mended: () => false } })
    await asked.trySending({ caller: { by: 'person:Siti', companyGuid: null } } as CallTo<'trySending'>)
    await vi.waitFor(() => expect(outbox.mended).toHaveBeenCalledWith(companyGuid), { timeout: hangMs })
  })

  test('is known to whoever asks right before a claim, at once', async () => {
    await following.stop()
    await other.pauses.pause(companyGuid, { since: clock.now(), by: 'person:Aminah', reason: null })
    expect(mine.pauses.of(companyGuid)).toBeNull()
    expect(await mine.pauses.readAgain(companyGuid)).toBe(true)
    expect(mine.pauses.of(companyGuid)).not.toBeNull()
    await other.pauses.resume(companyGuid, { since: clock.now(), by: 'person:Aminah', reason: null })
    await mine.pauses.readAgain(companyGuid)
    expect(mine.pauses.of(companyGuid)).toBeNull()
  })

  test('a token that it revoked is nobody’s here, and the others stay', async () => {
    const asked = { name: 'Till 1', scopes: ['submit'], companyGuid } as const
    const till = await other.access.create(asked, 'control')
    const second = await other.access.create({ ...asked, name: 'Till 2' }, 'control')
    for (const { secret } of [till, second]) expect(await mine.access.callerWith(secret)).not.toBeNull()
    await other.access.revoke(till.id, 'control')
    await vi.waitFor(async () => expect(await mine.access.callerWith(till.secret)).toBeNull(), { timeout: hangMs })
    expect(await mine.access.callerWith(second.secret)).not.toBeNull()
  })

  test('a person whom it signed in is signed in here, until it changes the person or signs out', async () => {
    await other.store.people.create(
      siti,
      { pepper: '', cost: 1, blockSize: 1, parallelization: 1, salt: '', hash: '', digits: 6 },
      'control',
    )
    const first = await other.sessions.open(siti)
    expect(await mine.access.callerWith(first.secret)).toMatchObject({ by: 'person:Siti' })
    await mine.sessions.lock(first.session.id)
    expect((await other.access.callerWith(first.secret))?.person?.isLocked).toBe(true)
    const endings = mine.sessions.endingsOf(siti.id)
    await other.store.people.setRole(siti.id, 'cashier', { by: 'person:Aminah', at: clock.now() })
    expect(await mine.access.callerWith(first.secret)).toBeNull()
    await vi.waitFor(() => expect(mine.sessions.endingsOf(siti.id)).toBe(endings + 1), { timeout: hangMs })
    const second = await other.sessions.open(siti)
    const outlets = [{ companyGuid, outletName: 'KLCC' }]
    const by = { by: 'person:Siti', at: clock.now(), staysId: second.session.id }
    await other.store.people.setPin(
      siti.id,
      { pepper: '', cost: 1, blockSize: 1, parallelization: 1, salt: '', hash: '', digits: 6 },
      by,
    )
    expect(await mine.access.callerWith(second.secret)).not.toBeNull()
    await other.store.people.setOutlets(siti.id, outlets, by)
    expect(await mine.access.callerWith(second.secret)).toBeNull()
    const third = await other.sessions.open(siti)
    await other.sessions.end(third.session.id)
    expect(await mine.access.callerWith(third.secret)).toBeNull()
  })

  test('credentials that it was given are read anew, and what waits for them goes on', async () => {
    await other.shared.set(`myinvois/${companyGuid}`, 'sealed')
    await vi.waitFor(() => expect(outbox.mended).toHaveBeenCalledWith(companyGuid), { timeout: hangMs })
    expect(credentials.forget).toHaveBeenCalledExactlyOnceWith(`myinvois/${companyGuid}`)
  })

  test('credentials that it was given are none of this one’s where it shares no secrets', async () => {
    await following.stop()
    const { shared: _, ...alone } = mine
    following = await followOtherProcesses(alone)
    for (const mock of [outbox.mended, credentials.forget, dispatch.wake]) mock.mockClear()
    await other.shared.set(`myinvois/${companyGuid}`, 'sealed')
    // The second reading that found something began after the change.
    for (const n of [1, 2]) {
      await keep(other.store, insertion(n))
      await vi.waitFor(() => expect(dispatch.wake).toHaveBeenCalledTimes(n), { timeout: hangMs })
    }
    expect(credentials.forget).not.toHaveBeenCalled()
    expect(outbox.mended).not.toHaveBeenCalled()
  })

  test('is news to webhooks, and to whoever waits here for a record', async () => {
    dispatch.wake.mockClear()
    const kept = await keep(other.store, insertion(1))
    await vi.waitFor(() => expect(dispatch.wake).toHaveBeenCalled(), { timeout: hangMs })
    expect(await mine.changes.next(({ saleGuid }) => saleGuid === kept.record.saleGuid, 100)).toBeNull()
    const news = mine.changes.next(({ phase }) => phase === 'voided', hangMs)
    await other.store.records.write({ writes: [update(kept, eventOf.voided)] })
    expect((await news)?.saleGuid).toBe(kept.record.saleGuid)
    expect(mine.changes.isAwaited).toBe(false)
  })

  test('code lists that it refreshed before this one began to look are those of this one', async () => {
    const [list] = codeListIds
    await following.stop()
    const state = { ...other.codes.list(list), refreshedAt: clock.now(), source: 'https://authority.example/codes' }
    const tried = { list, at: clock.now(), by: 'schedule', source: state.source, keptBecause: null, changes: null }
    await other.store.codes.refreshed([state], [tried])
    following = await followOtherProcesses(mine)
    await vi.waitFor(() => expect(mine.codes.list(list).source).toBe(state.source), { timeout: hangMs })
  })
})
