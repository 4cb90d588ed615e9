import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifyAtRest } from '../../../electron/gateway/store/journal/at-rest.ts'
import { firstPlace, headerBytes } from '../../../electron/gateway/store/journal/files.ts'
import { walk } from '../../../electron/gateway/store/journal/walk.ts'
import { type Frame, frameAt, frameOf } from '../../../electron/gateway/store/kept/frame.ts'
import { packed } from '../../../electron/gateway/store/kept/packed.ts'
import type { Verification } from '../../../electron/gateway/store/port/journal.ts'
import { happen, insertion, keep } from '../../support/stores.ts'
import { copyAll, eventsFor, fillShop, journalFile, openKept, ourSeal, tamper } from './kept-store.ts'

/** A shop with random lives behind it, closed; what is done to it is done to copies. */
let root: string
let lines: { readonly start: number; readonly end: number; readonly record: number | null }[]
let bytes: Buffer

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'resit-tamper-'))
  mkdirSync(join(root, 'shop'))
  const store = openKept(join(root, 'shop'))
  await fillShop(store)
  const [lives] = fc.sample(fc.array(fc.infiniteStream(fc.nat(999)), { minLength: 12, maxLength: 12 }), {
    seed: 11,
    numRuns: 1,
  })
  for (const [at, chances] of (lives ?? []).entries()) {
    let record = await keep(store, insertion(at + 10))
    for (let step = 0; step < 6; step += 1) {
      const possible = eventsFor(record).filter(({ type }) => type !== 'revised')
      const event = possible[chances.next().value % Math.max(possible.length, 1)]
      if (event) record = await happen(store, record, event)
    }
  }
  await store.upkeep.close()
  bytes = readFileSync(journalFile(join(root, 'shop')))
  lines = [...walk(join(root, 'shop', 'journal'), firstPlace)].map(({ frame, place }) => {
    const { record } = JSON.parse(frame.head) as { readonly record?: number }
    return { start: place.offset - place.lastBytes, end: place.offset, record: record ?? null }
  })
})
afterAll(() => rmSync(root, { recursive: true }))

let copies = 0
function verifyAfter(change: (directory: string) => void): Verification {
  copies += 1
  const directory = join(root, `copy-${copies}`)
  copyAll(join(root, 'shop'), directory)
  try {
    change(directory)
    return verifyAtRest(join(directory, 'resit.db'), { directory: join(directory, 'journal'), seal: ourSeal, now: 0 })
  } finally {
    rmSync(directory, { recursive: true })
  }
}
const withJournal = (changed: Buffer) => verifyAfter((directory) => writeFileSync(journalFile(directory), changed))
const slice = (line: number) => bytes.subarray(lines[line]?.start ?? 0, lines[line]?.end ?? 0)
const header = () => bytes.subarray(0, headerBytes)
const put = (order: readonly number[]) => Buffer.concat([header(), ...order.map(slice)])
const numbers = () => lines.map((_line, at) => at)

/** What an attacker who knows the format but not the past would write. */
function forged(line: number): Buffer {
  const frame = frameAt(slice(line), 0)
  if (!frame) throw new Error(`line ${line} is no line`)
  const { previous, head, rest } = frame
  return (frameOf(previous, head.replace('"at":1', '"at":2'), packed(rest, 'body')) satisfies Frame).bytes
}

const options = { numRuns: 60 }

describe('whatever is done to the files is found and named (AU1)', () => {
  test('nothing is found where nothing was done', () => {
    const verification = verifyAfter(() => undefined)
    expect(verification).toMatchObject({ findings: [], lines: lines.length, records: 16, bodies: 16 })
  })

  const aLine = fc.nat(10_000)

  test.prop([fc.nat(1_000_000), fc.integer({ min: 1, max: 255 })], options)(
    'a flipped byte anywhere in the journal',
    (where, mask) => {
      const at = where % bytes.length
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ mask
      const { findings } = withJournal(changed)
      const line = Math.max(
        0,
        lines.findIndex(({ end }) => at < end),
      )
      expect(findings[0]).toMatchObject({
        code: 'line_damaged',
        line: line + 1,
        ...(at >= headerBytes && { record: lines[line]?.record }),
      })
    },
  )

  test.prop([fc.nat(1_000_000)], options)('a journal that is cut at any byte', (where) => {
    const size = where % bytes.length
    const line = lines.findIndex(({ end }) => size < end)
    const { findings } = withJournal(bytes.subarray(0, size))
    expect(findings.map(({ code }) => code)).toContain('journal_cut')
    expect(findings[0]).toMatchObject({ line: line + 1 })
  })

  test.prop([aLine, aLine], options)('two lines that change places', (one, other) => {
    const [a, b] = [one % lines.length, other % lines.length]
    const order = numbers().with(a, b).with(b, a)
    const { findings } = withJournal(put(order))
    if (a === b) expect(findings).toEqual([])
    else expect(findings[0]?.line).toBe(Math.min(a, b) + 1)
  })

  test.prop([aLine, aLine], options)('a line that is put in once more', (which, where) => {
    const order = numbers().toSpliced(where % (lines.length + 1), 0, which % lines.length)
    const { findings } = withJournal(put(order))
    expect(findings[0]?.line ?? 0).toBeGreaterThan(where % (lines.length + 1))
  })

  test.prop([aLine], options)('a line that is taken out', (which) => {
    const at = which % lines.length
    const { findings } = withJournal(put(numbers().toSpliced(at, 1)))
    expect(findings[0]).toMatchObject({ line: at + 1 })
  })

  test.prop([aLine], options)('a line that is written anew, with its checksum right', (which) => {
    const at = which % lines.length
    const { findings } = withJournal(
      Buffer.concat([header(), ...numbers().map((line) => (line === at ? forged(line) : slice(line)))]),
    )
    expect(findings[0]).toMatchObject({ code: 'line_differs', line: at + 1, record: lines[at]?.record })
  })

  const aRow = fc.integer({ min: 1, max: 16 })
  const change = fc.constantFrom(
    ["total_payable = '9' || total_payable", 'total_payable'],
    ['issued_at = issued_at + 1', 'issued_at'],
    ["document_number = document_number || 'x'", 'document_number'],
    ['closed = 1 - closed', 'closed'],
    ["sale_code = sale_code || 'x'", 'sale_code'],
    ["submitted_day = '2020-01-01'", 'submitted_day'],
    ["uuid = 'other', submission_uid = 's', long_id = 'l'", 'uuid'],
  )

  test.prop([aRow, change], options)('a record that is changed in the database', (seq, [set, column]) => {
    const { findings } = verifyAfter((directory) => tamper(directory, `UPDATE record SET ${set} WHERE seq = ${seq}`))
    const named = findings.find(({ code, record }) => code === 'row_differs' && record === seq)
    expect(named?.detail).toContain(column)
  })

  test.prop([fc.nat(1000)], options)('an event that is changed, taken out or put in', (chance) => {
    const seq = 1 + (chance % 20)
    const statements = [
      ['entry_changed', `UPDATE event SET at = at + 1 WHERE seq = ${seq}`],
      ['entry_changed', `UPDATE event SET by = 'person:Bala' WHERE seq = ${seq}`],
      ['entry_changed', `DELETE FROM event WHERE seq = ${seq}`],
      ['entry_changed', `UPDATE event SET body = x'7B7D' WHERE body IS NOT NULL AND seq <= ${seq}`],
      // What nobody can read is no other sale.
      ['body_damaged', `UPDATE event SET body = x'00' WHERE body IS NOT NULL AND seq <= ${seq}`],
      ['entry_changed', `UPDATE event SET body = x'00', at = at + 1 WHERE body IS NOT NULL AND seq <= ${seq}`],
      [
        'entry_unlined',
        `INSERT INTO event SELECT NULL, record_seq, 1000, at, type, by, facts, NULL, NULL FROM event WHERE seq = ${seq}`,
      ],
    ] as const
    const [code, statement] = statements[chance % statements.length] ?? ['', '']
    const { findings } = verifyAfter((directory) => tamper(directory, statement))
    expect(findings.map((each) => each.code)).toContain(code)
  })

  test.each([
    ["UPDATE payload SET body = x'7B7D'", 'entry_changed'],
    ["UPDATE attempt_outcome SET kind = 'rejected'", 'entry_changed'],
    ['DELETE FROM attempt_outcome', 'entry_changed'],
    ['DELETE FROM reference', 'row_differs'],
    ["UPDATE act SET facts = '{}' WHERE seq = 1", 'entry_changed'],
    ['DELETE FROM journal_line WHERE line = 3', 'entry_unlined'],
    ['UPDATE journal_line SET chain = zeroblob(32) WHERE line = 3', 'entry_changed'],
    [
      "INSERT INTO attempt SELECT 'more', record_seq, revision, batch_id, sha256, document_time, claimed_at, send_deadline FROM attempt",
      'entry_unlined',
    ],
  ])('%s', (sql, code) => {
    const { findings } = verifyAfter((directory) => tamper(directory, sql))
    expect(findings.map((each) => each.code)).toContain(code)
  })

  test('another whole database, with a journal of its own', async () => {
    mkdirSync(join(root, 'other'))
    const store = openKept(join(root, 'other'), { seal: { installation: 'shop-2', key: 'theirs' } })
    await fillShop(store)
    await store.upkeep.close()
    const { findings } = verifyAfter((directory) => {
      rmSync(directory, { recursive: true })
      copyAll(join(root, 'other'), directory)
    })
    expect(findings.map(({ code }) => code)).toContain('seal_missing')
  })

  test('and nothing is written by looking', () => {
    const before = readdirSync(join(root, 'shop'))
    verifyAtRest(join(root, 'shop', 'resit.db'), { directory: join(root, 'shop', 'journal'), seal: ourSeal, now: 0 })
    expect(readdirSync(join(root, 'shop'))).toEqual(before)
  })
})
