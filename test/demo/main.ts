import { startChain } from '../support/chain.ts'
import { startGateway } from '../support/gateway.ts'
import { day } from './day.ts'
import { table } from './table.ts'

/**
 * Runs a shop's day at a temporary gateway, step by step. Exits with 1 if a result is not as expected. With `--chained`
 * the shop's gateway sends to a second gateway, and only that one sends to the authority.
 */
const started = performance.now()
// A document waits this long before it is sent, so that it can be voided.
const env = { RESIT_DISPATCH_DELAY_MS: '400' }
const way = process.argv.includes('--chained') ? await startChain({ shop: env }) : await startAlone()
try {
  const steps = await day(way.shop, way.practice)
  const wrong = steps.filter(({ expected, saw }) => expected !== saw)
  process.stdout.write(`${table(steps)}\n\n`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    wrong.length === 0
      ? `${steps.length} steps as expected, in ${seconds} s.\n`
      : `${wrong.length} of ${steps.length} steps differ from what was expected.\n`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await way.close()
}

async function startAlone() {
  const alone = await startGateway({ env })
  if (!alone.gateway.practice) throw new Error('the demo runs in practice mode')
  return { shop: alone, practice: alone.gateway.practice, close: () => alone.close() }
}
