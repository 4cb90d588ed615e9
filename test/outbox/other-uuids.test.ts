import { expect, test } from 'vitest'
import { excludedUuidsOf } from '../../electron/gateway/outbox/look-up-query.ts'
import type { RecordEvent } from '../../shared/domain/event.ts'
import { eventOf } from '../support/records.ts'

const taken = (uuid: string): RecordEvent => ({ ...eventOf.taken, uuid })
const found = (uuid: string): RecordEvent => ({ ...eventOf.found, uuid })
const doubted = (reason: 'not_shown' | 'duplicate_reported'): RecordEvent => ({ ...eventOf.outcome_unknown, reason })
const others = (...events: readonly RecordEvent[]) => [...excludedUuidsOf(events)]

test('a copy that the authority called a duplicate is not the document that is looked for', () => {
  expect(others(taken('A'), doubted('duplicate_reported'))).toEqual(['A'])
})

test('one that the authority took and then did not show is the very document, wherever it shows again', () => {
  expect(others(taken('A'), doubted('not_shown'))).toEqual([])
  expect(others(taken('A'), doubted('not_shown'), eventOf.requeued, eventOf.claimed)).toEqual([])
  expect(others(taken('A'), doubted('not_shown'), found('A'), doubted('not_shown'))).toEqual([])
  expect(others(taken('A'), doubted('not_shown'), found('A'), doubted('duplicate_reported'))).toEqual(['A'])
})

test('of an earlier revision it is another one', () => {
  expect(others(taken('A'), doubted('not_shown'), eventOf.conflicted, eventOf.marked_refused, eventOf.revised)).toEqual(
    ['A'],
  )
  expect(others(taken('A'), eventOf.invalidated, eventOf.resent, taken('B'), doubted('not_shown'))).toEqual(['A'])
})
