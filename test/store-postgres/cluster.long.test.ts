import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgresStore, type SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { PostgresCluster } from '../support/postgres-cluster.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a cluster of servers', () => {
  let cluster: PostgresCluster
  let sold = 0
  beforeAll(async () => {
    cluster = await PostgresCluster.start()
  })
  afterAll(() => cluster.remove())

  async function open(url = cluster.url): Promise<SharedStore> {
    const store = await openPostgresStore(url, { patienceMs: 4_000, sending: 'in_turn' })
    onTestFinished(() => store.upkeep.close())
    if (!(await store.companies.byGuid(aCompany().profile.companyGuid)))
      await store.companies.save(aCompany(), 'control')
    return store
  }
  const sell = (store: SharedStore) => {
    sold += 1
    return keep(store, insertion(sold))
  }
  const soundAfter = async (store: SharedStore) => {
    expect(await store.journal.status()).toMatchObject({ isTrusted: true })
    expect(await store.journal.verify()).toMatchObject({ records: sold, findings: [] })
    await expect.poll(() => store.storage.status.state).toBe('sound')
  }

  test.each([
    ['ended', false],
    ['stood still without a word', true],
  ])(
    'is named by one address, and a process goes on with the server that took over from one that %s',
    async (_, isFrozen) => {
      const [store, other] = [await open(), await open()]
      const heard = vi.fn<() => void>()
      other.news.listen(heard)
      const before = await Promise.all(Array.from({ length: 20 }, () => sell(store)))
      // Opens connections, which may never answer again after the fail-over.
      await Promise.all(before.map(({ record }) => store.records.byGuid(record.saleGuid)))
      const left = cluster.primary
      if (isFrozen) cluster.freeze('primary')
      await cluster.failOver()
      expect(cluster.primary).not.toBe(left)
      const completed = cluster.completeAgain()
      const [after] = await Promise.all([sell(store), completed])
      for (const { record, seq } of [...before, after])
        expect(await store.records.byGuid(record.saleGuid)).toEqual({ seq, record })
      // Waits until news of the new primary is heard.
      const listening = "SELECT pid FROM pg_stat_activity WHERE application_name = 'resit lock'"
      await expect.poll(() => cluster.ask('resit', listening)).toHaveLength(2)
      heard.mockClear()
      await sell(store)
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0)
      await soundAfter(store)
    },
  )

  test('has a write whose commit only the primary kept answered when a replica has it, and not before', async () => {
    // Only the primary's own name, so that commits do not wait for replicas that do not answer.
    const [primary] = cluster.ports
    const store = await open(`postgres://resit@127.0.0.1:${primary}/resit`)
    await sell(store)
    const goOn = cluster.freeze('replicas')
    onTestFinished(goOn)
    let isAnswered = false
    const written = sell(store).then(() => {
      isAnswered = true
    })
    await pause(500)
    expect(isAnswered).toBe(false)
    await cluster.crash()
    await cluster.startAgain()
    // The record is on this server only.
    const text = 'SELECT count(*)::int AS count FROM record'
    await expect.poll(() => cluster.ask('resit', text)).toEqual([{ count: sold }])
    await pause(2_000)
    expect(isAnswered).toBe(false)
    goOn()
    await written
    await soundAfter(store)
  })

  test('that was started again is believed when a replica has what it shows, and not before', async () => {
    const [primary] = cluster.ports
    const url = `postgres://resit@127.0.0.1:${primary}/resit`
    const [store, other] = [await open(url), await open(url)]
    await sell(store)
    const goOn = cluster.freeze('replicas')
    onTestFinished(goOn)
    const written = sell(store)
    const { saleGuid } = insertion(sold).record
    await pause(500)
    expect(await other.records.byGuid(saleGuid)).toBeNull()
    await cluster.crash()
    await cluster.startAgain()
    const text = 'SELECT count(*)::int AS count FROM record'
    await expect.poll(() => cluster.ask('resit', text)).toEqual([{ count: sold }])
    // Asks another process, as a till without an answer does.
    let isTold = false
    const told = other.records.byGuid(saleGuid).then(
      () => {
        isTold = true
      },
      () => undefined,
    )
    await pause(2_000)
    expect(isTold).toBe(false)
    goOn()
    await Promise.all([written, told])
    await expect.poll(async () => (await other.records.byGuid(saleGuid))?.seq).toBe(sold)
    await soundAfter(store)
  })

  test('is not used where the address leads to a replica', async () => {
    const [, replica = 0] = cluster.ports
    await expect(openPostgresStore(`postgres://resit@127.0.0.1:${replica}/resit`)).rejects.toMatchObject({
      reason: 'unsafe',
      message: expect.stringMatching(/replica.*name the primary/),
    })
  })
})
