import { describe, expect, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf } from '../support/records.ts'
import { databaseIn } from '../support/store-engine.ts'
import { insertion, keep, update } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('several processes over one PostgreSQL', () => {
  const here = sharedPostgres()
  const two = async () => {
    const { stores, url } = await here.shared(2)
    return { url, stores: stores as readonly Store[] as readonly [Store, Store] }
  }

  test('that are given one sale at the same moment keep it once', async () => {
    const { stores } = await two()
    for (let n = 1; n <= 20; n += 1) {
      const answers = await Promise.all(stores.map(({ records }) => records.write({ writes: [insertion(n)] })))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers).toContainEqual({ ok: false, why: 'guid_taken' })
    }
  })

  test('that are given two sales under one business key at the same moment keep one of them', async () => {
    const { stores } = await two()
    for (let n = 1; n <= 20; n += 1) {
      const { saleCode } = insertion(n).record
      const answers = await Promise.all([
        stores[0].records.write({ writes: [insertion(n)] }),
        stores[1].records.write({ writes: [insertion(100 + n, { saleCode })] }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers).toContainEqual({ ok: false, why: 'key_taken' })
    }
  })

  test('that change one record at the same moment do so one after the other, and the second is told', async () => {
    const { stores } = await two()
    for (let n = 1; n <= 20; n += 1) {
      const was = await keep(stores[0], insertion(n))
      const answers = await Promise.all([
        stores[0].records.write({ writes: [update(was, eventOf.voided)] }),
        stores[1].records.write({ writes: [update(was, eventOf.claimed)] }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers).toContainEqual({ ok: false, why: 'stale' })
    }
  })

  test('show every change to whoever reads from a place on: none appears behind a later one', async () => {
    const { stores } = await two()
    const each = 150
    const writing = { isOver: false }
    const written = Promise.all(
      stores.map((store, at) =>
        Promise.all(Array.from({ length: each }, (_, n) => keep(store, insertion(at * each + n)))),
      ),
    ).finally(() => {
      writing.isOver = true
    })
    const [reader] = stores
    const seen: number[] = []
    const readOn = async () => {
      const changes = await reader.records.changedAfter(seen.at(-1) ?? 0, { companyGuid: null }, 1000)
      seen.push(...changes.map(({ eventSeq }) => eventSeq))
    }
    while (!writing.isOver) await readOn()
    await written
    await readOn()
    // After the event of the company.
    expect(seen).toEqual(Array.from({ length: 2 * each }, (_, at) => at + 2))
    expect(await reader.records.lastEventSeq()).toBe(2 * each + 1)
    expect(await reader.journal.verify()).toMatchObject({ records: 2 * each, findings: [] })
  })

  test('see at once what another has changed of a company, and what another has found in the journal', async () => {
    const { stores } = await two()
    const [one, other] = stores
    const kept = await keep(one, insertion(1))
    const company = await other.companies.byGuid(kept.record.companyGuid)
    if (!company) throw new Error('the company is not there')
    await one.companies.save({ ...company, profile: { ...company.profile, companyCode: 'NEW' } }, 'control')
    expect((await other.records.byGuid(kept.record.saleGuid))?.record.companyCode).toBe('NEW')
    await one.journal.found([{ code: 'rolled_back', line: null, record: null, detail: null }])
    expect(await other.records.write({ writes: [update(kept, eventOf.claimed)] })).toEqual({
      ok: false,
      why: 'untrusted',
    })
  })

  test('that start together make an empty database ready once', async () => {
    const url = await here.server.database('template1')
    const stores = await Promise.all([1, 2, 3].map(() => here.open(url)))
    for (const { records } of stores) expect(await records.lastEventSeq()).toBe(0)
    const versions = await here.server.ask(databaseIn(url), 'SELECT version FROM schema_version')
    expect(versions).toHaveLength(1)
  })
})
