import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { archiveAll, dayMs, liveOn } from '../support/closed-months.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { databaseIn, postgresServer } from '../support/postgres-stores.ts'
import { eventOf, lives, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, keptBody, otherCompany } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('months of a head office', () => {
  const here = postgresServer()
  let url: string
  let store: SharedStore
  beforeEach(async () => {
    const shared = await here.shared(1)
    url = shared.url
    store = shared.stores[0] as SharedStore
  })

  const rowsIn = async (table: string) =>
    Number((await here.server.ask(databaseIn(url), `SELECT count(*) AS count FROM ${table}`))[0]?.['count'])
  const { companyGuid } = aCompany().profile
  const act = (daysAgo: number) =>
    store.acts.add({ at: noon - daysAgo * dayMs, by: 'control', type: 'x', facts: { companyGuid } })
  const namesOf = async () => (await store.upkeep.archives()).map(({ name }) => name)
  const proveRound = async () => {
    for (let isRoundOver = false; !isRoundOver; ) {
      const proof = await store.journal.proveOn(noon)
      expect(proof.findings).toEqual([])
      isRoundOver = proof.isRoundOver
    }
  }

  test('in which nothing was sold, but somebody did something, hold no later one up', async () => {
    await act(150)
    await liveOn(store, 1, noon - 120 * dayMs)
    await act(100)
    await liveOn(store, 2, noon - 60 * dayMs)
    await act(50)
    await liveOn(store, 3, noon)
    const made = await archiveAll(store)
    const names = await namesOf()
    expect(names.map((name) => name.slice(0, 7))).toEqual(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10'])
    expect(made).toBe(names.length)
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 3 })
    await proveRound()
  })

  test('of many blocks are read, proved and taken away block by block', async () => {
    // That cannot be packed: a few of them fill a block.
    const bodies = Array.from({ length: 24 }, () => randomBytes(30_000))
    const sales = []
    for (const [n, body] of bodies.entries())
      sales.push(await liveOn(store, n + 1, noon - (70 - n) * dayMs, { extras: { body } }))
    await liveOn(store, 100, noon)
    expect(await archiveAll(store)).toBe(2)
    expect(await rowsIn('archive_block')).toBeGreaterThan(4)
    for (const [n, sale] of sales.entries())
      expect((await keptBody(store, sale, 1)).equals(bodies[n] as Buffer)).toBe(true)
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 25, bodies: 25 })
    await proveRound()
  })

  test('are gone on with by a proof that was in the middle of one when it was archived', async () => {
    for (let n = 1; n <= 120; n += 1) await liveOn(store, n, noon - 75 * dayMs + n * (dayMs / 3))
    // Two hundred lines of a chain at a time: the first is in the middle of the first month.
    expect(await store.journal.proveOn(noon)).toMatchObject({ findings: [], isRoundOver: false })
    expect(await store.journal.proveOn(noon)).toMatchObject({ findings: [], isRoundOver: false })
    expect(await archiveAll(store)).toBe(2)
    await proveRound()
  })

  test('of one company have nothing of another, and each company has its own', async () => {
    await store.companies.save(otherCompany, 'control')
    const { companyGuid, companyCode } = otherCompany.profile
    const others = { names: { companyGuid, companyCode } }
    const sales = []
    for (let n = 1; n <= 10; n += 1) {
      sales.push(await liveOn(store, n, noon - (70 - n) * dayMs))
      sales.push(await liveOn(store, 50 + n, noon - (70 - n) * dayMs, others))
    }
    // The other's second month is not over.
    await liveOn(store, 90, noon - 50 * dayMs)
    const before = await Promise.all(sales.map(({ seq }) => store.records.events(seq)))
    await archiveAll(store)
    expect((await namesOf()).map((name) => name.replace(/ \d+$/, ''))).toEqual([
      '2026-09 DEMO',
      '2026-09 OTHER',
      '2026-10 DEMO',
    ])
    expect(await Promise.all(sales.map(({ seq }) => store.records.events(seq)))).toEqual(before)
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 21 })
    await here.server.ask(databaseIn(url), 'ALTER TABLE archive_block DETACH PARTITION archive_2026_10')
    // Whose month is gone is told of; the other's documents are whole.
    expect((await store.journal.verify()).findings).toMatchObject([
      { code: 'archive_lost', detail: expect.stringMatching(/^2026-10 DEMO/) },
    ])
    for (const { seq } of sales.filter((_, at) => at % 2 === 1))
      expect(await keptBody(store, { seq }, 1)).not.toHaveLength(0)
  })

  test('with a note on a sale show what it refers to, and that somebody changed that', async () => {
    const original = await liveOn(store, 1, noon - 70 * dayMs)
    const note = await liveOn(store, 2, noon - 69 * dayMs, {
      names: { kind: 'credit_note' },
      extras: { originals: [original] },
    })
    const later = await liveOn(store, 3, noon, { names: { kind: 'credit_note' }, extras: { originals: [original] } })
    await archiveAll(store)
    expect(await rowsIn('event WHERE record_seq <= 2')).toBe(2)
    expect(await store.records.originals(note.seq)).toMatchObject([{ seq: original.seq }])
    expect(await store.records.originals(later.seq)).toMatchObject([{ seq: original.seq }])
    expect(await store.records.isReferredTo(original.seq)).toBe(true)
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
    const change = `SET session_replication_role = replica; DELETE FROM reference WHERE note_seq = ${note.seq}`
    await here.server.ask(databaseIn(url), change)
    expect((await store.journal.verify()).findings).toMatchObject([{ code: 'row_differs', record: note.seq }])
  })

  test('keep rows of whatever is not over, and of whatever is over what the archive has of it', async () => {
    const at = noon - 70 * dayMs
    const phases = Object.keys(lives) as (keyof typeof lives)[]
    const sales = []
    for (const [n, phase] of phases.entries()) {
      const sale = await keep(store, insertion(n + 1, {}, { at }))
      sales.push(await happen(store, sale, ...lives[phase].map((type) => ({ ...eventOf[type], at }))))
    }
    const closed = { ...eventOf.closed, at }
    sales.push(
      await happen(
        store,
        await keep(store, insertion(50, {}, { at })),
        { ...eventOf.claimed, at },
        { ...eventOf.refused, at },
        closed,
      ),
    )
    await liveOn(store, 100, noon)
    const before = await Promise.all(sales.map(({ seq }) => store.records.events(seq)))
    expect(await archiveAll(store)).toBe(1)
    const left = await here.server.ask(
      databaseIn(url),
      'SELECT phase, closed, count(event.seq)::int AS events FROM record JOIN event ON record_seq = record.seq GROUP BY record.seq ORDER BY record.seq',
    )
    const isOver = new Set(['valid', 'voided', 'cancelled'])
    for (const { phase, closed: isClosed, events } of left.slice(0, -1)) {
      const whole = lives[phase as keyof typeof lives].length + 1
      if (isOver.has(String(phase)) || isClosed === 1) expect(events, String(phase)).toBe(1)
      else expect(events, String(phase)).toBe(whole)
    }
    expect(await Promise.all(sales.map(({ seq }) => store.records.events(seq)))).toEqual(before)
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
  })
})
