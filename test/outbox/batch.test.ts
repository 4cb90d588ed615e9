import { describe, expect, test } from 'vitest'
import { OversizeSuspects, selectBatch } from '../../electron/gateway/outbox/batch.ts'
import type { DueRecord } from '../../electron/gateway/store/port/port.ts'
import type { Outcome } from '../../shared/domain/attempt.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { aRecord, noon } from '../support/records.ts'

type Over = Partial<Omit<DueRecord, 'record'>> & { readonly record?: Partial<RecordState> }

const due = (seq: number, { record, ...over }: Over = {}): DueRecord => ({
  seq,
  record: aRecord({ documentNumber: `N-${seq}`, ...record }),
  dueAt: noon,
  tries: 0,
  mostInBatch: 100,
  unfinishedBuilds: 0,
  ...over,
})
const seqsOf = (some: readonly DueRecord[]) => some.map(({ seq }) => seq)

describe('documents that the door turned away', () => {
  const refused: Outcome = { kind: 'unsent', reason: 'too_large' }
  const taken: Outcome = { kind: 'accepted', uuid: 'U', submissionUid: 'S' }
  const invalid: Outcome = { kind: 'rejected', errors: [] }
  const all = [due(1), due(2), due(3)]

  test('the others go first, all together', () => {
    const turnedAway = new OversizeSuspects()
    expect(turnedAway.hear([2], [refused])).toBe(false)
    expect(turnedAway.size).toBe(1)
    expect(seqsOf(turnedAway.next(all))).toEqual([1, 3])
    expect(turnedAway.next([])).toEqual([])
  })

  test('if there are no others, the one that was turned away longest ago goes alone', () => {
    const turnedAway = new OversizeSuspects()
    for (const seq of [2, 3, 1, 2]) turnedAway.hear([seq], [refused])
    expect(seqsOf(turnedAway.next(all))).toEqual([3])
  })

  test.each([
    ['was accepted', taken],
    ['was found invalid', invalid],
  ])('once another one %s, it goes alone, and is to blame if it is turned away again', (_, outcome) => {
    const turnedAway = new OversizeSuspects()
    turnedAway.hear([2], [refused])
    expect(turnedAway.hear([1, 3], [refused, outcome])).toBe(false)
    expect(seqsOf(turnedAway.next(all))).toEqual([2])
    expect(turnedAway.hear([2], [refused])).toBe(true)
    // It counts as suspect again only after another proof.
    expect(turnedAway.hear([2], [refused])).toBe(false)
  })

  test('one that passes is like the others again', () => {
    const turnedAway = new OversizeSuspects()
    turnedAway.hear([2], [refused])
    turnedAway.hear([2], [taken])
    expect(turnedAway.size).toBe(0)
    expect(seqsOf(turnedAway.next(all))).toEqual([1, 2, 3])
  })

  test.each<[string, number[], Outcome[]]>([
    ['several that are turned away together', [1, 3], [refused, refused]],
    ['no connection', [1], [{ kind: 'unsent', reason: 'not_connected' }]],
    ['a lost answer', [1], [{ kind: 'inDoubt', reason: 'timed_out' }]],
  ])('%s tell nothing', (_, seqs, outcomes) => {
    const turnedAway = new OversizeSuspects()
    turnedAway.hear([2], [refused])
    expect(turnedAway.hear(seqs, outcomes)).toBe(false)
    expect(turnedAway.size).toBe(1)
    expect(seqsOf(turnedAway.next(all))).toEqual([1, 3])
  })
})

describe('what goes together', () => {
  const sent = { everSent: true }

  test('all that were never sent; one that was sent goes alone', () => {
    expect(selectBatch([])).toEqual([])
    expect(seqsOf(selectBatch([due(1), due(2, { record: sent }), due(3)]))).toEqual([1, 3])
    expect(seqsOf(selectBatch([due(1, { record: sent }), due(2)]))).toEqual([1])
  })

  test('of two documents with one number only the first', () => {
    const one = { documentNumber: 'N' }
    expect(seqsOf(selectBatch([due(1, { record: one }), due(2, { record: one }), due(3)]))).toEqual([1, 3])
  })

  test('as many as the smallest batch of them allows', () => {
    expect(seqsOf(selectBatch([due(1), due(2, { mostInBatch: 2 }), due(3)]))).toEqual([1, 2])
  })

  test('ten at most whose first build did not end, and then each alone', () => {
    const begun = (times: number) => Array.from({ length: 12 }, (_, at) => due(at + 1, { unfinishedBuilds: times }))
    expect(selectBatch(begun(0))).toHaveLength(12)
    expect(selectBatch(begun(1))).toHaveLength(10)
    expect(selectBatch(begun(2))).toHaveLength(1)
    expect(seqsOf(selectBatch([due(1, { unfinishedBuilds: 1 }), due(2), due(3, { unfinishedBuilds: 1 })]))).toEqual([
      1, 3,
    ])
  })

  test('builds of what was sent before count for nothing, since nothing is built of it', () => {
    const again = due(2, { record: sent, unfinishedBuilds: 1 })
    expect(seqsOf(selectBatch([due(1), again, due(3)]))).toEqual([1, 3])
    expect(seqsOf(selectBatch([again, due(1)]))).toEqual([2])
  })
})
