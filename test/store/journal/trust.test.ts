import { describe, expect, test } from 'vitest'
import { noon } from '../../support/records.ts'
import { insertion } from '../../support/stores.ts'
import { guid, keptShop } from './kept-shop.ts'
import { codesOf, copyAll, tamper } from './kept-store.ts'

const { opened, closeAll, here, there } = keptShop()

describe('a person who vouches', () => {
  test('makes no damaged body readable: it stays said', async () => {
    copyAll(here(), there())
    tamper(there(), "UPDATE event SET body = x'00' WHERE body IS NOT NULL AND record_seq = 3")
    tamper(there(), "UPDATE record SET total_payable = '912.72' WHERE seq = 4")
    const store = opened(there())
    expect((await store.journal.verify()).findings.map(({ code }) => code)).toContain('body_damaged')
    expect((await store.journal.status()).isTrusted).toBe(false)
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    const stays = { isTrusted: true, findings: [{ code: 'body_damaged', record: 3 }] }
    expect(await store.journal.status()).toMatchObject(stays)
    expect((await store.acts.list(0, 100)).at(-1)?.facts['findings']).not.toContain('body_damaged')
  })

  test('has a damaged row made again from its events', async () => {
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

  test('vouches for what the start and a proof found', async () => {
    await closeAll()
    tamper(here(), "UPDATE record SET total_payable = '912.72' WHERE seq = 2")
    const store = opened(here())
    expect((await store.journal.verify()).findingCount).toBe(2)
    expect((await store.journal.status()).isTrusted).toBe(false)
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('trusted')
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen', seal: null })).toBe('nothing_found')
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
