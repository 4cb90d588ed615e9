import { describe, expect, test } from 'vitest'
import {
  dropWritten,
  type Making,
  proveWritten,
  writeBlock,
} from '../../electron/gateway/store-postgres/archive/make.ts'
import { connect, usualPatienceMs } from '../../electron/gateway/store-postgres/connect.ts'
import { Servers } from '../../electron/gateway/store-postgres/servers.ts'
import { restingMs } from '../../shared/domain/archive-month.ts'
import { archiveAll, dayMs, digestOf, documentOf, liveOn, longAgo } from '../support/closed-months.ts'
import { headOfficeWithPast } from '../support/head-office-with-past.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { archivedReceipt } from '../support/receipt-waits-again.ts'
import { eventOf, noon } from '../support/records.ts'
import { happen, insertion, keep, otherCompany, update } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('what a head office relies on archives for', () => {
  const office = headOfficeWithPast()

  const tamper = (change: string) => office.ask(`SET session_replication_role = replica; ${change}`)
  const found = async () => (await office.store.journal.verify()).findings

  /** Another process, which writes all blocks of the first month and gets no further. */
  const blocksOfFirstMonth = async () => {
    const { archiving, close } = await connect(new Servers(office.url), usualPatienceMs)
    const making: Making = { chainId: 1, endedBefore: noon - restingMs, now: noon }
    for (let isWritten = true; isWritten; ) isWritten = (await writeBlock(archiving, making)).kind === 'written'
    return {
      drop: () => dropWritten(archiving.ask, 1, '2026-09'),
      prove: () => proveWritten(archiving, 1, '2026-09'),
      close,
    }
  }

  describe('is found to be gone', () => {
    test('where it is an act, which no archive gives back to whoever asks for acts', async () => {
      await archiveAll(office.store)
      await tamper('DELETE FROM journal_line WHERE act_seq = 1; DELETE FROM act WHERE seq = 1')
      expect(await found()).toMatchObject([{ code: 'entry_unlined', line: 1, record: null }])
    })

    test('where it is an attempt of a record whose rows stayed', async () => {
      const { store } = office
      const at = longAgo + 31 * dayMs
      const id = 'attempt-refused'
      const kept = await keep(store, insertion(901, {}, { at }))
      const claim = { id, batchId: id, revision: 1, sha256: digestOf(901), payload: documentOf(901), documentTime: at }
      const claimed = update(
        kept,
        { ...eventOf.claimed, at, attemptId: id },
        { attempt: { ...claim, claimedAt: at, sendDeadline: at + 60_000 } },
      )
      await store.records.write({ writes: [claimed] })
      const outcome = {
        attemptId: id,
        at,
        outcome: { kind: 'rejected', errors: [] } as const,
        httpStatus: 202,
        correlationId: 'C',
        answer: '{}',
      }
      const was = { seq: kept.seq, record: claimed.record }
      await store.records.write({ writes: [update(was, { ...eventOf.refused, at }, { outcome })] })
      await liveOn(store, 902, noon + 60 * dayMs)
      await archiveAll(store, noon + 70 * dayMs)
      expect(await store.records.attempts(kept.seq)).toHaveLength(1)
      expect(await found()).toEqual([])
      await tamper(`DELETE FROM attempt_outcome WHERE attempt_id = '${id}'; DELETE FROM attempt WHERE id = '${id}'`)
      expect(await found()).toMatchObject([
        { code: 'entry_changed', record: kept.seq },
        { code: 'entry_changed', record: kept.seq },
      ])
    })
  })

  test('is proved by one process where two are at it, and the other finds nothing left to do', async () => {
    const other = await blocksOfFirstMonth()
    expect(await other.prove()).toMatchObject({ month: '2026-09', first_line: 1 })
    expect(await office.store.upkeep.archiveOn(noon)).toBe('made')
    expect(await other.prove()).toBeNull()
    await archiveAll(office.store)
    expect(await other.prove()).toBeNull()
    await other.close()
  })

  test('is found by whatever a row says of the company it is of, and the row is made anew', async () => {
    const { store, first } = office
    await store.companies.save(otherCompany, 'control')
    await archiveAll(store)
    await office.ask('UPDATE record SET company_id = 2 WHERE seq = 1')
    expect((await store.records.byGuid(first.record.saleGuid))?.record.companyGuid).toBe(first.record.companyGuid)
    expect(await store.records.body(1, 1)).not.toBeNull()
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'looked', seal: null })).toBe('trusted')
    expect(await found()).toEqual([])
    expect((await store.records.byGuid(first.record.saleGuid))?.record.companyCode).toBe(first.record.companyCode)
  })

  test('is not what a later month that cannot be read said otherwise', async () => {
    const { store } = office
    const names = { kind: 'credit_note' } as const
    const at = noon + dayMs
    const kept = await keep(store, insertion(910, names, { at, originals: [office.first] }))
    const note = await happen(store, kept, { ...eventOf.claimed, at }, { ...eventOf.refused, at })
    const again = { ...eventOf.revised, at: at + 12 * dayMs }
    const revised = update(note, again, { originals: [{ ...office.first, seq: 2 }], body: Buffer.from('{}') })
    await store.records.write({ writes: [revised] })
    const was = { seq: note.seq, record: revised.record }
    await happen(store, was, { ...eventOf.voided, at: at + 12 * dayMs })
    await liveOn(store, 911, noon + 60 * dayMs)
    await archiveAll(store, noon + 70 * dayMs)
    expect(await store.upkeep.archives()).toHaveLength(2)
    expect(await found()).toEqual([])
    await office.ask('ALTER TABLE archive_block DETACH PARTITION archive_2026_12')
    expect((await found()).map(({ code }) => code)).toEqual(['archive_lost'])
  })

  test('is not told to be damaged where its month cannot be read: everything else goes on', async () => {
    const { store } = office
    const waitsAgain = await archivedReceipt(store)
    await office.ask('ALTER TABLE archive_block DETACH PARTITION archive_2026_11')
    expect(await waitsAgain(store)).toMatchObject({
      receipts: [{ body: null }],
      found: ['archive_lost'],
      isTrusted: true,
    })
  })

  describe('is no more than was over', () => {
    test('where one whose clock is far behind goes on with what another began', async () => {
      const other = await blocksOfFirstMonth()
      await other.close()
      await archiveAll(office.store, longAgo - 100 * dayMs)
      expect(await office.rowsIn('archive')).toBe(0)
      expect(await office.rowsIn('event')).toBe(281)
      expect(await archiveAll(office.store)).toBe(2)
      expect(
        (await office.ask('SELECT month, last_line FROM archive ORDER BY month')).map(({ month }) => month),
      ).toEqual(['2026-09', '2026-10'])
      expect(await office.rowsIn('event')).toBe(60 + 1 + 40)
    })
  })

  test('is nothing that another process threw away at that moment', async () => {
    const other = await blocksOfFirstMonth()
    const { store } = office
    await keep(store, insertion(905, {}, { at: noon }))
    // It has read all blocks back when it waits for whoever writes.
    const release = await writing()
    const step = store.upkeep.archiveOn(noon).catch((cause: unknown) => (cause as Error).message)
    await expect.poll(() => office.rowsIn("pg_locks WHERE locktype = 'advisory' AND NOT granted")).toBe(1)
    await other.drop()
    await release()
    expect(await step).toMatch(/not there any more/)
    expect(await office.rowsIn('archive')).toBe(0)
    expect(await archiveAll(store)).toBe(2)
    expect(await found()).toEqual([])
    // What is relied on stays, whoever would write it anew.
    await other.drop()
    expect(await found()).toEqual([])
    await other.close()
  })

  /** Somebody else writes until it is released. */
  const writing = async () => {
    const { writing: connections, close } = await connect(new Servers(office.url), usualPatienceMs)
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding = new Promise<void>((resolve, reject) => {
      connections
        .transact(async (ask) => {
          await ask('SELECT pg_advisory_xact_lock($1)', 0x7265_7369)
          resolve()
          await released
        })
        .catch(reject)
    })
    await holding
    return async () => {
      release()
      await close()
    }
  }
})
