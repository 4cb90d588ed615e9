import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttemptShown } from '../../../electron/gateway/features/evidence/attempts.ts'
import { gather, type Wanted } from '../../../electron/gateway/features/evidence/gather.ts'
import { KeptNumbers } from '../../../electron/gateway/features/evidence/kept-numbers.ts'
import { KeptRows } from '../../../electron/gateway/features/evidence/kept-rows.ts'
import type { KeptJournalLine } from '../../../electron/gateway/installation/journal-at-rest.ts'

let folder: string
let shelf: { readonly rows: KeptRows<{ readonly text: string }>; readonly numbers: KeptNumbers }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resit-gather-'))
  const file = join(folder, 'pack.zip')
  shelf = { rows: new KeptRows(file), numbers: new KeptNumbers(file) }
})
afterEach(() => {
  shelf.rows.close()
  shelf.numbers.close()
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

describe('what a pack is made of, on the disk', () => {
  test('are rows as they were added, however many pieces of the file they take, read again and again', () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ text: `${n} 你好 🙂 ${'é'.repeat(n % 97)}\n"` }))
    expect([...shelf.rows]).toEqual([])
    for (const row of rows.slice(0, 10)) shelf.rows.add(row)
    expect([...shelf.rows]).toEqual(rows.slice(0, 10))
    for (const row of rows.slice(10)) shelf.rows.add(row)
    expect([...shelf.rows]).toEqual(rows)
    expect([...shelf.rows]).toEqual(rows)
    expect(shelf.rows.count).toBe(rows.length)
  })

  test('are numbers of records in any order, the newest each, of the longest kind too', () => {
    const longest = '你'.repeat(50)
    shelf.numbers.keep(900, 'KLCC-T1-A-1')
    shelf.numbers.keep(3, 'KLCC-T1-A-2')
    shelf.numbers.keep(900, longest)
    shelf.numbers.keep(5, '')
    expect([3, 4, 5, 900, 901].map((record) => shelf.numbers.of(record))).toEqual([
      'KLCC-T1-A-2',
      null,
      '',
      longest,
      null,
    ])
  })
})

const day = Date.parse('2026-11-20T04:00:00Z')
const companies = ['one', 'other'] as const

/** A record comes in, is claimed and taken: three lines each, and the last one stays claimed. */
function headsOf(records: number): readonly object[] {
  const heads = Array.from({ length: records }, (_, n) => {
    const record = n + 1
    const companyGuid = companies[n % companies.length]
    return [
      { record, type: 'received', facts: { identity: { companyGuid }, content: { documentNumber: `N-${record}` } } },
      {
        record,
        type: 'claimed',
        facts: {},
        attempt: { id: `a${record}`, claimed_at: day, document_time: day, send_deadline: day },
      },
      {
        record,
        type: 'taken',
        facts: {},
        outcome: { attempt_id: `a${record}`, at: day, kind: 'accepted', answer: null },
      },
    ]
  })
  return heads.flat().slice(0, -1)
}

function* linesOf(heads: readonly object[], each: (line: number) => void): Generator<KeptJournalLine, boolean> {
  const chain = Buffer.alloc(32)
  for (const [at, head] of heads.entries()) {
    each(at)
    const line = at + 1
    yield {
      line,
      previous: chain,
      chain,
      head: JSON.stringify({ line, event: line, at: day, by: null, ...head }),
      rest: Buffer.alloc(0),
      bytes: 0,
    }
  }
  return true
}

function gathered(company: Wanted['company']) {
  const heads = headsOf(600)
  const attempts: AttemptShown[] = []
  let spells = 0
  const toldBy = new Map<number, number>()
  const nowhere = { add: () => undefined }
  gather(
    () => linesOf(heads, (line) => toldBy.set(line, attempts.length)),
    null,
    {
      from: '2026-11-20',
      to: '2026-11-20',
      company,
    },
    {
      attempts: { add: (attempt) => void attempts.push(attempt) },
      connectivity: { add: () => void (spells += 1) },
      clock: nowhere,
      numbers: shelf.numbers,
    },
  )
  return { attempts, toldBy, spells }
}

describe('what the journal tells of some days', () => {
  test('is passed on attempt by attempt, each as soon as it ended, and at last what did not', () => {
    const { attempts, toldBy, spells } = gathered(null)
    // Before line 3n is read, n attempts have ended.
    for (const [line, told] of toldBy) expect(told).toBe(Math.floor(line / 3))
    expect(attempts).toHaveLength(600)
    expect(attempts.at(0)).toMatchObject({
      document_number: 'N-1',
      claim_line: 2,
      outcome_line: 3,
      outcome: 'accepted',
    })
    expect(attempts.at(-1)).toMatchObject({ document_number: 'N-600', claim_line: 1_799, outcome: null })
    expect(spells).toBe(1)
  })

  test('has the attempts of one company where that is asked for', () => {
    const { attempts } = gathered({ guid: 'other', code: 'OTHER' })
    expect(attempts).toHaveLength(300)
    expect(new Set(attempts.map(({ record }) => record % 2))).toEqual(new Set([0]))
  })
})
