import { parseArgs } from 'node:util'
import { isRight } from './figures.ts'
import { report } from './report.ts'
import { runSoak } from './run.ts'

/** npm run soak: a shop on a computer on which everything fails, for --minutes. --seed repeats a run. */
const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const run = {
  minutes: Number(values.minutes ?? 3),
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
}
if (!(run.minutes > 0) || !Number.isSafeInteger(run.seed))
  throw new Error('--minutes is a number above 0, --seed a whole number')
const say = (line: string) => void process.stdout.write(`${line}\n`)
const again = `npm run -s soak -- --minutes ${run.minutes} --seed ${run.seed}`
say(again)
try {
  const figures = await runSoak(run, say)
  say(report(run, figures))
  process.exitCode = isRight(figures) ? 0 : 1
} catch (cause) {
  say(`WRONG. Again: ${again}`)
  throw cause
}
