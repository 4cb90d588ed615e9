import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { dense } from '../support/dense.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { coffee, invoice } from '../support/till.ts'

const env = { RESIT_DISPATCH: 'off' }
let running: TestGateway
afterEach(() => running.close())

const letters = dense(15_000)

/** A body so long that it has database pages of its own. */
const longOf = (code: string) =>
  Array.from({ length: 60 }, (_, at) => ({
    ...coffee,
    DESCRIPTION: `${code} ${letters.toString('hex', 120 * at, 120 * (at + 1))}`,
  }))

const codes = ['R1', 'R2', 'R3']

/** Sells three receipts and damages the second one while the gateway is stopped. */
async function soldAnd(harm: (file: string, second: WireRecord) => void): Promise<readonly WireRecord[]> {
  running = await startGateway({ env })
  const api = apiOf(running, await running.token())
  const sold: WireRecord[] = []
  for (const code of codes) {
    const receipt = { ...invoice(code, { BUYER: null, CONSOLIDATE: true }), LINES: longOf(code) }
    const told = await api.submit('sale', 'invoice', receipt)
    expect(told).toMatchObject({ status: 202 })
    sold.push(told.body)
  }
  await running.close({ keep: true })
  harm(join(running.dataDir, 'resit.db'), sold[1] as WireRecord)
  running = await startGateway({ env, dataDir: running.dataDir })
  return sold
}

const changeAmount = (file: string, { SALE_GUID }: WireRecord): void => {
  const database = new Database(file)
  database.prepare("UPDATE record SET total_payable = '900.00' WHERE sale_guid = ?").run(SALE_GUID)
  database.close()
}

/** Overwrites a page that holds only the second body with bytes that SQLite does not accept. */
const spoil = (file: string, { SALE_GUID }: WireRecord): void => {
  const database = new Database(file)
  const kept = database
    .prepare<[string], Buffer>('SELECT body FROM event JOIN record ON record_seq = record.seq WHERE sale_guid = ?')
    .pluck()
    .get(SALE_GUID)
  database.close()
  const bytes = readFileSync(file)
  const pageSize = bytes.readUInt16BE(16)
  const at = bytes.indexOf(kept?.subarray(-100) ?? 'nothing')
  expect(at).toBeGreaterThan(0)
  const from = Math.floor(at / pageSize) * pageSize
  writeFileSync(file, bytes.fill(0xff, from, from + pageSize))
}

test.each([
  ['the row was changed', changeAmount],
  ['what was kept stands on a page that cannot be read', spoil],
])('a receipt of which %s is held for a person, and the others of its document go on (ST12)', async (_, harm) => {
  const sold = await soldAnd(harm)
  const { begin, detail, preview } = consolidatingAt(running)
  expect((await preview()).body).toMatchObject({ left_over: 1 })
  const { body: run } = await begin()
  await expect.poll(async () => (await detail(run.id)).finished_at).not.toBeNull()
  expect(await detail(run.id)).toMatchObject({ left_over: 1, documents: [{ MEMBERS: 2 }] })
  const { records, journal } = running.gateway.store
  const second = await records.byGuid(sold[1]?.SALE_GUID ?? '')
  expect(second?.record).toMatchObject({ phase: 'held', attention: 'cannot_be_sent', consolidatedInto: null })
  const { findings } = await journal.status()
  expect(findings).toContainEqual(expect.objectContaining({ code: 'row_damaged', record: second?.seq }))
  // The next run finds nothing damaged any more.
  const { body: next } = await begin()
  await expect.poll(async () => (await detail(next.id)).finished_at).not.toBeNull()
  expect(await detail(next.id)).toMatchObject({ left_over: 0, documents: [] })
})
