import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { downloadFile } from '../../../electron/gateway/authority/download.ts'
import { Codes } from '../../../electron/gateway/features/codes/codes.ts'
import { CodeRefresher } from '../../../electron/gateway/features/codes/refresh.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { type CodeListId, codeListIds, type RefreshFault } from '../../../shared/document/codes.ts'
import { aClock } from '../../support/clock.ts'
import { type CodesServer, entryOf, startCodesServer } from '../../support/codes-server.ts'
import { freshFile } from '../../support/database-file.ts'

const file = freshFile()
let pages: CodesServer
let store: ReturnType<typeof openSqliteStore>
let codes: Codes
const clock = aClock()

const refresherAt = (url: string) =>
  new CodeRefresher({
    codes,
    download: downloadFile,
    url,
    clock,
    keep: (states, tries) => store.codes.refreshed(states, tries),
  })
const lists = () => Object.fromEntries(codeListIds.map((list) => [list, codes.list(list)]))

beforeEach(async () => {
  pages = await startCodesServer()
  store = openSqliteStore(file.path)
  codes = new Codes()
})
afterEach(async () => {
  await pages.close()
  await store.upkeep.close()
})

/** Lists that must not replace the old one. */
const bad: readonly (readonly [what: string, why: RefreshFault, change: (list: CodeListId) => void])[] = [
  ['has half of its codes', 'shrunk', (list) => pages.publish(list, (all) => all.slice(0, Math.floor(all.length / 2)))],
  ['is empty', 'empty', (list) => pages.publish(list, () => [])],
  ['is gone from its address', 'refused', (list) => pages.answer(list, { kind: 'status', status: 404 })],
  ['cannot be had now', 'refused', (list) => pages.answer(list, { kind: 'status', status: 503 })],
  [
    'is said to be elsewhere',
    'refused',
    (list) => pages.answer(list, { kind: 'status', status: 302, headers: { location: `${pages.url}/UnitTypes.json` } }),
  ],
  ['is a page', 'unreadable', (list) => pages.answer(list, { kind: 'file', content: '<!doctype html>' })],
  [
    'is larger than any list',
    'too_large',
    (list) => pages.answer(list, { kind: 'file', content: `[${' '.repeat(5 * 1024 * 1024)}]` }),
  ],
]

describe('a list stays as it was', () => {
  test.each(bad)(
    'where what comes %s: %s, and the others are refreshed all the same (UP30)',
    async (_what, why, spoil) => {
      spoil('classification')
      pages.publish('currency', (all) => [...all, entryOf('currency', { code: 'XTS', currency: 'Test' })])
      const before = codes.list('classification')
      const tries = await refresherAt(pages.url).refresh('person:Aini')
      expect(tries.map(({ list, keptBecause }) => [list, keptBecause])).toEqual(
        codeListIds.map((list) => [list, list === 'classification' ? why : null]),
      )
      expect(codes.list('classification')).toBe(before)
      expect(codes.statusOf('classification', '022')).toBe('current')
      expect(codes.statusOf('currency', 'XTS')).toBe('current')
      const [kept] = await store.codes.tries('classification', 1)
      expect(kept).toEqual(tries[0])
      expect(kept).toMatchObject({
        at: clock.now(),
        by: 'person:Aini',
        source: `${pages.url}/ClassificationCodes.json`,
      })
      expect((await store.codes.all()).map(({ list }) => list)).not.toContain('classification')
    },
  )

  test('where nobody answers at the address, and so do all others', async () => {
    const { url } = pages
    await pages.close()
    const before = lists()
    const tries = await refresherAt(url).refresh('control')
    expect(tries.map(({ keptBecause }) => keptBecause)).toEqual(Array(8).fill('unreachable'))
    expect(lists()).toEqual(before)
    pages = await startCodesServer()
  })

  test('with exactly half of its codes', async () => {
    pages.publish('payment_method', (all) => all.slice(0, 4))
    const tries = await refresherAt(pages.url).refresh('control')
    expect(tries.find(({ list }) => list === 'payment_method')?.keptBecause).toBe('shrunk')
  })

  test('where little comes that swells: what counts is what it would be unpacked', async () => {
    const content = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '))
    pages.answer('unit', { kind: 'file', content, headers: { 'content-encoding': 'gzip' } })
    const tries = await refresherAt(pages.url).refresh('control')
    expect(tries.find(({ list }) => list === 'unit')?.keptBecause).toBe('too_large')
  })

  test('but with more than half of its codes it is taken', async () => {
    pages.publish('tax_type', (all) => all.slice(0, 4))
    await refresherAt(pages.url).refresh('control')
    expect(codes.list('tax_type').items).toHaveLength(4)
    expect(codes.statusOf('tax_type', 'E')).toBe('obsolete')
  })
})

test('lists that cannot be kept are not used either', async () => {
  pages.publish('classification', (all) => all.filter(({ Code }) => Code !== '022'))
  const before = lists()
  const full = new Error('the disk is full')
  const refresher = new CodeRefresher({
    codes,
    download: downloadFile,
    url: pages.url,
    clock,
    keep: () => Promise.reject(full),
  })
  await expect(refresher.refresh('control')).rejects.toThrow(full)
  expect(lists()).toEqual(before)
  await expect(refresher.refresh('control'), 'a failure is not remembered').rejects.toThrow(full)
  expect(pages.asked.get('/files/UnitTypes.json')).toBe(2)
})

test('stopping breaks off what is running at once, and nothing of it is kept', async () => {
  pages.answer('unit', { kind: 'silence' })
  pages.publish('classification', (all) => all.filter(({ Code }) => Code !== '022'))
  const refresher = refresherAt(pages.url)
  const asked = pages.nextRequest()
  const running = refresher.refresh('gateway')
  await asked
  await refresher.stop()
  await running
  expect(await store.codes.all()).toEqual([])
  expect(await store.codes.tries('classification', 9)).toEqual([])
  expect(codes.statusOf('classification', '022')).toBe('current')
})
