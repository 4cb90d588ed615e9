import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import {
  changingColumns,
  columnNamesOf,
  fixedColumns,
  recordCells,
} from '../../electron/gateway/store/rows/record-row.ts'
import { receive } from '../../shared/domain/evolve.ts'
import { companyGuid } from '../support/till.ts'
import { bodyOf } from './receipt.ts'

/**
 * The most that the disk allows: one submission at a time is inserted into the same schema, in one synced transaction
 * each, and nothing else is done. @param kept `record` leaves out the event's body, which is the harder measure
 * @returns submissions a second
 */
export function bareLoop(seconds: number, kept: 'whole' | 'record'): number {
  const dir = mkdtempSync(join(tmpdir(), 'resit-bench-'))
  const database = openDatabase(join(dir, 'bare.db'))
  try {
    database
      .prepare(
        "INSERT INTO company (id, guid, code, profile, rules, created_at, updated_at) VALUES (1, ?, 'DEMO', '{}', '{}', 0, 0)",
      )
      .run(companyGuid)
    const names = ['company_id', 'submitted_day', ...columnNamesOf(fixedColumns), ...columnNamesOf(changingColumns)]
    const places = names.map(() => '?').join(', ')
    const insertRecord = database.prepare(
      `INSERT INTO record (${names.join(', ')}, first_event, listed, work, due_at, search_text, supplier, row_hash)
       VALUES (${places}, ?, 0, 'send', 0, '', '', zeroblob(32))`,
    )
    const insertEvent = database.prepare(
      "INSERT INTO event (record_seq, version, at, type, by, facts, revision, body, chain) VALUES (?, 1, 0, 'received', 'bench', '{}', 1, ?, zeroblob(32))",
    )
    const body = Buffer.from(JSON.stringify(bodyOf('bare', new Date().toISOString())))
    const insert = database.transaction((at: number) => {
      const record = recordOf(at)
      const cells = [...recordCells(fixedColumns, record), ...recordCells(changingColumns, record)]
      insertRecord.run(1, '2026-11-20', ...cells, at + 1)
      if (kept === 'whole') insertEvent.run(at + 1, body)
    })
    const until = performance.now() + seconds * 1000
    let rows = 0
    for (; performance.now() < until; rows += 1) insert.immediate(rows)
    return rows / seconds
  } finally {
    database.close()
    rmSync(dir, { recursive: true })
  }
}

/** The record of a submission. */
const recordOf = (at: number) =>
  receive({
    type: 'received',
    at: Date.UTC(2026, 10, 20),
    identity: {
      saleGuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      family: 'sale',
      kind: 'invoice',
      companyGuid,
      companyCode: 'DEMO',
      outletName: 'KLCC',
      terminalName: 'T1',
      shiftCode: 'BENCH',
      saleCode: `bare-${at}`,
    },
    content: {
      documentNumber: `KLCC-T1-BENCH-bare-${at}`,
      currencyCode: 'MYR',
      totalPayable: '212.00',
      issuedAt: Date.UTC(2026, 10, 20),
      consolidated: false,
    },
    holds: null,
  })
