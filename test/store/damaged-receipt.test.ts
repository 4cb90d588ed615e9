import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

test('a receipt whose amount somebody changed gets into no consolidated document, and is named (ST12)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'resit-receipt-'))
  const file = join(directory, 'resit.db')
  try {
    const first = openSqliteStore(file)
    await first.companies.save(aCompany(), 'control')
    const receipts = [
      await keep(first, insertion(1, { consolidated: true })),
      await keep(first, insertion(2, { consolidated: true })),
    ]
    await first.upkeep.close()
    const database = new Database(file)
    database.prepare("UPDATE record SET total_payable = '900.00' WHERE seq = ?").run(receipts[1]?.seq)
    database.close()
    const store = openSqliteStore(file)
    const consolidate = (n: number, of: typeof receipts) => {
      const made = insertion(n, { shiftCode: 'CONSOLIDATED', saleCode: `C${n}`, consolidated: true })
      const document = { ...made, event: { ...made.event, content: { ...made.event.content, members: of.length } } }
      const members = of.map(({ seq, record }) => ({ seq, version: record.version }))
      return store.consolidations.consolidate('run-1', document, members)
    }
    await store.consolidations.begin({
      id: 'run-1',
      companyGuid: aCompany().profile.companyGuid,
      by: 'person:Aini',
      lastDay: '2026-11-20',
      planned: 2,
      startedAt: 0,
    })
    expect(await consolidate(90, receipts)).toEqual({ ok: false, why: 'untrusted' })
    expect(await consolidate(91, receipts.slice(0, 1))).toMatchObject({ ok: true })
    const { findings } = await store.journal.status()
    expect(findings).toContainEqual(expect.objectContaining({ record: receipts[1]?.seq }))
    await store.upkeep.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('receipts on a page that cannot be read go into no consolidated document, and nothing is sent until a restore (ST12)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'resit-receipt-'))
  const file = join(directory, 'resit.db')
  try {
    const first = openSqliteStore(file)
    await first.companies.save(aCompany(), 'control')
    for (let n = 1; n <= 60; n += 1) await keep(first, insertion(n, { consolidated: true }))
    await first.upkeep.close()
    spoilOnePageOfRecords(file)
    const store = openSqliteStore(file)
    const { companyGuid, family, outletName, terminalName } = insertion(1).record
    const till = { companyGuid, family, outletName, terminalName, issuedBefore: Number.MAX_SAFE_INTEGER }
    await expect(store.consolidations.receipts(till, null, 60)).rejects.toThrow('a part of the database is damaged')
    await expect.poll(async () => (await store.journal.status()).isTrusted).toBe(false)
    await store.upkeep.close().catch(() => undefined)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

function spoilOnePageOfRecords(file: string): void {
  const database = new Database(file)
  const [page, size] = [
    database
      .prepare<[], number>(
        "SELECT pageno FROM dbstat WHERE name = 'record' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 1",
      )
      .pluck()
      .get() as number,
    database.pragma('page_size', { simple: true }) as number,
  ]
  database.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xff, (page - 1) * size, page * size))
}
