import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followOthers } from '../../electron/gateway/compose/other-processes.ts'
import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { OpenSessions } from '../../electron/gateway/features/people/sessions.ts'
import { Changes } from '../../electron/gateway/features/records/changes.ts'
import { SendingPauses } from '../../electron/gateway/features/sending/sending-pauses.ts'
import type { Worker } from '../../electron/gateway/outbox/worker.ts'
import { systemClock as clock, systemRandomness as randomness } from '../../electron/gateway/platform/system.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { databaseIn, postgresServer } from '../support/postgres-stores.ts'
import { insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const listeners = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`

describe.skipIf(why !== null)('what another process wrote', () => {
  const here = postgresServer()
  let url: string
  let other: SharedStore
  let mine: SharedStore
  let changes: Changes
  let following: Worker
  let made = 0

  beforeEach(async () => {
    const shared = await here.shared(2)
    ;({ url } = shared)
    ;[other, mine] = shared.stores as readonly [SharedStore, SharedStore]
    changes = new Changes()
    following = await followOthers({
      store: mine,
      changes,
      pauses: await SendingPauses.keptIn(mine),
      access: { forget: () => undefined },
      sessions: new OpenSessions({ clock, randomness, idleLockMs: 600_000 }),
      codes: new Codes(),
      credentials: { forget: () => null },
      outbox: { mended: () => undefined },
      dispatch: { wake: () => undefined },
      clock,
      log: pino({ level: 'silent' }),
    })
    await expect.poll(isListening).toBe(true)
  })
  afterEach(() => following.stop())

  const ask = (text: string) => here.server.ask(databaseIn(url), text)
  const isListening = async () => (await ask(`SELECT pid ${listeners}`)).length === 1

  /** @returns after how many milliseconds a sale of the other one was heard of */
  async function delayMs(): Promise<number> {
    const sale = insertion((made += 1))
    const news = changes.next(({ saleGuid }) => saleGuid === sale.record.saleGuid, 5_000)
    await keep(other, sale)
    const keptAt = performance.now()
    expect(await news).not.toBeNull()
    return performance.now() - keptAt
  }

  /** Each right after the one before: whoever looks once a second hears of each a second later. */
  async function sumOf(count: number): Promise<number> {
    let sumMs = 0
    for (let n = 0; n < count; n += 1) sumMs += await delayMs()
    return sumMs
  }

  test('is heard of at once', async () => {
    expect(await sumOf(10)).toBeLessThan(6_000)
  })

  test('is heard of within the second where the connection that listens was ended, and at once when it is there again', async () => {
    expect(await ask(`SELECT pg_terminate_backend(pid) ${listeners}`)).toHaveLength(1)
    expect(await delayMs()).toBeLessThan(2_000)
    await expect.poll(isListening, { timeout: 5_000 }).toBe(true)
    expect(await sumOf(10)).toBeLessThan(6_000)
  })

  test('is not looked for whenever this one writes itself', async () => {
    const looks = vi.spyOn(mine.acts, 'list')
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2_000) await keep(mine, insertion((made += 1)))
    expect(looks.mock.calls.length).toBeLessThanOrEqual(3)
  })

  test('is looked for no more often than five times a second while it never ends', async () => {
    const looks = vi.spyOn(mine.acts, 'list')
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2_000) await keep(other, insertion((made += 1)))
    expect(looks.mock.calls.length).toBeLessThanOrEqual(12)
  })
})
