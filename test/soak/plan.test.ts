import { expect, test } from 'vitest'
import { planOf, strikesOf } from './plan.ts'

const first = <Thing>(things: Iterator<Thing>, count: number): readonly Thing[] =>
  Array.from({ length: count }, () => things.next().value as Thing)

test('the plan of a soak is a pure function of its seed', () => {
  const all = (seed: number) => [first(planOf(seed), 200), first(strikesOf(seed), 200)]
  expect(all(7)).toEqual(all(7))
  expect(all(7)).not.toEqual(all(8))
})

test('everything that can befall the shop does before anything comes again', () => {
  const said = first(planOf(1), 200).map(({ mishap }) => (mishap.kind === 'crash' ? mishap.point : mishap.kind))
  const kinds = new Set(said)
  expect([...kinds].toSorted()).toEqual([...new Set(said.slice(0, 41))].toSorted())
  for (const each of ['claimed', 'answered', 'practice_took_submit', 'clock', 'full_disk', 'outage', 'storm'])
    expect(kinds).toContain(each)
})
