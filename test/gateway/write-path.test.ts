import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { openShop } from '../support/shop.ts'
import { aCompany, insertion } from '../support/stores.ts'
import { document } from '../support/till.ts'

// How many of our own functions stand on one another between the handler of a submission and its row: what a reader has to
// follow. A group is committed in a turn of its own, so each side is looked at by itself.
const most = 6

const shop = openShop({})
const file = freshFile()

/** The files of our own functions that are on the stack now or wait for it, the innermost first. */
const ownFrames = (): readonly string[] =>
  [...(new Error('where').stack ?? '').matchAll(/electron\/gateway\/([\w/-]+\.ts)/g)].map(([, path = '']) => path)

let depth: number
beforeEach(() => {
  depth = Error.stackTraceLimit
  Error.stackTraceLimit = 100
})
afterEach(() => {
  Error.stackTraceLimit = depth
  vi.restoreAllMocks()
})

test('a submission comes from its handler to the group that is committed by few functions', async () => {
  const seen: (readonly string[])[] = []
  const whenFree = setImmediate
  // Looked through, not replaced: a group is committed in a later turn of the loop.
  const look = (task: () => void) => {
    seen.push(ownFrames())
    return whenFree(task)
  }
  vi.spyOn(globalThis, 'setImmediate').mockImplementation(look)
  const isWay = (frames: readonly string[]) => frames[0] === 'store/group-commit.ts' && frames.some(isSubmit)
  // A sale that joins a group which another write has begun is not seen.
  for (let sale = 0; sale < 20 && !seen.some(isWay); sale += 1) {
    const { status } = await shop.submit(document('sale', 'invoice', shop.saleCode()))
    expect(status).toBe(202)
  }
  const way = seen.find(isWay) ?? []
  const frames = way.slice(0, way.findLastIndex(isSubmit) + 1)
  expect(frames).toContain('features/submissions/submit.ts')
  expect(frames.length, frames.join(' < ')).toBeLessThanOrEqual(most)
})

const isSubmit = (path: string) => path === 'features/submissions/submit.ts'

test('a row is written by few functions from where its group is committed', async () => {
  const statement = statements()
  const run = Reflect.get(statement, 'run')
  let frames: readonly string[] = []
  vi.spyOn(statement, 'run').mockImplementation(function (this: Database.Statement, ...cells: unknown[]) {
    if (this.source.startsWith('INSERT INTO record ')) frames = ownFrames()
    return run.apply(this, cells)
  })
  const store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  await store.records.write({ writes: [insertion(1)] })
  await store.upkeep.close()
  expect(frames[0]).toMatch(/^store\//)
  expect(frames.length, frames.join(' < ')).toBeLessThanOrEqual(most)
})

/** What every statement of SQLite has in common. */
function statements(): Database.Statement {
  const database = new Database(':memory:')
  const statement = Object.getPrototypeOf(database.prepare('SELECT 1')) as Database.Statement
  database.close()
  return statement
}
