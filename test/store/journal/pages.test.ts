import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAtRest } from '../../../electron/gateway/store/journal/at-rest.ts'
import { StoreRefusal } from '../../../electron/gateway/store/refusal.ts'
import { copyAll, fillShop, openKept, ourSeal } from './kept-store.ts'

const pageBytes = 4096

let root: string
let pages: number
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'resit-pages-'))
  mkdirSync(join(root, 'shop'))
  const store = openKept(join(root, 'shop'))
  await fillShop(store)
  await store.upkeep.close()
  const database = new Database(join(root, 'shop', 'resit.db'))
  pages = database.pragma('page_count', { simple: true }) as number
  database.close()
})
afterAll(() => rmSync(root, { recursive: true }))

/** What a proof says once the beginning of a page, where SQLite keeps what the page is, was written over. */
function proofAfter(page: number): string {
  const directory = join(root, `page-${page}`)
  copyAll(join(root, 'shop'), directory)
  const file = join(directory, 'resit.db')
  const bytes = readFileSync(file)
  bytes.fill(0x5a, (page - 1) * pageBytes, (page - 1) * pageBytes + 64)
  writeFileSync(file, bytes)
  try {
    const { findings } = verifyAtRest(file, { directory: join(directory, 'journal'), seal: ourSeal })
    return findings[0]?.code ?? 'sound'
  } catch (cause) {
    if (cause instanceof StoreRefusal) return cause.reason
    throw cause
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test('a page of the database that was written over is found by a proof, whichever it is (ST12)', () => {
  const [first, ...others] = Array.from({ length: pages }, (_, at) => proofAfter(at + 1))
  // Without its first page it is no database at all.
  expect(first).toBe('not_ours')
  expect(others.length).toBeGreaterThan(20)
  expect([...new Set(others)]).toEqual(['database_damaged'])
})
