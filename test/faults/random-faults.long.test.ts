import { expect, test } from 'vitest'
import { isRight, report } from './report.ts'
import { runFaults } from './run.ts'

test('whatever goes wrong on the way, every document ends once at the authority or nowhere, and both sides agree', async () => {
  // A seed of its own for every run; a failure says which one it was.
  const run = { documents: 300, seed: Math.floor(Math.random() * 1_000_000) }
  const figures = await runFaults(run)
  const told = report(run, figures)
  process.stdout.write(`${told}\n`)
  expect(figures.mishaps.size, told).toBeGreaterThan(0)
  expect(isRight(figures), told).toBe(true)
})
