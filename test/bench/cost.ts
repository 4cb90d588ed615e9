import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnNpmGateway } from '../support/process.ts'
import { budget, overBudget } from './budget.ts'
import { median } from './intake.ts'
import { paid } from './paid.ts'
import { servedBy, startBaseline } from './served.ts'

/**
 * The cost of a submission against its budget: processor time compared with the vendor's app, in many short turns, so
 * that other load meets both. Fails over the budget.
 */
const rounds = 9
const dataDir = mkdtempSync(join(tmpdir(), 'resit-cost-'))
const quiet = { RESIT_LOG_LEVEL: 'error', RESIT_RATE_SCALE: '100000', RESIT_DISPATCH: 'off' }
const gateway = await spawnNpmGateway(dataDir, quiet)
const served = await servedBy(dataDir, gateway)
const vendor = await startBaseline('vendor', served.token)
try {
  for (const each of [served, vendor]) await paid(each, { connections: 8, seconds: 4, run: 'warm' })
  const results = []
  for (const { connections, cpuToVendor: budgeted } of budget) {
    const measured = []
    for (let round = 0; round < rounds; round += 1) {
      const course = { connections, seconds: 1, run: `${connections}-${round}` }
      const [own, theirs] = [await paid(served, course), await paid(vendor, course)]
      measured.push({ own: own.cpuUs, theirs: theirs.cpuUs, ratio: own.cpuUs / theirs.cpuUs })
    }
    const cpuToVendor = median(measured.map(({ ratio }) => ratio))
    results.push({ connections, cpuToVendor })
    const [own, theirs] = [median(measured.map((each) => each.own)), median(measured.map((each) => each.theirs))]
    process.stdout.write(
      `${connections} connections: ${own.toFixed(0)} us of CPU for a submission, the vendor's ${theirs.toFixed(0)}: ${cpuToVendor.toFixed(2)} (budget ${budgeted})\n`,
    )
  }
  const over = overBudget(results)
  for (const sentence of over) process.stdout.write(`${sentence}\n`)
  if (over.length > 0) process.exitCode = 1
} finally {
  vendor.stop()
  await gateway.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
