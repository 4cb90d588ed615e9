import type { Query } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchEvery } from '../../renderer/gateway/refetch.ts'
import { GatewayProblem } from '../../shared/api/call.ts'
import { sourceFiles } from '../architecture/tree.ts'

const after = (data: string | undefined, error: Error | null) =>
  refetchEvery((answer: string) => answer === 'running' && 1_000)({ state: { data, error } } as Query<string>)

test('a query that looks after something is asked again if the gateway was away', () => {
  expect([after('running', null), after('done', null)]).toEqual([1_000, false])
  expect(after(undefined, new TypeError('Failed to fetch'))).toBe(5_000)
  // It is on its way, or the gateway refused it.
  expect(after(undefined, null)).toBe(false)
  expect(after(undefined, new GatewayProblem({ code: 'record_not_found', detail: '' } as never))).toBe(false)
})

test('no query of a screen replaces that rule by one of its own', () => {
  const rules = sourceFiles
    .filter(({ path }) => path.startsWith('renderer/'))
    .flatMap(({ text }) => [...text.matchAll(/refetchInterval: (.*)/g)].map(([, rule]) => rule ?? ''))
  expect(rules.length).toBeGreaterThan(5)
  // Safe are a constant interval, which asks again after every answer and error, and a rule that also asks without data.
  const isSafe = /^(lookMs|refetchWhileAway|refetchEvery\(|.*\(data === undefined \|\|)/
  expect(rules.filter((rule) => !isSafe.test(rule))).toEqual([])
})
