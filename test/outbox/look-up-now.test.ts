import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority, LookUpQuery } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { lookUpNow } from '../../electron/gateway/outbox/look-up-query.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { Outcome } from '../../shared/domain/attempt.ts'
import type { LookUpResult } from '../../shared/domain/decide-look-up.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, insertion, keep, update } from '../support/stores.ts'

const company = aCompany()
let directory: string
let store: Store
/**
 * The authority's answers in order; null if it does not answer. A later one comes into play if an earlier one is
 * excluded.
 */
let there: (Exclude<LookUpResult, { kind: 'nothing' | 'other' }> | { kind: 'other' })[] | null
let asked: LookUpQuery[]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-look-up-now-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  ;[there, asked] = [[], []]
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** A record with an attempt for each outcome, with different bytes. The last outcome is not known. */
async function doubted(...outcomes: (Outcome | null)[]): Promise<StoredRecord> {
  let stored = await keep(store, insertion(1))
  const write = async (event: Parameters<typeof update>[1], extras = {}) => {
    const written = await store.records.write({ writes: [update(stored, event, extras)] })
    const [after] = written.ok ? written.stored : []
    if (!after) throw new Error(JSON.stringify(written))
    stored = after
  }
  for (const [at, outcome] of outcomes.entries()) {
    const attemptId = `attempt-${at}`
    const payload = Buffer.from(`text ${at}`)
    const claimedAt = noon + at * 1_000
    const attempt = {
      id: attemptId,
      batchId: 'batch',
      revision: 1,
      sha256: digest(`text ${at}`),
      payload,
      documentTime: noon,
      claimedAt,
      sendDeadline: noon + 60_000,
    }
    await write({ ...eventOf.claimed, attemptId, at: claimedAt }, { attempt })
    const exchange = { httpStatus: null, correlationId: null, answer: null }
    const kept = outcome && { outcome: { attemptId, at: claimedAt, outcome, ...exchange } }
    if (outcome?.kind === 'unsent') await write({ ...eventOf.unsent, at: claimedAt }, kept ?? {})
    else await write({ ...eventOf.outcome_unknown, at: claimedAt }, kept ?? {})
    if (at < outcomes.length - 1 && outcome?.kind !== 'unsent') await write({ ...eventOf.requeued, at: claimedAt })
  }
  return stored
}

function look(stored: StoredRecord, uuid: string | null = null) {
  const authority: Pick<Authority, 'lookUp' | 'shown'> = {
    lookUp: async (_, [query]) => {
      if (!query || !there) return { kind: 'not_answered', askedMs: null }
      asked.push(query)
      const left = there.find((each) => !('uuid' in each) || !query.otherUuids.has(each.uuid))
      return { kind: 'answered', findings: new Map([[query.saleGuid, left ?? { kind: 'nothing' }]]) }
    },
    shown: ({ uuid: own }) => ({ uuid: `public-${own}` }) as ReturnType<Authority['shown']>,
  }
  return lookUpNow({ authority, records: store.records } as unknown as OutboxDeps, company, { stored, uuid })
}

const inDoubt: Outcome = { kind: 'inDoubt', reason: 'timed_out' }
const unsent: Outcome = { kind: 'unsent', reason: 'not_connected' }
const same = (uuid: string) => ({ kind: 'same', uuid, submissionUid: 'S' }) as const
const unproven = (uuid: string) => ({ kind: 'unproven', uuid, submissionUid: 'S', receivedAt: noon }) as const

test('an authority that does not answer says nothing, one that has none says so', async () => {
  const stored = await doubted(inDoubt)
  there = null
  expect(await look(stored)).toBeNull()
  there = []
  expect(await look(stored)).toEqual({ kind: 'nothing' })
  there = [{ kind: 'other' }]
  expect(await look(stored)).toEqual({ kind: 'other' })
})

test('it is looked for in each form that may have arrived, with its text, since the first of them', async () => {
  const stored = await doubted(unsent, inDoubt, unsent, null)
  expect(await look(stored)).toEqual({ kind: 'nothing' })
  expect(new Set(asked.map(({ sha256 }) => sha256))).toEqual(new Set([digest('text 3'), digest('text 1')]))
  expect(await Promise.all(asked.map(async ({ text }) => text?.()))).toEqual(['text 3', 'text 1'])
  expect(asked.map(({ sentFrom }) => sentFrom - noon)).toEqual([1_000, 1_000])
})

test('if no person names one, the same document is found at once', async () => {
  there = [same('A')]
  expect(await look(await doubted(inDoubt))).toEqual(same('A'))
  expect(asked).toHaveLength(1)
})

test.each(['b', 'PUBLIC-B'])(
  'if a person names %s, only that document counts, by either of its names',
  async (name) => {
    const stored = await doubted(inDoubt)
    there = [same('A'), same('B')]
    expect(await look(stored, name)).toEqual(same('B'))
    there = [same('A')]
    expect(await look(stored, name)).toEqual({ kind: 'other' })
  },
)

test('what cannot be compared is the document if a person names it, and else stays unproven', async () => {
  const stored = await doubted(inDoubt)
  there = [unproven('A'), unproven('B')]
  expect(await look(stored)).toEqual(unproven('A'))
  expect(await look(stored, 'B')).toEqual({ ...unproven('B'), kind: 'same' })
  expect(await look(stored, 'C')).toEqual(unproven('A'))
})

test('of many with its number it looks at five', async () => {
  there = Array.from({ length: 9 }, (_, at) => same(`A${at}`))
  expect(await look(await doubted(inDoubt), 'A8')).toEqual({ kind: 'other' })
  expect(asked).toHaveLength(5)
})
