import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { verifyAtRest } from '../../../electron/gateway/store/recovery/verify-at-rest.ts'
import { StoreRefusal } from '../../../electron/gateway/store/refusal.ts'
import { dense } from '../../support/dense.ts'
import { eventOf } from '../../support/records.ts'
import { insertion, keep, update } from '../../support/stores.ts'
import { attempt, copyAll, fillShop, openKept } from './kept-store.ts'

const pageBytes = 4096
const sent = dense(40_000)

let root: string
/** A database after a kill: its last pages are in SQLite's log. */
const killed = () => join(root, 'killed')
let pages: number
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'resit-pages-'))
  mkdirSync(join(root, 'shop'))
  const store = openKept(join(root, 'shop'))
  await fillShop(store)
  await sendSomethingLong(store)
  copyAll(join(root, 'shop'), killed())
  // Merges the log, so that the pages are in the file.
  const copy = new Database(join(killed(), 'resit.db'))
  copy.exec(`UPDATE setting SET value = json_set(value, '$.isOver', json('true')) WHERE name = 'session'`)
  copy.pragma('wal_checkpoint(TRUNCATE)')
  copy.close()
  await store.upkeep.close()
  const database = new Database(join(root, 'shop', 'resit.db'))
  pages = database.pragma('page_count', { simple: true }) as number
  database.close()
})
afterAll(() => rmSync(root, { recursive: true }))

/** Sends a document whose bytes have database pages of their own. */
async function sendSomethingLong(store: Store): Promise<void> {
  const kept = await keep(store, insertion(20))
  const claimed = update(kept, eventOf.claimed, {
    attempt: { ...attempt, id: 'attempt-2', sha256: 'e'.repeat(64), payload: sent },
  })
  expect(await store.records.write({ writes: [claimed] })).toMatchObject({ ok: true })
}

type Said = (directory: string) => Promise<{ readonly findings: readonly { readonly code: string }[] }>

/** What a check says about a copy with one overwritten page. Any error but a refusal is a crash. */
async function saidAfter(
  from: string,
  { page, write }: { readonly page: number; readonly write: (bytes: Buffer, from: number) => void },
  say: Said,
): Promise<string> {
  const directory = join(root, `page-${page}`)
  copyAll(from, directory)
  const file = join(directory, 'resit.db')
  const bytes = readFileSync(file)
  write(bytes, (page - 1) * pageBytes)
  writeFileSync(file, bytes)
  try {
    const { findings } = await say(directory)
    return findings[0]?.code ?? 'sound'
  } catch (cause) {
    if (cause instanceof StoreRefusal) return cause.reason
    throw cause
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** The start of a page, where SQLite keeps its type. */
const overBeginning = (bytes: Buffer, from: number) => bytes.fill(0x5a, from, from + 64)

const proofAfter = (page: number): Promise<string> =>
  saidAfter(join(root, 'shop'), { page, write: overBeginning }, (directory) =>
    verifyAtRest(join(directory, 'resit.db'), null),
  )

/** What a start says after a kill and this damage. */
const startAfter = (page: number, write: (bytes: Buffer, from: number) => void): Promise<string> =>
  saidAfter(killed(), { page, write }, async (directory) => {
    const store = openKept(directory)
    const status = await store.journal.status()
    await store.upkeep.close().catch(() => undefined)
    expect(status.isTrusted).toBe(status.findings.length === 0)
    return status
  })

test('a page of the database that was written over is found by a proof, whichever it is (ST12)', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: pages }, (_, at) => proofAfter(at + 1)))
  // Without its first page the file is no database.
  expect(first).toBe('not_ours')
  expect(others.length).toBeGreaterThan(20)
  expect([...new Set(others)]).toEqual(['database_damaged'])
})

test('a start on any page that was written over names what it finds, or refuses in a sentence (ST12)', async () => {
  const bytes = readFileSync(join(killed(), 'resit.db'))
  const count = bytes.length / pageBytes
  const ofPayload = new Set<string>()
  const ofOthers = new Set<string>()
  for (let page = 2; page <= count; page += 1) {
    const middle = (page - 0.5) * pageBytes
    const isPayload = sent.includes(bytes.subarray(middle, middle + 64))
    const said = isPayload ? ofPayload : ofOthers
    said.add(await startAfter(page, (file, from) => file.fill(0xff, from, from + pageBytes)))
    if (!isPayload) said.add(await startAfter(page, overBeginning))
  }
  // Damage that only one attempt depends on does not prevent a start.
  expect([...ofPayload].toSorted()).toEqual(['database_damaged', 'entry_changed'])
  expect([...ofOthers].toSorted()).toEqual(['database_damaged', 'sound', 'unsafe'])
})
