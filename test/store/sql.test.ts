import { expect, test } from 'vitest'
import { memoizeUpTo } from '../../electron/gateway/store/sql.ts'

test('so many are remembered, and one more than that begins again', () => {
  const made: string[] = []
  const remembered = memoizeUpTo(2, (text) => made.push(text))
  expect(['a', 'b', 'a', 'b'].map(remembered)).toEqual([1, 2, 1, 2])
  expect(['c', 'a', 'c'].map(remembered)).toEqual([3, 4, 3])
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
