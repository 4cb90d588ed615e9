import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { followOtherProcesses } from '../../electron/gateway/compose/other-processes.ts'
import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { ChangeNotifier } from '../../electron/gateway/features/records/changes.ts'
import { SendingPauses } from '../../electron/gateway/features/sending/sending-pauses.ts'
import { systemClock as clock } from '../../electron/gateway/platform/system.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { hangMs } from '../support/hang-limit.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { databaseIn } from '../support/store-engine.ts'
import { insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('what another process wrote', () => {
  const here = sharedPostgres()

  /** One process writes and another follows. Measures how soon the second hears of the first one's writes. */
  async function followed() {
    const { url, stores } = await here.shared(2)
    const [other, mine] = stores as readonly [SharedStore, SharedStore]
    const changes = new ChangeNotifier()
    const nothing = () => undefined
    const nobody = { forget: () => null, changedAnywhere: nothing, mended: () => true, look: nothing, wake: nothing }
    const following = await followOtherProcesses({
      store: mine,
      news: mine.news,
      access: nobody,
      sessions: nobody,
      credentials: nobody,
      outbox: nobody,
      dispatch: nobody,
      codes: new Codes(),
      pauses: await SendingPauses.keptIn(mine),
      changes,
      clock,
      log: pino({ level: 'silent' }),
    })
    onTestFinished(() => following.stop())
    let count = 0
    const told = async () => {
      count += 1
      const next = changes.next(() => true, hangMs)
      await keep(other, insertion(count))
      return next
    }
    const ask = (text: string) => here.server.ask(databaseIn(url), text)
    const listening = async (what = 'pid') =>
      (
        await ask(
          `SELECT ${what} FROM pg_stat_activity WHERE application_name = 'resit lock' AND datname = current_database()`,
        )
      ).length
    await expect.poll(() => listening()).toBe(1)
    return { told, listening }
  }

  test('is heard of by the others, without asking, and not by itself', async () => {
    const { stores } = await here.shared(3)
    const heard = stores.map(({ news }) => {
      const mock = vi.fn<() => void>()
      news.listen(mock)
      return mock
    })
    // When it begins to listen it is called once, because commits may have been missed. The stores' own first writes
    // come then too.
    const calls = () => heard.map((mock) => mock.mock.calls.length).join()
    let before = ''
    const isQuiet = () => {
      const [last, now] = [before, calls()]
      before = now
      return now === last && !now.split(',').includes('0')
    }
    await expect.poll(isQuiet, { interval: 500, timeout: hangMs }).toBe(true)
    for (const mock of heard) mock.mockClear()
    await keep(stores[0] as SharedStore, insertion(1))
    for (const mock of heard.slice(1)) await vi.waitFor(() => expect(mock).toHaveBeenCalledOnce(), { timeout: hangMs })
    // A call for its own write would have come before the call for this one.
    await stores[1]?.acts.add({ at: clock.now(), by: 'control', type: 'trusted_again', facts: {} })
    await vi.waitFor(() => expect(heard[2]).toHaveBeenCalledTimes(2), { timeout: hangMs })
    await vi.waitFor(() => expect(heard[0]).toHaveBeenCalledOnce(), { timeout: hangMs })
    expect(heard[1]).toHaveBeenCalledOnce()
  })

  test('reaches those who wait here, also if the line that hears it is lost', async () => {
    const { told, listening } = await followed()
    expect(await told()).not.toBeNull()
    expect(await listening('pg_terminate_backend(pid)')).toBe(1)
    expect(await told()).not.toBeNull()
    await expect.poll(() => listening()).toBe(1)
    expect(await told()).not.toBeNull()
  })
})
