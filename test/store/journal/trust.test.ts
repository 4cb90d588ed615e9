import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventOf, noon } from '../../support/records.ts'
import { insertion, keep, update } from '../../support/stores.ts'
import { guid, keptShop, phaseOf } from './kept-shop.ts'
import { attempt, codesOf, copyAll, journalFile, ourSeal, tamper } from './kept-store.ts'

const { open, opened, closeAll, here, there } = keptShop()

describe('a disk that is put into another till', () => {
  test.each([
    ['whose seal is another', { seal: { installation: 'shop-2', key: 'another key' } }],
    ['whose seal says the same and is not', { seal: { ...ourSeal, key: 'another key' } }],
    ['that has none', { seal: 'gone' }],
  ] as const)('%s sends nothing (ST14)', async (_which, over) => {
    await closeAll()
    const store = opened(here(), over)
    expect((await store.journal.status()).isTrusted).toBe(false)
    const fourth = await store.records.byGuid(guid(4))
    if (!fourth) throw new Error('not there')
    expect(
      await store.records.write({ writes: [update(fourth, eventOf.claimed, { attempt: { ...attempt, id: 'a4' } })] }),
    ).toEqual({
      ok: false,
      why: 'untrusted',
    })
    expect((await store.records.write({ writes: [insertion(8)] })).ok).toBe(true)
  })

  test('sends again once a person said why, and looks up first what the other may have sent (ST14)', async () => {
    await closeAll()
    const seal = { installation: 'shop-2', key: 'another key' }
    const store = opened(here(), { seal: 'gone' })
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'the old till is scrapped', seal })).toBe(
      'trusted',
    )
    expect((await store.journal.status()).isTrusted).toBe(true)
    expect(await phaseOf(store, 4)).toBe('unknown')
    const acts = await store.acts.list(0, 100)
    expect(acts.at(-1)).toMatchObject({
      type: 'journal_trusted',
      by: 'person:Aini',
      facts: { reason: 'the old till is scrapped' },
    })
    await store.upkeep.close()
    open.pop()
    expect(await opened(here(), { seal }).journal.status()).toMatchObject({ isTrusted: true })
  })
})

describe('a person who vouches', () => {
  test('makes no damaged body readable: it stays said, and no proof says it anew', async () => {
    copyAll(here(), there())
    tamper(there(), "UPDATE event SET body = x'00' WHERE body IS NOT NULL AND record_seq = 3")
    tamper(there(), "UPDATE record SET total_payable = '912.72' WHERE seq = 4")
    const store = opened(there())
    expect((await store.journal.verify()).findings.map(({ code }) => code)).toContain('body_damaged')
    for (let isOver = false; !isOver; ) isOver = (await store.journal.proveOn(noon)).isRoundOver
    expect((await store.journal.status()).isTrusted).toBe(false)
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    const stays = { isTrusted: true, findings: [{ code: 'body_damaged', record: 3 }] }
    expect(await store.journal.status()).toMatchObject(stays)
    expect((await store.acts.list(0, 100)).at(-1)?.facts['findings']).not.toContain('body_damaged')
  })

  test('has a damaged row made anew from its events', async () => {
    copyAll(here(), there())
    tamper(
      there(),
      "UPDATE record SET total_payable = '912.72', phase = 'voided', locked = 1, submission_enabled = 0, voided_by = 'x' WHERE seq = 4",
    )
    const store = opened(there())
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    expect((await store.records.byGuid(guid(4)))?.record).toMatchObject({
      totalPayable: insertion(4).record.totalPayable,
      phase: 'unknown',
    })
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('has a journal that was cut written anew, and keeps the old one apart', async () => {
    await closeAll()
    truncateSync(journalFile(here()), statSync(journalFile(here())).size - 9)
    const store = opened(here())
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
    expect(readdirSync(join(here(), 'journal')).some((name) => name.includes('aside'))).toBe(true)
    await keep(store, insertion(8))
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 5 })
  })

  test('vouches for what a proof finds, also where no start could see it', async () => {
    await closeAll()
    tamper(here(), "UPDATE record SET total_payable = '912.72' WHERE seq = 2")
    const store = opened(here())
    expect((await store.journal.status()).isTrusted).toBe(true)
    expect((await store.journal.verify()).findingCount).toBe(2)
    expect((await store.journal.status()).isTrusted).toBe(false)
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('nothing_found')
  })

  test('has a line that cannot be read written anew, wherever in the journal it is', async () => {
    await closeAll()
    const bytes = readFileSync(journalFile(here()))
    writeFileSync(journalFile(here()), bytes.fill(0, 300, 310))
    const store = opened(here())
    expect(codesOf(await store.journal.verify())).toEqual(['line_damaged'])
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
  })

  test('cannot vouch for a row that nothing tells of', async () => {
    copyAll(here(), there())
    tamper(
      there(),
      `CREATE TEMP TABLE other AS SELECT * FROM record WHERE seq = 4;
       UPDATE other SET seq = 900, sale_guid = 'aaaaaaaa-0000-4000-8000-000000000900', sale_code = 'X-900', document_number = 'X-900';
       INSERT INTO record SELECT * FROM other`,
    )
    const store = opened(there())
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe(
      'history_differs',
    )
    expect((await store.journal.status()).isTrusted).toBe(false)
  })

  test('cannot vouch for a history that was changed', async () => {
    copyAll(here(), there())
    tamper(there(), "UPDATE event SET body = x'7B7D' WHERE seq = 7")
    const store = opened(there())
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe(
      'history_differs',
    )
    expect(codesOf({ findings: (await store.journal.status()).findings })).toContain('entry_changed')
  })
})
