import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { ReadsApart } from '../../electron/gateway/store/thread/reads-apart.ts'
import { freshFile } from '../support/database-file.ts'
import { listQuery } from '../support/list-query.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const file = freshFile()
const ask = { area: 'records', method: 'list', args: [listQuery()] } as const

function begun(): { count: number } {
  const seen = { count: 0 }
  const note = () => void (seen.count += 1)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  return seen
}

test('after a reader that could not even begin none is begun for a while: the store is asked', async () => {
  writeFileSync(file.path, 'no database at all')
  const seen = begun()
  const reads = new ReadsApart(file.path, 0)
  for (let times = 0; times < 4; times += 1) expect(await reads.ask(ask)).toBeNull()
  expect(seen.count).toBe(1)
  await reads.stop()
})

test('a question that a reader does not answer in time is asked of the store, and the next of another reader', async () => {
  const store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  await keep(store, insertion(1))
  const seen = begun()
  const hasty = new ReadsApart(file.path, 0, 0)
  expect(await hasty.ask(ask)).toBeNull()
  expect(await hasty.ask(ask)).toBeNull()
  expect(seen.count).toBe(2)
  await hasty.stop()
  const patient = new ReadsApart(file.path, 0)
  expect(await patient.ask(ask)).not.toBeNull()
  expect(patient.isOpen).toBe(true)
  await patient.stop()
  expect(patient.isOpen).toBe(false)
  await store.upkeep.close()
})
