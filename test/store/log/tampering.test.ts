import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { VerifyReport } from '../../../electron/gateway/store/port/journal.ts'
import { verifyAtRest } from '../../../electron/gateway/store/recovery/verify-at-rest.ts'
import { isInFull } from '../../support/in-full.ts'
import { happen, insertion, keep } from '../../support/stores.ts'
import { copyAll, eventsFor, fillShop, openKept, tamper } from './kept-store.ts'

/** A closed shop with random records. Copies of it are changed. */
let root: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'resit-tamper-'))
  mkdirSync(join(root, 'shop'))
  const store = openKept(join(root, 'shop'))
  await fillShop(store)
  const [lives] = fc.sample(fc.array(fc.infiniteStream(fc.nat(999)), { minLength: 12, maxLength: 12 }), {
    seed: 11,
    numRuns: 1,
  })
  for (const [at, chances] of (lives ?? []).entries()) {
    let record = await keep(store, insertion(at + 10))
    for (let step = 0; step < 6; step += 1) {
      const possible = eventsFor(record).filter(({ type }) => type !== 'revised')
      const event = possible[chances.next().value % Math.max(possible.length, 1)]
      if (event) record = await happen(store, record, event)
    }
  }
  await store.upkeep.close()
})
afterAll(() => rmSync(root, { recursive: true }))

let copies = 0
async function verifyAfter(change: (directory: string) => void): Promise<VerifyReport> {
  copies += 1
  const directory = join(root, `copy-${copies}`)
  copyAll(join(root, 'shop'), directory)
  try {
    change(directory)
    return await verifyAtRest(join(directory, 'resit.db'), null)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
const options = { numRuns: isInFull ? 60 : 25 }

describe('what is done to the database is found and named (AU1)', () => {
  test('nothing is found where nothing was done', async () => {
    const verification = await verifyAfter(() => undefined)
    expect(verification).toMatchObject({ findings: [], records: 16, bodies: 16 })
  })

  const aRow = fc.integer({ min: 1, max: 16 })
  const change = fc.constantFrom(
    ["total_payable = '9' || total_payable", 'total_payable'],
    ['issued_at = issued_at + 1', 'issued_at'],
    ["document_number = document_number || 'x'", 'document_number'],
    ['closed = 1 - closed', 'closed'],
    ["sale_code = sale_code || 'x'", 'sale_code'],
    ["submitted_day = '2020-01-01'", 'submitted_day'],
    ["work = iif(work IS NULL, 'send', NULL), due_at = iif(work IS NULL, 0, NULL)", 'work'],
    ["uuid = 'other', submission_uid = 's', long_id = 'l'", 'uuid'],
  )

  test.prop([aRow, change], options)('a record that is changed in the database', async (seq, [set, column]) => {
    const { findings } = await verifyAfter((directory) =>
      tamper(directory, `UPDATE record SET ${set} WHERE seq = ${seq}`),
    )
    const named = findings.find(({ code, record }) => code.startsWith('row_') && record === seq)
    expect(named?.detail).toContain(column)
  })

  test.prop([fc.nat(1000)], options)('an event that is changed, taken out or put in', async (chance) => {
    const seq = 1 + (chance % 20)
    const statements = [
      ['entry_changed', `UPDATE event SET at = at + 1 WHERE seq = ${seq}`],
      ['entry_changed', `UPDATE event SET by = 'person:Bala' WHERE seq = ${seq}`],
      ['lines_lost', `DELETE FROM event WHERE seq = ${seq}`],
      ['entry_changed', `UPDATE event SET body = x'03A3A6BF437B7D' WHERE body IS NOT NULL AND record_seq <= ${seq}`],
      // A body that cannot be read must not be taken for another sale.
      ['body_damaged', `UPDATE event SET body = x'00' WHERE body IS NOT NULL AND record_seq <= ${seq}`],
      [
        'entry_changed',
        `INSERT INTO event SELECT NULL, record_seq, iif(version, 1000, NULL), at, type, by, facts, NULL, NULL, NULL, chain
           FROM event WHERE seq = ${seq}`,
      ],
    ] as const
    const [code, statement] = statements[chance % statements.length] ?? ['', '']
    const { findings } = await verifyAfter((directory) => tamper(directory, statement))
    expect(findings.map((each) => each.code)).toContain(code)
  })

  test.each([
    ["UPDATE payload SET body = x'7B7D'", 'entry_changed'],
    ["UPDATE attempt_outcome SET kind = 'rejected'", 'entry_changed'],
    ['DELETE FROM attempt_outcome', 'entry_changed'],
    ['DELETE FROM reference', 'row_differs'],
    ["UPDATE event SET facts = '{}' WHERE record_seq IS NULL", 'entry_changed'],
    ['DELETE FROM event WHERE record_seq IS NULL AND seq = 1', 'lines_lost'],
    ['UPDATE event SET seq = -seq WHERE seq IN (3, 4)', 'lines_lost'],
    ['UPDATE event SET chain = zeroblob(32) WHERE seq = 3', 'entry_changed'],
    ["UPDATE event SET beside = NULL WHERE beside LIKE '%originals%'", 'entry_changed'],
    ["PRAGMA ignore_check_constraints = ON; UPDATE event SET beside = 'no JSON' WHERE seq = 2", 'entry_changed'],
    [
      "INSERT INTO attempt SELECT NULL, 'more', record_seq, revision, batch_id, sha256, document_time, claimed_at, send_deadline FROM attempt",
      'row_differs',
    ],
  ])('%s', async (sql, code) => {
    const { findings } = await verifyAfter((directory) => tamper(directory, sql))
    expect(findings.map((each) => each.code)).toContain(code)
  })

  test('and nothing is written by looking', async () => {
    const bytes = () => readFileSync(join(root, 'shop', 'resit.db'))
    const before = bytes()
    await verifyAtRest(join(root, 'shop', 'resit.db'), null)
    expect(bytes().equals(before)).toBe(true)
  })
})
