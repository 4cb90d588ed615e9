import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentReport, type ShiftDeps } from '../../electron/gateway/features/shifts/shown.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { noon } from '../support/records.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const file = freshFile()
let store: Store
beforeEach(async () => {
  store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
})
afterEach(() => store.upkeep.close())

test('a shift of many sales is read in slices, and what tills ask meanwhile is answered in between (RD1)', async () => {
  const { companyGuid, companyCode, outletName, terminalName } = insertion(1).record
  const sales = Array.from({ length: 1_000 }, (_, at) => insertion(at + 1, { shiftCode: 'S1' }))
  await Promise.all(sales.map((sale) => keep(store, sale)))
  const till = { companyGuid, companyCode, outletName, terminalName }
  const opening = { id: 'one', ...till, shiftCode: 'S1', by: 'person:Siti', at: noon, today: '2000-01-01' }
  const shift = await store.shifts.open(opening)
  const { result, answered } = await whileTillAsks(store.shifts.documents('one'))
  expect(result.documents).toHaveLength(1_000)
  expect(answered).toBeGreaterThan(8)
  // So is its report made, for which every sale is parsed.
  const deps = { shifts: store.shifts, authority: { clock: { now: () => noon } } } as ShiftDeps
  const made = await whileTillAsks(currentReport(deps, shift, noon))
  expect(made.result.throughSeq).toBe(1_000)
  expect(made.answered).toBeGreaterThan(50)
})

test('so is what is due, the longest due first, however many are due at the same moment', async () => {
  const { companyGuid } = insertion(1).record
  const sales = Array.from({ length: 500 }, (_, at) => insertion(at + 1, {}, { dueAt: noon + (at < 250 ? 1 : 0) }))
  await Promise.all(sales.map((sale) => keep(store, sale)))
  const { result, answered } = await whileTillAsks(store.schedule.due('send', companyGuid, noon + 1, 450))
  const seqs = Array.from({ length: 500 }, (_, at) => at + 1)
  expect(result.map(({ seq }) => seq)).toEqual([...seqs.slice(250), ...seqs.slice(0, 200)])
  expect(answered).toBeGreaterThan(3)
})

/** Reads a sale, as a till does, again and again. */
async function whileTillAsks<Result>(reading: Promise<Result>) {
  const end = reading.then(() => 'read')
  let answered = 0
  const tillAsks = async () => {
    await store.records.byGuid(insertion(answered + 1).record.saleGuid)
    answered += 1
    return new Promise<string>((resolve) => setImmediate(() => resolve('answered')))
  }
  while ((await Promise.race([end, tillAsks()])) !== 'read');
  return { result: await reading, answered }
}
