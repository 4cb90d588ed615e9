import { expect, test } from 'vitest'
import { rememberSome } from '../../electron/gateway/store/sql.ts'

test('what was used last is remembered, and no more than so much of it', () => {
  const made: string[] = []
  const remembered = rememberSome(3, (text) => made.push(text))
  for (const text of ['usual', 'a', 'usual', 'b', 'usual', 'c', 'usual', 'd']) remembered(text)
  expect(made).toEqual(['usual', 'a', 'b', 'c', 'd'])
  expect(['usual', 'c', 'd'].map(remembered)).toEqual([1, 4, 5])
  expect(made).toHaveLength(5)
  remembered('a')
  expect(made.at(-1)).toBe('a')
})
