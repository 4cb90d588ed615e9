import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { queueSchema } from '../../shared/api/operator/health.ts'
import { type GatewayProcess, spawnGateway, spawnNpmGateway } from '../support/process.ts'
import { companyGuid } from '../support/till.ts'
import { budgeted, overBudget } from './budget.ts'
import { cursorAfter, fill } from './fill.ts'
import { intake, median } from './intake.ts'
import { load } from './load.ts'
import { mapping } from './mapping.ts'
import { bodyOf } from './receipt.ts'
import { type Served, servedBy, startBaseline } from './served.ts'
import { statusBesideBare } from './status.ts'

/** Measures speed, compared with what the machine allows in the same run. */
const { json } = parseArgs({ options: { json: { type: 'boolean' } } }).values
const say = (text: string) => void (json ? process.stderr : process.stdout).write(`${text}\n`)
const dir = (name: string) => mkdtempSync(join(tmpdir(), `resit-bench-${name}-`))
const dirs: string[] = []
const fresh = (name: string) => {
  const path = dir(name)
  dirs.push(path)
  return path
}
const quiet = { RESIT_LOG_LEVEL: 'error', RESIT_RATE_SCALE: '100000' }

const rssMb = ({ child }: GatewayProcess): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

async function measureStart() {
  const dataDir = fresh('start')
  const times: number[] = []
  let idleMb = Number.NaN
  for (let run = 0; run < 4; run += 1) {
    const gateway = await spawnNpmGateway(dataDir, quiet)
    // The first start is left out, because it makes the database.
    if (run > 0) times.push(gateway.readyMs)
    idleMb = rssMb(gateway)
    await gateway.stop()
  }
  return { readyMs: median(times), idleMb }
}

async function measureIntake() {
  const dataDir = fresh('intake')
  const gateway = await spawnNpmGateway(dataDir, { ...quiet, RESIT_DISPATCH: 'off' })
  const served = await servedBy(dataDir, gateway)
  const storeless = await startBaseline('storeless', served.token)
  const vendor = await startBaseline('vendor', served.token)
  const results = []
  for (const connections of [1, 8, 32]) results.push(await intake({ gateway: served, storeless, vendor }, connections))
  const [{ SALE_GUID }] = (await submitOne(served)) as [{ readonly SALE_GUID: string }]
  storeless.stop()
  vendor.stop()
  const status = await statusBesideBare(served, dataDir, SALE_GUID)
  const loadedMb = rssMb(gateway)
  await gateway.stop()
  return { results, status, loadedMb }
}

async function submitOne({ port, token }: Served): Promise<readonly [unknown]> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/sale/invoice_submission`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf('one', new Date().toISOString())),
  })
  return [await response.json()]
}

async function measurePages(dataDir: string, records: number) {
  const { day, cursor } = await cursorAfter(dataDir, records - 30)
  const gateway = await spawnGateway(dataDir, { ...quiet, RESIT_DISPATCH: 'off' })
  const { port, token } = await servedBy(dataDir, gateway)
  const path = '/v1/sale/invoice_checkstatus/by_submission'
  const headers = {
    authorization: `Bearer ${token}`,
    company_guid: companyGuid,
    submission_from: day,
    submission_to: day,
  }
  const first: number[] = []
  const deep: number[] = []
  for (let round = 0; round < 3; round += 1) {
    first.push((await load({ port, path, headers }, 1, 1)).perSecond)
    deep.push((await load({ port, path: `${path}?cursor=${cursor}`, headers }, 1, 1)).perSecond)
  }
  const { readyMs } = gateway
  await gateway.stop()
  return {
    records,
    readyMs,
    firstMs: 1000 / median(first),
    deepMs: 1000 / median(deep),
    deepToFirst: median(first) / median(deep),
  }
}

async function measureDrain(count: number) {
  const dataDir = fresh('drain')
  await (await spawnGateway(dataDir, quiet)).stop()
  await fill(dataDir, count, 'drain')
  const gateway = await spawnGateway(dataDir, quiet)
  const { token } = await servedBy(dataDir, gateway)
  const startedAt = performance.now()
  for (let left = count; left > 0; ) {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/operator/v1/queue`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { unsent, lanes } = queueSchema.parse(await answer.json())
    left = unsent + lanes.filter(({ work }) => work === 'settle').reduce((sum, lane) => sum + lane.count, 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await gateway.stop()
  return { documents: count, perSecond: count / seconds }
}

const two = (value: number) => value.toFixed(2)
const round = (value: number) => String(Math.round(value))

try {
  const start = await measureStart()
  say(`ready after ${round(start.readyMs)} ms, ${round(start.idleMb)} MB idle`)
  const { results, status, loadedMb } = await measureIntake()
  say('\nconnections  submissions/s  p99 ms  CPU us each   to bare insert  (without the body)  to no store')
  for (const { connections, perSecond, p99Ms, cpuUs, toBare, toBareRecord, toStoreless } of results)
    say(
      `${String(connections).padStart(11)}  ${round(perSecond).padStart(13)}  ${two(p99Ms).padStart(6)}  ${round(cpuUs).padStart(11)}  ${two(toBare).padStart(15)}  ${two(toBareRecord).padStart(18)}  ${two(toStoreless).padStart(11)}`,
    )
  say('\nto Express, zod and one durable insert: connections, submissions/s, CPU for each (budget)')
  for (const { connections, toVendor, cpuToVendor } of results)
    say(
      `${String(connections).padStart(11)}  ${two(toVendor)}  ${two(cpuToVendor)} (${two(budgeted(connections) ?? Number.NaN)})`,
    )
  say('\nstatus by GUID  answers/s  p99 ms  CPU us each   to Fastify and a prepared read: answers/s  CPU for each')
  for (const { connections, perSecond, p99Ms, cpuUs, toBare, cpuToBare } of status)
    say(
      `${`${connections} connections`.padStart(14)}  ${round(perSecond).padStart(9)}  ${two(p99Ms).padStart(6)}  ${round(cpuUs).padStart(11)}  ${two(toBare).padStart(41)}  ${two(cpuToBare).padStart(12)}`,
    )
  say(`${round(loadedMb)} MB after the load`)
  const shelf = fresh('pages')
  await (await spawnGateway(shelf, quiet)).stop()
  await fill(shelf, 10_000, 'shelf')
  const tenThousand = await measurePages(shelf, 10_000)
  await fill(shelf, 90_000, 'more')
  const hundredThousand = await measurePages(shelf, 100_000)
  for (const page of [tenThousand, hundredThousand])
    say(
      `${page.records} records: first page ${two(page.firstMs)} ms, deep page ${two(page.deepMs)} ms (${two(page.deepToFirst)} of the first); ready after ${round(page.readyMs)} ms`,
    )
  const drain = await measureDrain(2_000)
  say(`drain to the practice authority: ${round(drain.perSecond)} documents/s`)
  const mapped = await mapping()
  say(
    `${mapped.lines}-line documents: ${round(mapped.mappedPerSecond)}/s mapped and hashed, ${round(mapped.signedPerSecond)}/s mapped and signed (${two(mapped.signedToBare)} of bare RSA-2048 signatures, ${round(mapped.bareSignaturesPerSecond)}/s)`,
  )
  const over = overBudget(results)
  for (const sentence of over) say(sentence)
  if (over.length > 0) process.exitCode = 1
  if (json)
    process.stdout.write(
      `${JSON.stringify({ start, intake: results, status, loadedMb, pages: [tenThousand, hundredThousand], drain, mapping: mapped })}\n`,
    )
} finally {
  for (const path of dirs) rmSync(path, { recursive: true, force: true })
}
