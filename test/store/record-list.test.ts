import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CompanyIds } from '../../electron/gateway/store/areas/company-ids.ts'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import type { ListQuery } from '../../electron/gateway/store/port/records.ts'
import { prepareRecordList } from '../../electron/gateway/store/records/list.ts'
import { freshFile } from '../support/database-file.ts'
import { listQuery } from '../support/list-query.ts'

const file = freshFile()
let database: Database
beforeEach(() => {
  database = openDatabase(file.path)
})
afterEach(() => database.close())

/** Every combination of filters is a statement of its own. */
const shapes: readonly ListQuery[] = ['', 'a', 'a b', 'a b c', 'a b c d', 'a b c d e', 'a b c d e f'].flatMap((text) =>
  Array.from({ length: 16 }, (_, at) => ({
    ...listQuery({ limit: 1 }),
    text,
    outletName: at & 1 ? 'KLCC' : null,
    terminalName: at & 2 ? 'T1' : null,
    shiftCode: at & 4 ? 'S1' : null,
    statuses: at & 8 ? (['Voided'] as const) : [],
  })),
)

test('a list keeps the statements used last, and no more than a hundred, whatever is asked for', () => {
  let prepared = 0
  const counting = {
    prepare: (sql: string) => {
      prepared += 1
      return database.prepare(sql)
    },
  } as unknown as Database
  const list = prepareRecordList(counting, new CompanyIds(database))
  const preparedBy = (task: () => void) => {
    const before = prepared
    task()
    return prepared - before
  }
  const usual = shapes.slice(0, 1)
  const everything = () => {
    for (const each of shapes) for (const asked of [each, ...usual]) list(asked)
  }
  expect(shapes.length).toBeGreaterThan(100)
  expect(preparedBy(everything)).toBe(shapes.length)
  // What is asked for again and again stays, and so do the newest; the oldest of the rest are made anew.
  expect(preparedBy(() => usual.map((each) => list(each)))).toBe(0)
  expect(preparedBy(() => shapes.slice(-99).map((each) => list(each)))).toBe(0)
  expect(preparedBy(() => list(shapes[1] ?? listQuery()))).toBe(1)
})
