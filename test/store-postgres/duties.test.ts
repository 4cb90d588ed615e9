import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { Outbox } from '../../electron/gateway/outbox/outbox.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { aMovableClock, countedRandomness } from '../support/clock.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { databaseIn } from '../support/store-engine.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const wanted = ['house', 'a', 'b', 'c', 'd', 'e']
const of = ({ duties }: SharedStore) => wanted.filter((duty) => duties.has(duty))

describe.skipIf(why !== null)('what one process at a time does', () => {
  const here = sharedPostgres()
  const silence = (url: string) =>
    here.server.ask(databaseIn(url), "UPDATE writer SET seen_at = seen_at - interval '1 hour'")
  const three = async () => {
    const { url, stores } = await here.shared(3)
    return { url, stores: stores as readonly [SharedStore, SharedStore, SharedStore] }
  }
  /** Each process looks in turn, as often as it takes. */
  const look = async (stores: readonly SharedStore[]) => {
    for (let round = 0; round < 2; round += 1) for (const { duties } of stores) await duties.share(wanted)
  }

  test('is all done by the only one, and shared evenly with whoever comes', async () => {
    const { stores } = await three()
    const [first, second] = stores
    expect(of(first)).toEqual([])
    await first.duties.share(wanted)
    expect(of(first)).toEqual(wanted)
    await look([first, second])
    expect([of(first), of(second)].map(({ length }) => length)).toEqual([3, 3])
    await look(stores)
    expect(stores.map((store) => of(store).length)).toEqual([2, 2, 2])
    expect(stores.flatMap(of).toSorted()).toEqual(wanted.toSorted())
  })

  test('is never two processes’ at once, however they ask', async () => {
    const { stores } = await three()
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(stores.map(({ duties }) => duties.share(wanted)))
      const held = stores.flatMap(of)
      expect(new Set(held).size).toBe(held.length)
    }
    expect(stores.flatMap(of)).toHaveLength(wanted.length)
  })

  test('is taken over from one that ends, and from one that is not heard of', async () => {
    const { url, stores } = await three()
    const [first, second, third] = stores
    await look(stores)
    await here.close(third)
    await look([first, second])
    expect([...of(first), ...of(second)].toSorted()).toEqual(wanted.toSorted())
    await silence(url)
    await first.duties.share(wanted)
    expect(of(first)).toEqual(wanted)
    // Whoever wakes up begins with what it gets.
    await expect(second.duties.share(wanted)).rejects.toThrow(/others have taken over/)
    expect(of(second)).toEqual([])
    await look([first, second])
    expect([of(first), of(second)].map(({ length }) => length)).toEqual([3, 3])
  })

  test('is nobody’s in a process that slept, before it has asked anybody', async () => {
    const { url } = await here.shared(1)
    const clock = aMovableClock()
    const store = await here.open(url, { clock })
    await store.duties.share(wanted)
    expect(of(store)).toEqual(wanted)
    clock.pass(21_000)
    expect(of(store)).toEqual([])
  })

  test('is asked for again by a process that was away while it began', async () => {
    const { url } = await here.shared(1)
    const clock = aMovableClock()
    const store = await here.open(url, { clock })
    const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }) }
    const outbox = new Outbox(
      { ...store, ...common, companies: { list: async () => [] } } as unknown as OutboxDeps,
      true,
      () => null,
    )
    const begun = outbox.start()
    clock.pass(21_000)
    await begun
    await expect.poll(() => store.duties.has('house')).toBe(true)
    await outbox.stop()
  })

  test('does not wait for a process that takes none, as a command line', async () => {
    const { stores } = await three()
    await stores[1].claims.abandoned(0, 1)
    await stores[0].duties.share(wanted)
    expect(of(stores[0])).toEqual(wanted)
  })
})
