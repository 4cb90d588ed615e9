// npm run fuzz -- [--each 10000] [--seed N]
import { parseArgs } from 'node:util'
import { type Fuzzed, fuzz, notFuzzed } from './run.ts'

const { values } = parseArgs({ options: { each: { type: 'string' }, seed: { type: 'string' } } })
const each = Number(values.each ?? 10_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
console.log(`${each} requests to every endpoint, seed ${seed}`)
for (const [id, why] of Object.entries(notFuzzed)) console.warn(`NOT FUZZED: ${id}: ${why}`)
const listed = (answers: ReadonlyMap<number, number>) =>
  [...answers]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status} ×${count}`)
    .join('  ')
function tell({ id, answers, faults }: Fuzzed): void {
  console.log(`${faults.length === 0 ? 'good' : 'BAD '}  ${id}  ${listed(answers)}`)
  for (const fault of faults.slice(0, 3)) console.error(`      ${fault}`)
}
const { requests, endpoints, answers, faults, beyond, grownMb } = await fuzz({ each, seed, isSending: true, tell })
for (const address of new Set(beyond)) console.error(`something spoke to ${address}`)
const isGood = faults.length === 0 && beyond.length === 0 && grownMb <= 1_000
console.log(
  `${isGood ? 'good' : 'BAD '}  ${requests} requests to ${endpoints} endpoints, grown by ${grownMb} MB: ${listed(answers)}`,
)
process.exit(isGood ? 0 : 1)
