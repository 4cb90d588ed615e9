import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { askAt } from '../support/ask-at.ts'
import { brisk } from '../support/gateway.ts'
import { startPostgres } from '../support/postgres.ts'
import { type GatewayProcess, spawnHeadOffice } from '../support/process.ts'
import { comeToRest } from '../support/six-sales.ts'
import { barePostgres } from './bare-postgres.ts'
import { fillPostgres } from './fill-postgres.ts'
import { median } from './intake.ts'
import { load } from './load.ts'
import { askInterleaved, assertIntact, questionsOf } from './questions.ts'
import { receipts } from './receipt.ts'
import { servedBy } from './served.ts'

/**
 * The sales that one, two and three processes take over one PostgreSQL, beside a bare loop of inserts on the same
 * server; and how long answers take once the database is full.
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000,1000000' },
    connections: { type: 'string', default: '32' },
    outlets: { type: 'string', default: '20' },
    'only-questions': { type: 'boolean', default: false },
  },
})
const sizes = values.records.split(',').map(Number)
const connections = Number(values.connections)
const outlets = Number(values.outlets)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const lab = mkdtempSync(join(tmpdir(), 'resit-head-office-bench-'))
const server = await startPostgres()
const quiet = { ...brisk, RESIT_LOG_LEVEL: 'error', RESIT_RATE_SCALE: '100000', RESIT_SCREENS: 'off' }
const running = new Set<GatewayProcess>()
process.once('SIGINT', () => process.exit(1))

async function open(name: string, url: string, env: Readonly<Record<string, string>> = {}) {
  const dataDir = join(lab, name)
  const office = await spawnHeadOffice(dataDir, { ...quiet, RESIT_POSTGRES_URL: url, ...env })
  running.add(office)
  return { dataDir, office, served: await servedBy(dataDir, office) }
}

async function close(office: GatewayProcess): Promise<void> {
  running.delete(office)
  await office.stop()
}

/**
 * Shares the connections among the processes. @returns submissions a second, and the 99th percentile of the waiting
 * times
 */
async function taken(processes: readonly Awaited<ReturnType<typeof open>>[], run: string, seconds: number) {
  const each = Math.max(1, Math.floor(connections / processes.length))
  const loads = await Promise.all(
    processes.map(({ served: { port, token } }, at) =>
      load(
        {
          port,
          path: '/v1/sale/invoice_submission',
          headers: { authorization: `Bearer ${token}` },
          body: receipts(`${run}-${at}`),
        },
        each,
        seconds,
      ),
    ),
  )
  return {
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
  }
}

async function measureIntake(): Promise<void> {
  say(`\nprocesses  submissions/s  p99 ms  bare inserts/s  to bare   (${connections} connections, medians of 3 rounds)`)
  for (const count of [1, 2, 3]) {
    const url = await server.database()
    const processes = []
    for (let n = 0; n < count; n += 1)
      processes.push(await open(`intake-${count}-${n}`, url, { RESIT_DISPATCH: 'off' }))
    await taken(processes, `warm-${count}`, 2)
    const rounds: ({ readonly bare: number } & Awaited<ReturnType<typeof taken>>)[] = []
    for (let round = 0; round < 3; round += 1) {
      const bare = await barePostgres(url, 2)
      rounds.push({ bare, ...(await taken(processes, `${count}-${round}`, 3)) })
    }
    const typical = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
    const cells = [
      String(count).padStart(9),
      typical(({ perSecond }) => perSecond)
        .toFixed(0)
        .padStart(15),
      typical(({ p99Ms }) => p99Ms)
        .toFixed(0)
        .padStart(8),
      typical(({ bare }) => bare)
        .toFixed(0)
        .padStart(16),
      typical(({ perSecond, bare }) => perSecond / bare)
        .toFixed(2)
        .padStart(9),
    ]
    say(cells.join(''))
    for (const { office } of processes) await close(office)
    await server.drop(url)
  }
}

/** A database with one valid sale. */
async function begun(): Promise<string> {
  const url = await server.database()
  const first = await open(`first-${new URL(url).pathname.slice(1)}`, url)
  const ask = askAt(first.dataDir, first.office.port)
  const told = await ask('/v1/sale/invoice_submission', { body: JSON.parse(receipts('first')()) as object as never })
  if (told?.status !== 202) throw new Error(`the first sale: ${JSON.stringify(told)}`)
  await comeToRest(ask)
  await close(first.office)
  return url
}

/** A head office with this many past records. */
async function withPast(records: number) {
  const url = await begun()
  const startedMs = performance.now()
  await fillPostgres({ url, records, outlets, days: 60 }, (made) => {
    if (made % 250_000 === 0) say(`${made} records after ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  })
  const { office, dataDir, served } = await open(`of-${records}`, url, { RESIT_DISPATCH: 'off' })
  say(`${records} records: ready after ${office.readyMs.toFixed(0)} ms`)
  return { url, questions: await questionsOf({ dataDir, port: office.port, token: served.token, url, outlets }) }
}

async function measureQuestions(): Promise<void> {
  const pasts: Awaited<ReturnType<typeof withPast>>[] = []
  for (const records of sizes) pasts.push(await withPast(records))
  const [least] = pasts
  say('\nin turns, fast ms and median ms each     to the smallest')
  for (const [n, { name }] of least?.questions.entries() ?? []) {
    const asked = await askInterleaved(pasts.flatMap(({ questions }) => questions[n] ?? []))
    const cells = asked.map(({ p10Ms, p50Ms }) => {
      const ratio = p10Ms / (asked[0]?.p10Ms ?? Number.NaN)
      return `${p10Ms.toFixed(1).padStart(9)}${p50Ms.toFixed(1).padStart(7)}${ratio.toFixed(2).padStart(6)}`
    })
    say(`${name.padEnd(38)}${cells.join('')}`)
  }
  for (const { url } of pasts) await assertIntact(url)
}

try {
  say(`${demoCompanyAt(0).profile.companyCode}: ${sizes.join(', ')} records, ${outlets} outlets`)
  if (!values['only-questions']) await measureIntake()
  await measureQuestions()
} finally {
  for (const office of running) await office.stop('SIGKILL')
  await server.remove()
  rmSync(lab, { recursive: true, force: true })
}
