import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListQuery, SoldQuery } from '../../electron/gateway/store/port/records.ts'
import { buildStore, openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { concerns } from '../../shared/domain/shift.ts'
import { freshFile } from '../support/database-file.ts'
import { explained } from '../support/explained.ts'
import { listQuery } from '../support/list-query.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'

const file = freshFile()
let database: Database.Database
let asked: string[]
const company = aCompany().profile.companyGuid
const today = insertion(1).day

beforeEach(async () => {
  const store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  await store.records.write({ writes: Array.from({ length: 20 }, (_, at) => insertion(at + 1)) })
  await happen(store, await keep(store, insertion(21)), eventOf.voided)
  await store.upkeep.close()
  database = new Database(file.path, { verbose: (sql) => void asked.push(String(sql)) })
  asked = []
})
afterEach(() => database.close())

/** SQLite's plan for every statement that a query runs. */
async function plansOf(task: () => Promise<unknown>): Promise<readonly string[]> {
  asked = []
  await task()
  const run = [...asked]
  return run.flatMap((sql) => explained(database, sql))
}

/** A list may read its own index from the end, or the small index of unfinished records. */
const isScan = (detail: string) =>
  /^SCAN (record|note|event)\b/.test(detail) &&
  !/USING (COVERING INDEX record_list|INDEX record_living|COVERING INDEX record_living)/.test(detail)
/** Whether it reads whole records, other than those that were already found. */
const readsRows = (detail: string) =>
  /^SEARCH record\b/.test(detail) && !detail.includes('COVERING INDEX') && !detail.includes('rowid=?')

const filters: readonly (readonly [name: string, query: Partial<ListQuery>, index: string | null])[] = [
  ['nothing', {}, 'record_list'],
  ['a page behind the first', { before: { issuedAt: noon, seq: 10 } }, 'record_list'],
  ['a company', { companyGuid: company }, 'record_list'],
  ['days', { from: today, to: today }, 'record_list'],
  ['an empty day', { from: '2001-01-01', to: '2001-01-01' }, 'record_list'],
  ['an outlet', { outletName: 'KLCC' }, 'record_business_key'],
  ['a till', { outletName: 'KLCC', terminalName: 'T1' }, 'record_business_key'],
  ['a shift', { outletName: 'KLCC', terminalName: 'T1', shiftCode: 'S1' }, 'record_business_key'],
  ['what was voided', { statuses: ['Voided'] }, 'record_ended'],
  ['what waits', { statuses: ['Pending'] }, 'record_living'],
  ['what is not valid', { statuses: ['InProgress', 'Voided'] }, 'record_living'],
  ['what ended badly', { statuses: ['Invalid', 'Cancelled', 'Voided'] }, 'record_ended'],
  ['valid ones', { statuses: ['Valid'] }, 'record_list'],
  ['an amount', { leastHundredths: 5, mostHundredths: 6 }, 'record_list'],
  ['words', { text: 'kopi contoh' }, 'record_list'],
  ...concerns.map((concern) => [`what is ${concern}`, { concerns: [concern] }, null] as const),
  ['what is unsent or refused', { concerns: ['unsent', 'refused'] }, 'record_living'],
]

describe('a list by', () => {
  test.each(filters)('%s scans no table', async (_, query, index) => {
    const { records } = buildStore({ writer: database, reader: database })
    const plans = await plansOf(() => records.list(listQuery(query)))
    expect(plans.filter(isScan)).toEqual([])
    if (query.concerns) expect(plans.filter((detail) => detail.includes('record_list'))).toEqual([])
    if (index) expect(plans.join('\n')).toContain(index)
  })

  test('an outlet, a till or a shift finds what was voided there, too', async () => {
    const { records } = buildStore({ writer: database, reader: database })
    const seqs = async (query: Partial<ListQuery>) => (await records.list(listQuery(query))).map(({ seq }) => seq)
    const all = { outletName: 'KLCC', terminalName: 'T1', shiftCode: 'S1' }
    expect(await seqs(all)).toEqual(Array.from({ length: 21 }, (_, at) => 21 - at))
    expect(await seqs({ ...all, statuses: ['Voided'] })).toEqual([21])
    const { issuedAt } = insertion(3).record
    expect(await seqs({ ...all, before: { issuedAt, seq: 3 } })).toEqual([2, 1])
    expect(await seqs({ outletName: 'Closed for years' })).toEqual([])
  })
})

test('some days are found by the time of sale in the index alone, in its order, for the list, its counts and the export (RD1)', async () => {
  const { records } = buildStore({ writer: database, reader: database })
  const page: SoldQuery = { companyGuid: null, from: today, to: today, after: { issuedAt: noon, seq: 3 }, limit: 5 }
  const asked = [
    () => records.list(listQuery({ from: today, to: today })),
    () => records.soldBetween(page),
    () => records.count(listQuery({ from: today, to: today })),
  ]
  for (const task of asked) {
    const plans = await plansOf(task)
    expect(plans.join('\n')).toMatch(/record_list \(issued_at>\? AND issued_at<\?\)/)
    expect(plans.filter(isScan)).toEqual([])
    // Only records that were just queued are sorted.
    expect(plans[plans.findIndex((detail) => detail.includes('record_list')) + 1]).not.toContain('TEMP B-TREE')
  }
  expect(await records.count(listQuery({ from: '2001-01-01', to: '2001-01-01' }))).toMatchObject({ all: 0 })
  expect(await records.count(listQuery({ from: today, to: today }))).toMatchObject({ all: 21 })
})

test('counts of all that a company ever sold are those of a look at every record, without one', async () => {
  database.close()
  const store = openSqliteStore(file.path)
  const valid = await keep(store, insertion(31))
  await happen(store, valid, eventOf.claimed, eventOf.taken, eventOf.validated, eventOf.rejection_requested)
  await happen(store, await keep(store, insertion(32)), eventOf.claimed, eventOf.refused)
  await happen(store, await keep(store, insertion(33)), eventOf.claimed, eventOf.outcome_unknown, eventOf.conflicted)
  await happen(store, await keep(store, insertion(34)), eventOf.held)
  await keep(store, insertion(35, { consolidated: true }))
  await store.upkeep.close()
  database = new Database(file.path, { verbose: (sql) => void asked.push(String(sql)) })
  const { records } = buildStore({ writer: database, reader: database })
  for (const companyGuid of [null, company]) {
    const plans = await plansOf(() => records.count(listQuery({ companyGuid })))
    expect(plans.filter((detail) => detail.includes('record_list'))).toEqual([])
    const whole = await records.count(listQuery({ companyGuid }))
    expect(whole).toEqual(await records.count(listQuery({ companyGuid, from: '2000-01-01', to: '2100-01-01' })))
    expect(whole).toMatchObject({
      all: 26,
      Valid: 1,
      Invalid: 1,
      Voided: 1,
      // The note that waits for its original needs none.
      attention: 2,
      in_doubt: 1,
      unconsolidated: 1,
    })
  }
})

test('a range of an outlet is found in an index alone, whatever it sold (RD1)', async () => {
  const { records } = buildStore({ writer: database, reader: database })
  const range = { companyGuid: company, family: 'sale', kind: 'invoice', from: today, to: today, limit: 25 } as const
  const plans = await plansOf(async () => {
    await records.range({ ...range, outletName: 'Nowhere', after: null })
    await records.range({ ...range, outletName: 'KLCC', after: { day: today, seq: 3 } })
  })
  expect(plans.filter(isScan)).toEqual([])
  // Only records that were just queued are read.
  expect(plans.filter((detail) => readsRows(detail) && !detail.includes('record_living'))).toEqual([])
})

test('the planner sees no value, so a statement is planned once and not for each record', async () => {
  const store = buildStore({ writer: database, reader: database }, { run: { now: 0, after: 0 } })
  asked = []
  await store.records.byGuid(insertion(1).record.saleGuid)
  expect(asked.filter((sql) => sql.includes('company'))).toEqual([expect.stringMatching(/sale_guid = \+'[\da-f-]+'/)])
})
