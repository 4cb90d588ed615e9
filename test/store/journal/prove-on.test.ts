import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { mostListed } from '../../../shared/domain/finding-list.ts'
import { freshFile } from '../../support/database-file.ts'
import { noon } from '../../support/records.ts'
import { insertion, keep } from '../../support/stores.ts'
import { fillShop, openKept, tamper } from './kept-store.ts'

const file = freshFile()
const here = () => join(file.directory, 'here')
const dayMs = 24 * 3_600_000
let store: Store

const open = () => {
  store = openKept(here(), { fullBytes: 20_000 })
}
/** As somebody with the file would, while nothing runs. */
async function changed(sql: string): Promise<void> {
  await store.upkeep.close()
  tamper(here(), sql)
  open()
}
afterEach(() => store.upkeep.close())
beforeEach(async () => {
  mkdirSync(here())
  open()
  await fillShop(store)
  await Promise.all(Array.from({ length: 350 }, (_, at) => keep(store, insertion(10 + at))))
})

/** @returns how many steps it took */
async function round(at: number): Promise<{ readonly steps: number; readonly codes: readonly string[] }> {
  const codes: string[] = []
  for (let steps = 1; steps < 100; steps += 1) {
    const { findings, isRoundOver } = await store.journal.proveOn(at)
    codes.push(...findings.map(({ code }) => code))
    if (isRoundOver) return { steps, codes }
  }
  throw new Error('the proof never came to its end')
}

describe('the proof that goes on', () => {
  test('comes to an end after a few steps, rests for a day, and begins anew', async () => {
    expect(await round(noon)).toEqual({ steps: 9, codes: [] })
    expect(await round(noon + dayMs - 1)).toEqual({ steps: 1, codes: [] })
    expect((await round(noon + dayMs)).steps).toBe(9)
  })

  test('knows over a stop that it came to its end, and goes on with what is new in its next round', async () => {
    await round(noon)
    await store.upkeep.close()
    open()
    expect((await round(noon + 1_000)).steps).toBe(1)
    expect((await store.journal.status()).isTrusted).toBe(true)
  })

  test('goes on after a stop where it was (RW2)', async () => {
    await Promise.all(Array.from({ length: 5_000 }, (_, at) => keep(store, insertion(1_000 + at))))
    for (let steps = 0; steps < 52; steps += 1) await store.journal.proveOn(noon)
    await store.upkeep.close()
    open()
    // 109 in all, of which 50 were written down.
    expect(await round(noon)).toEqual({ steps: 59, codes: [] })
  })

  test.each([
    ['a row', "UPDATE record SET total_payable = '912.72' WHERE seq = 200", 'row_damaged'],
    ['a row and its hash taken away', 'UPDATE record SET row_hash = NULL WHERE seq = 200', 'row_damaged'],
    ['a body', "UPDATE event SET body = x'7B7D' WHERE seq = 200", 'entry_changed'],
  ])('finds %s that was changed long ago, and nothing goes out any more (ST12)', async (_, sql, code) => {
    await changed(sql)
    expect((await store.journal.status()).isTrusted).toBe(true)
    expect((await round(noon)).codes).toContain(code)
    expect((await store.journal.status()).isTrusted).toBe(false)
    expect(await store.schedule.due('send', insertion(1).record.companyGuid, noon + 1e9, 10)).toEqual([])
  })

  test('and a proof of everything tell how many rows were changed and list the first, and one word makes all anew', async () => {
    await changed("UPDATE record SET total_payable = '912.72' WHERE seq > 4")
    await round(noon)
    const changedRows = { row_damaged: 350, row_differs: 350 }
    expect((await store.journal.status()).findingCounts).toEqual(changedRows)
    expect((await store.journal.status()).findings).toHaveLength(mostListed)
    // Found anew they are the same.
    await round(noon + dayMs)
    const { findingCount, findings } = await store.journal.verify()
    expect([findingCount, findings.length]).toEqual([700, mostListed])
    expect((await store.journal.status()).findingCounts).toEqual(changedRows)
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    expect(await store.journal.verify()).toMatchObject({ findingCount: 0 })
    expect(await store.journal.status()).toMatchObject({ isTrusted: true, findings: [], findingCounts: {} })
  })

  test('keeps pace with sales that come in meanwhile (RW2)', async () => {
    for (let n = 400; n < 420; n += 1) {
      const [proof] = await Promise.all([
        store.journal.proveOn(noon),
        keep(store, insertion(n)),
        keep(store, insertion(n + 100)),
      ])
      expect(proof.findings).toEqual([])
    }
  })
})

describe('a proof asked for once everything was proved', () => {
  const touch = (seq: number) => changed(`UPDATE record SET total_payable = '912.72' WHERE seq = ${seq}`)

  test('looks at what came since, and at all of it where that is asked for (RD3)', async () => {
    const before = await store.journal.verify('since_proved')
    expect(before).toMatchObject({ provedBefore: 0, records: 354, findings: [] })
    await round(noon)
    await keep(store, insertion(900))
    const since = { provedBefore: before.lines, lines: 1, records: 1, bodies: 1, findings: [] }
    expect(await store.journal.verify('since_proved')).toMatchObject(since)
    await store.upkeep.close()
    open()
    expect(await store.journal.verify('since_proved')).toMatchObject(since)
    expect(await store.journal.verify()).toMatchObject({ provedBefore: 0, lines: before.lines + 1, findings: [] })
  })

  test('also where all of it was proved at once before any round came to its end, and a round goes on as it was (RD3)', async () => {
    await store.journal.proveOn(noon)
    const before = await store.journal.verify('since_proved')
    expect(before).toMatchObject({ provedBefore: 0, records: 354, findings: [] })
    await keep(store, insertion(900))
    const since = { provedBefore: before.lines, lines: 1, records: 1, bodies: 1, findings: [] }
    expect(await store.journal.verify('since_proved')).toMatchObject(since)
    // It is written down with the next step.
    await store.journal.proveOn(noon)
    await store.upkeep.close()
    open()
    expect(await store.journal.verify('since_proved')).toMatchObject(since)
    // One of nine steps was made when that was written down.
    expect((await round(noon)).steps).toBe(8)
    await touch(355)
    expect((await store.journal.verify('since_proved')).findingCount).toBe(0)
    expect((await store.journal.verify()).findings.map(({ record }) => record)).toContain(355)
  })

  test('and what did not hold at once is not taken for proved (ST12)', async () => {
    await touch(200)
    expect((await store.journal.verify()).findingCount).toBeGreaterThan(0)
    expect(await store.journal.verify('since_proved')).toMatchObject({ provedBefore: 0 })
  })

  test('finds what was changed since, and what was proved only where all of it is asked for (ST12)', async () => {
    await round(noon)
    await keep(store, insertion(900))
    await touch(200)
    expect((await store.journal.verify('since_proved')).findings).toEqual([])
    await touch(355)
    expect((await store.journal.verify('since_proved')).findings).toContainEqual(
      expect.objectContaining({ code: 'row_damaged', record: 355 }),
    )
    expect((await store.journal.verify()).findings.map(({ record }) => record)).toEqual(
      expect.arrayContaining([200, 355]),
    )
  })

  test('begins from the first line where something was found, or the files are others', async () => {
    await touch(200)
    await round(noon)
    expect(await store.journal.verify('since_proved')).toMatchObject({ provedBefore: 0 })
  })
})

describe('a row that was changed behind our back', () => {
  beforeEach(() => changed("UPDATE record SET total_payable = '912.72' WHERE seq = 200"))
  const { saleGuid, companyGuid, family, kind, totalPayable } = insertion(205).record
  const query = {
    companyGuid,
    family,
    kind,
    from: '2000-01-01',
    to: '2100-01-01',
    outletName: null,
    after: null,
    limit: 500,
  }

  test.each([
    ['by its till', async () => (await store.records.byGuid(saleGuid))?.record],
    ['in a list', async () => (await store.records.range(query)).find(({ seq }) => seq === 200)?.record],
    [
      'by the outbox',
      async () =>
        (await store.schedule.due('send', companyGuid, noon + 1e9, 500)).find(({ seq }) => seq === 200)?.record,
    ],
  ])('is noticed when it is read %s, and what was written is shown (ST12, RW1)', async (_, read) => {
    expect((await store.journal.status()).isTrusted).toBe(true)
    expect((await read())?.totalPayable).toBe(totalPayable)
    expect((await store.journal.status()).findings).toMatchObject([{ code: 'row_damaged', record: 200 }])
  })
})
