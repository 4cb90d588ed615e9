import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { databaseIn } from '../support/store-engine.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

/** Making the first company is an event too. */
const acts = 1

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

type Cut = 'before' | 'after'

/** A proxy between a store and its server. It cuts the connection at the next commits, as often as it is told. */
async function lineTo(url: string) {
  let cuts: Cut[] = []
  let made = 0
  const open = new Set<Socket>()
  const unheard = new WeakSet<Socket>()
  const server = createServer((till: Socket) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [one, other] of [
      [till, upstream],
      [upstream, till],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
    let isCut = false
    open.add(till)
    till.on('close', () => open.delete(till))
    till.on('data', (bytes: Buffer) => {
      if (unheard.has(till)) return
      const cut = bytes.includes('commit') || bytes.includes('COMMIT') ? cuts.shift() : undefined
      if (cut) made += 1
      // The server executes the commit, and its answer is lost.
      if (cut === 'after') isCut = true
      if (cut === 'before') till.destroy()
      else upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      if (unheard.has(till)) return
      if (isCut) till.destroy()
      else till.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = new URL(url)
  const place = server.address()
  address.port = String(typeof place === 'object' && place ? place.port : 0)
  return {
    url: address.href,
    cut: (...next: readonly Cut[]) => {
      cuts = [...next]
    },
    get made() {
      return made
    },
    /** From now on it passes nothing on, not even the end of connections. */
    loseAll: () => {
      for (const till of open) unheard.add(till)
      return open.size
    },
  }
}

/** Repeats the same write until it is stored, as a till does. */
async function keepOn({ records }: Store, n: number, isBack: () => boolean): Promise<void> {
  for (;;) {
    const isLast = isBack()
    try {
      const written = await records.write({ writes: [insertion(n)] })
      expect(written.ok || written.why === 'guid_taken').toBe(true)
      return
    } catch (cause) {
      // If the server is away for longer than the patience, the error says so. If it is back, it answers.
      expect(cause).toBeInstanceOf(StorageFailure)
      if (isLast) throw cause
    }
  }
}

describe.skipIf(why !== null)('a write on PostgreSQL', () => {
  const here = postgresServer()

  test.each([
    ['was not heard of', ['before']],
    ['was made, and its answer lost', ['after']],
    ['failed again and again', ['before', 'after', 'before', 'after']],
  ] as const)('whose commit %s is made once, and answered so', async (_, cuts) => {
    const line = await lineTo(await here.server.database())
    const store = await here.open(line.url)
    await store.companies.save(aCompany(), 'control')
    line.cut(...cuts)
    const kept = await keep(store, insertion(1))
    expect(line.made).toBeGreaterThan(0)
    expect(await store.records.byGuid(kept.record.saleGuid)).toEqual(kept)
    expect(await store.records.events(kept.seq)).toHaveLength(1)
    expect(await store.records.lastEventSeq()).toBe(1 + acts)
    line.cut()
    expect(await keep(store, insertion(2))).toMatchObject({ seq: 2 })
  })

  test('does not wait for a server that is gone without a word, and neither does who reads', async () => {
    const line = await lineTo(await here.server.database())
    const store = await here.open(line.url, { patienceMs: 4_000 })
    await store.companies.save(aCompany(), 'control')
    const kept = await keep(store, insertion(1))
    expect(await store.records.byGuid(kept.record.saleGuid)).toEqual(kept)
    // The new server answers at the same address.
    expect(line.loseAll()).toBeGreaterThan(1)
    const heard = [keep(store, insertion(2)), store.records.byGuid(kept.record.saleGuid)]
    expect(await Promise.all(heard)).toMatchObject([{ seq: 2 }, kept])
  })

  test('is made once although all connections are thrown out in the middle of many', async () => {
    const { stores, url } = await here.shared(2)
    const name = databaseIn(url)
    const throwOut = () =>
      here.server.ask(
        'postgres',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'resit'`,
      )
    const writes = stores.flatMap((store, at) =>
      Array.from({ length: 100 }, (_, n) => keep(store, insertion(at * 100 + n))),
    )
    const thrown = await Promise.all([throwOut(), ...writes.slice(0, 1)])
    expect(thrown).toHaveLength(2)
    await throwOut()
    const kept = await Promise.all(writes)
    expect(new Set(kept.map(({ seq }) => seq)).size).toBe(200)
    expect(await stores[0]?.records.lastEventSeq()).toBe(200 + acts)
    expect(await stores[0]?.journal.verify()).toMatchObject({ records: 200, findings: [] })
  })

  test('waits for a server that is cut off and comes back, and nothing that was answered is gone', async () => {
    const { stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    const before = await Promise.all(Array.from({ length: 20 }, (_, n) => keep(store, insertion(n))))
    let isBack = false
    const during = Promise.all(Array.from({ length: 20 }, (_, n) => keepOn(store, 100 + n, () => isBack)))
    await here.server.stop('at_once')
    await here.server.start()
    isBack = true
    await during
    for (const { record, seq } of before) expect(await store.records.byGuid(record.saleGuid)).toEqual({ seq, record })
    expect(await store.records.lastEventSeq()).toBe(40 + acts)
    expect(await store.journal.verify()).toMatchObject({ records: 40, findings: [] })
  })
})
