import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../electron/gateway/store/port.ts'
import { freshFile } from '../../support/database-file.ts'
import { eventOf, noon } from '../../support/records.ts'
import { insertion, keep, update } from '../../support/stores.ts'
import { attempt, codesOf, copyAll, fillShop, journalFile, openKept, ourSeal, tamper } from './kept-store.ts'

const file = freshFile()
const open: Store[] = []
const opened = (...args: Parameters<typeof openKept>): Store => {
  const store = openKept(...args)
  open.push(store)
  return store
}
const closeAll = async () => {
  for (const store of open.splice(0)) await store.upkeep.close()
}
afterEach(closeAll)

const here = () => join(file.directory, 'here')
const there = () => join(file.directory, 'there')
beforeEach(async () => {
  mkdirSync(here())
  await fillShop(opened(here()))
})

const guid = (n: number) => insertion(n).record.saleGuid
const phaseOf = async (store: Store, n: number) => (await store.records.byGuid(guid(n)))?.record.phase

describe('a disk that is put into another till', () => {
  test.each([
    ['whose seal is another', { seal: { installation: 'shop-2', key: 'another key' } }],
    ['whose seal says the same and is not', { seal: { ...ourSeal, key: 'another key' } }],
    ['that has none', { seal: 'gone' }],
  ] as const)('%s sends nothing (ST14)', async (_which, over) => {
    await closeAll()
    const store = opened(here(), over)
    expect((await store.journal.standing()).isTrusted).toBe(false)
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
    expect((await store.journal.standing()).isTrusted).toBe(true)
    expect(await phaseOf(store, 4)).toBe('unknown')
    const acts = await store.acts.list(0, 100)
    expect(acts.at(-1)).toMatchObject({
      type: 'journal_trusted',
      by: 'person:Aini',
      facts: { reason: 'the old till is scrapped' },
    })
    await store.upkeep.close()
    open.pop()
    expect(await opened(here(), { seal }).journal.standing()).toMatchObject({ isTrusted: true })
  })
})

describe('a person who vouches', () => {
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
    expect((await store.journal.standing()).isTrusted).toBe(true)
    expect((await store.journal.verify()).findingCount).toBe(2)
    expect((await store.journal.standing()).isTrusted).toBe(false)
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

  test('cannot vouch for a history that was changed', async () => {
    copyAll(here(), there())
    tamper(there(), "UPDATE event SET body = x'7B7D' WHERE seq = 7")
    const store = opened(there())
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe(
      'history_differs',
    )
    expect(codesOf({ findings: (await store.journal.standing()).findings })).toContain('entry_changed')
  })
})
