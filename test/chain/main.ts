import { parseArgs } from 'node:util'
import { isClean } from '../faults/oracle.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { type ChainFigures, type ChainRun, proveChain } from './run.ts'

/**
 * Runs a chain on one machine: three processes of a head office over a PostgreSQL with two replicas, and twenty outlets
 * that go away and come back. Everything is killed at some time. --seed repeats a run; --whole includes slow mishaps.
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    outlets: { type: 'string', default: '20' },
    rate: { type: 'string', default: '30' },
    seed: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
})
const run: ChainRun = {
  documents: Number(values.documents),
  outlets: Number(values.outlets),
  rate: Number(values.rate),
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  isWhole: !values.brief,
}
if (!(run.documents > 0 && run.outlets > 0 && run.rate > 0) || !Number.isSafeInteger(run.seed))
  throw new Error('--documents, --outlets and --rate are numbers above 0, --seed a whole number')
const say = (line: string) => void process.stdout.write(`${line}\n`)
const again = `npm run -s head-office:prove -- --documents ${run.documents} --outlets ${run.outlets} --rate ${run.rate} --seed ${run.seed}${values.brief ? ' --brief' : ''}`
const why = await whyNoPostgres()
if (why === null) {
  say(again)
  // Ends all child processes with this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const figures = await proveChain(run, say)
  say(report(figures))
  process.exitCode = isClean(figures) && figures.wrongs.length === 0 ? 0 : 1
  if (process.exitCode === 1) say(`WRONG. Again: ${again}`)
} else say(`*** THE PROOF OF A CHAIN IS LEFT OUT: ${why} ***`)

function report({
  seconds,
  sellingSeconds,
  answers,
  befell,
  absences,
  doubted,
  ended,
  ...figures
}: ChainFigures): string {
  const { lost, doubles, voidedThere, differing, unknownDocuments, broken, unfinished, wrongs, statuses } = figures
  const oracle = { lost, doubles, voidedThere, differing, unknownDocuments, broken, unfinished, wrongs }
  const names = [...Map.groupBy(befell, ({ name }) => name)].map(([name, all]) => {
    const longest = Math.max(...all.map(({ gapMs }) => gapMs))
    return `${String(all.length).padStart(8)}  ${name}: no sale taken for ${(longest / 1_000).toFixed(1)} s at most`
  })
  const counted = [...answers.counts].toSorted(([one], [other]) => one.localeCompare(other))
  return [
    `${answers.kept.size} documents answered for in ${sellingSeconds} s, at rest after ${seconds} s; ${JSON.stringify(statuses)}`,
    `${absences} times an outlet was away; in doubt ${doubted} times`,
    `${ended.length} times a process ended by itself or did not start, and was started again`,
    ...new Set(ended.map((each) => `  ${each.slice(0, 300)}`)),
    ...names,
    ...counted.map(([name, count]) => `${String(count).padStart(8)}  ${name}`),
    `oracle: ${Object.entries(oracle)
      .map(([name, list]) => `${name} ${list.length}`)
      .join(', ')}`,
    ...Object.entries(oracle).flatMap(([name, list]) => list.slice(0, 10).map((each) => `  ${name}: ${each}`)),
  ].join('\n')
}
