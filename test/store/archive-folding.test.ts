import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { makeArchive } from '../../electron/gateway/store/archive/make.ts'
import { noon } from '../support/records.ts'
import { shopWithPast } from '../support/shop-with-past.ts'

const shop = shopWithPast()

test('what is sold while the file of a month is made can be folded back before it is proved (RD3)', () => {
  const { file, journal } = shop
  const folded: unknown[] = []
  const beside = new Database(file.path)
  onTestFinished(() => void beside.close())
  const onWritten = (name: unknown) => {
    if (name !== 'archive_written') return
    beside.exec("INSERT INTO setting (name, value) VALUES ('sold', 'meanwhile')")
    folded.push(...(beside.pragma('wal_checkpoint(PASSIVE)') as readonly unknown[]))
  }
  subscribe('resit:checkpoint', onWritten)
  onTestFinished(() => void unsubscribe('resit:checkpoint', onWritten))
  const { directory } = journal()
  expect(makeArchive({ file: file.path, directory, endedBefore: noon, now: noon })).not.toBeNull()
  const [log] = folded as readonly { readonly log: number; readonly checkpointed: number }[]
  expect(log?.log).toBeGreaterThan(0)
  expect(log?.checkpointed).toBe(log?.log)
})
