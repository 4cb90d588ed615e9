import { mkdtempSync, rmSync } from 'node:fs'
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
      shift: null,
      planned: 2,
      startedAt: 0,
    })
    expect(await consolidate(90, receipts)).toEqual({ ok: false, why: 'untrusted' })
    expect(await consolidate(91, receipts.slice(0, 1))).toMatchObject({ ok: true })
    const { findings } = await store.journal.standing()
    expect(findings).toContainEqual(expect.objectContaining({ record: receipts[1]?.seq }))
    await store.upkeep.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})
