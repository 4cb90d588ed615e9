import { startGateway } from '../support/gateway.ts'
import { day } from './day.ts'
import { table } from './table.ts'

/** A shop's day against a temporary gateway, step by step; ends with 1 where anything differs from what is expected. */
const started = performance.now()
// A document rests a moment before it is sent, so that a void can win.
const shop = await startGateway({ env: { RESIT_DISPATCH_DELAY_MS: '400' } })
try {
  const steps = await day(shop)
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
  await shop.close()
}
