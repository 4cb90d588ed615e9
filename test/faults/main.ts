import { parseArgs } from 'node:util'
import { isRight, report } from './report.ts'
import { runFaults } from './run.ts'

/** Documents under random mishaps, by hand: as many as you have time for, with a seed to see the same again. */
const { values } = parseArgs({ options: { documents: { type: 'string' }, seed: { type: 'string' } } })
const run = {
  documents: Number(values.documents ?? 5000),
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
}
if (!Number.isSafeInteger(run.documents) || run.documents < 1 || !Number.isSafeInteger(run.seed))
  throw new Error('--documents and --seed are whole numbers')
const figures = await runFaults(run)
process.stdout.write(`${report(run, figures)}\n`)
process.exitCode = isRight(figures) ? 0 : 1
