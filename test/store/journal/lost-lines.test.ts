import { copyFileSync, cpSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { headPath } from '../../../electron/gateway/store/journal/anchor.ts'
import { verifyAtRest } from '../../../electron/gateway/store/journal/at-rest.ts'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { freshFile } from '../../support/database-file.ts'
import { noon } from '../../support/records.ts'
import { insertion, keep } from '../../support/stores.ts'
import { codesOf, fillShop, journalFile, openKept, ourSeal } from './kept-store.ts'

const file = freshFile()
const here = () => join(file.directory, 'here')
const there = () => join(file.directory, 'there')
let open: Store[]
const opened = (directory: string): Store => {
  const store = openKept(directory)
  open.push(store)
  return store
}
afterEach(async () => {
  for (const store of open) await store.upkeep.close()
})
beforeEach(async () => {
  open = []
  mkdirSync(here())
  mkdirSync(there())
  await fillShop(opened(here()))
  const [store] = open
  if (!store) return
  // What the checkpoint has; the rest is in the log alone.
  await store.upkeep.close()
  copyFileSync(join(here(), 'resit.db'), join(there(), 'resit.db'))
  open = []
  const again = opened(here())
  for (let n = 10; n < 30; n += 1) await keep(again, insertion(n))
})

/** The files of a kill, without the log of the database. */
function kill(): void {
  cpSync(join(here(), 'journal'), join(there(), 'journal'), { recursive: true })
}
const tail = () => journalFile(there())
const size = () => statSync(tail()).size

function spoil(at: number, bytes = 40): void {
  const text = readFileSync(tail())
  writeFileSync(tail(), text.fill(0x2a, at, at + bytes))
}

describe('where the log of the database is gone and the end of the journal is damaged', () => {
  test('what stands behind the damage says how much is lost, and nobody says sound (ST11, JR2)', async () => {
    kill()
    // Somewhere in the twenty lines that only the log had.
    spoil(size() - 9_000)
    const { isTrusted, findings } = await opened(there()).journal.status()
    expect(isTrusted).toBe(false)
    expect(findings.map(({ code }) => code)).toEqual(['line_damaged', 'lines_lost'])
    const [, lost] = findings
    expect(Number(lost?.detail)).toBe(30 - (lost?.line ?? 0))
    expect(Number(lost?.detail)).toBeGreaterThan(5)
  })

  test('a proof without a gateway says so, too, also when what was damaged is set aside (ST11)', async () => {
    kill()
    spoil(size() - 9_000)
    await opened(there()).upkeep.close()
    open.pop()
    const proof = verifyAtRest(join(there(), 'resit.db'), {
      directory: join(there(), 'journal'),
      seal: ourSeal,
      now: 0,
    })
    expect(codesOf(proof)).toEqual(expect.arrayContaining(['lines_lost']))
  })

  test('the head that is proven every few seconds tells of a whole end that is gone (ST11, AU1)', async () => {
    const [store] = open
    const head = await store?.journal.proveHead(noon + 5_000)
    expect(head?.line).toBe(29)
    kill()
    truncateSync(tail(), size() - 6_000)
    const { findings } = await opened(there()).journal.status()
    expect(findings.map(({ code }) => code)).toEqual(['journal_cut', 'lines_lost'])
    expect(findings[0]?.line).toBe(29)
  })

  test('an end that a crash tore, before anybody was answered for it, is no loss', async () => {
    const [store] = open
    await store?.journal.proveHead(noon + 5_000)
    kill()
    writeFileSync(tail(), Buffer.concat([readFileSync(tail()), readFileSync(tail()).subarray(-200, -50)]))
    expect(await opened(there()).journal.status()).toMatchObject({ isTrusted: true, replayed: 20, findings: [] })
  })
})

describe('the head of the journal', () => {
  test('costs nothing where nothing happened, and is another after a sale (JR2)', async () => {
    const [store] = open
    await store?.journal.proveHead(noon)
    const before = statSync(headPath(join(here(), 'journal'))).ino
    expect((await store?.journal.proveHead(noon + 1))?.line).toBe(29)
    expect(statSync(headPath(join(here(), 'journal'))).ino).toBe(before)
    if (store) await keep(store, insertion(50))
    expect((await store?.journal.proveHead(noon + 2))?.line).toBe(30)
  })

  test('of files that were written anew is not that of those before', async () => {
    const [store] = open
    await store?.journal.proveHead(noon)
    kill()
    copyFileSync(join(here(), 'resit.db-wal'), join(there(), 'resit.db-wal'))
    truncateSync(tail(), size() - 6_000)
    const other = opened(there())
    expect((await other.journal.status()).findings.map(({ code }) => code)).toEqual(['journal_cut'])
    expect(await other.journal.trust({ by: 'control', at: noon, reason: 'test', seal: null })).toBe('trusted')
    await other.upkeep.close()
    open.pop()
    expect(await opened(there()).journal.status()).toMatchObject({ isTrusted: true, findings: [] })
  })
})
