import { describe, expect, test } from 'vitest'
import {
  arrivalSpanOf,
  compareDocument,
  isSpanCovered,
  type ListedThere,
  type RecordWithUuids,
} from '../../shared/domain/reconciliation.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { noon, recordIn } from '../support/records.ts'

const period = { from: noon - 1_000, to: noon + 1_000 }
const valid = recordIn('valid')
const uuid = valid.authority?.uuid ?? ''
const listed = (over: Partial<ListedThere> = {}): ListedThere => ({
  uuid,
  documentNumber: valid.documentNumber,
  family: valid.family,
  kind: valid.kind,
  status: 'Valid',
  total: valid.totalPayable,
  receivedAt: noon,
  ...over,
})
/** The differences if these records are known, by all their UUIDs and numbers. */
const compared = (there: ListedThere, ...here: readonly RecordState[]) => {
  const known = here.map((record): RecordWithUuids => ({ record, uuids: ['EARLIER', record.authority?.uuid ?? ''] }))
  const found = compareDocument(
    there,
    {
      byUuid: (name) => known.find(({ uuids }) => uuids.includes(name)),
      byNumber: ({ documentNumber }) => known.find(({ record }) => record.documentNumber === documentNumber),
    },
    period,
  )
  return found.map(({ kind }) => kind)
}

describe('a document there', () => {
  test('that says what its record says differs in nothing, also where it says less', () => {
    expect(compared(listed(), valid)).toEqual([])
    expect(compared(listed({ total: null, status: null }), valid)).toEqual([])
  })

  test.each([
    [{ status: 'Cancelled' }, ['status_differs']],
    [{ total: '0.01' }, ['total_differs']],
    [{ documentNumber: 'X-1' }, ['number_differs']],
    [{ status: 'Invalid', total: '9.99' }, ['status_differs', 'total_differs']],
  ] as const)('that says %o is listed with %o', (over, kinds) => {
    expect(compared(listed(over), valid)).toEqual(kinds)
  })

  test('that is an earlier revision matters only where it counts', () => {
    expect(compared(listed({ uuid: 'EARLIER', status: 'Invalid' }), valid)).toEqual([])
    expect(compared(listed({ uuid: 'EARLIER' }), valid)).toEqual(['second_there'])
  })

  test('under the number of a record that has another one is one too many', () => {
    expect(compared(listed({ uuid: 'STRANGE' }), valid)).toEqual(['second_there'])
  })

  test('that we are in doubt about, or say was never sent, differs in its status', () => {
    expect(compared(listed({ uuid: 'STRANGE' }), recordIn('unknown'))).toEqual(['status_differs'])
    expect(compared(listed({ uuid: 'STRANGE' }), recordIn('queued'))).toEqual(['status_differs'])
  })

  test('that nobody here knows is listed where it came in within the period', () => {
    const strange = { uuid: 'STRANGE', documentNumber: 'X-1' }
    expect(compared(listed(strange), valid)).toEqual(['unknown_here'])
    expect(compared(listed({ ...strange, receivedAt: null }), valid)).toEqual(['unknown_here'])
    expect(compared(listed({ ...strange, receivedAt: period.to }), valid)).toEqual([])
  })
})

test('a time was read where no moment of it was left out', () => {
  const read = [
    { from: 5, to: 9 },
    { from: 0, to: 5 },
  ]
  expect(isSpanCovered({ from: 0, to: 9 }, read)).toBe(true)
  expect(isSpanCovered({ from: 0, to: 10 }, read)).toBe(false)
  expect(
    isSpanCovered({ from: 0, to: 9 }, [
      { from: 0, to: 4 },
      { from: 5, to: 9 },
    ]),
  ).toBe(false)
  expect(isSpanCovered(arrivalSpanOf(valid), [{ from: noon - 86_400_000, to: noon + 86_400_000 }])).toBe(true)
})
