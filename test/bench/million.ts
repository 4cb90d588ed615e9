import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf } from '../../shared/domain/calendar.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { companyGuid } from '../support/till.ts'
import { liveThrough } from './lives.ts'
import { receipts } from './receipt.ts'
import { servedBy } from './served.ts'

/**
 * Measures a shop with years of sales: how long queries take, and how much longer tills wait meanwhile than without
 * queries in the same run.
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    lines: { type: 'string', default: '1' },
    signed: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
  },
})
const records = Number(values.records)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const dataDir = values['data-dir'] ?? mkdtempSync(join(tmpdir(), 'resit-million-'))
const quiet = { RESIT_LOG_LEVEL: 'error', RESIT_RATE_SCALE: '100000', RESIT_DISPATCH: 'off', RESIT_SCREENS: 'off' }
const tills = 12
/** Between two sales of a till. This is two hundred times the pace of a busy shop. */
const pauseMs = 100

if (!existsSync(join(dataDir, 'resit.db'))) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await (await spawnGateway(dataDir, quiet)).stop()
  const begun = performance.now()
  const past = {
    records,
    days: 60,
    waiting: Math.min(20_000, records / 10),
    lines: Number(values.lines),
    isSigned: values.signed,
  }
  await liveThrough(dataDir, past, (made) => {
    if (made % 50_000 === 0) say(`${made} lives after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  })
}

/** Only of finished records. Waiting ones are counted, but have no document yet. */
const kilobytesEach = (bytes: number) => (bytes / 1024 / records).toFixed(1)
const sizeOf = (path: string) => statSync(path).size
say(`${kilobytesEach(sizeOf(join(dataDir, 'resit.db')))} KB for each record`)

const rssMb = ({ child }: GatewayProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

const gateway = await spawnGateway(dataDir, quiet)
const { token } = await servedBy(dataDir, gateway)
const control = readFileSync(join(dataDir, 'control.token'), 'utf8')
say(`ready after ${gateway.readyMs.toFixed(0)} ms, ${rssMb(gateway).toFixed(0)} MB`)

const base = `http://127.0.0.1:${gateway.port}`
type Headers = Readonly<Record<string, string>>

async function ask(path: string, headers: Headers = {}, body?: unknown): Promise<unknown> {
  const response = await fetch(`${base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

let run = 0
/** Twelve tills sell until they are stopped. @returns the waiting times of all sales, the shortest first */
function selling(): () => Promise<readonly number[]> {
  run += 1
  const next = receipts(`million-${process.pid}-${run}`)
  const stop = new AbortController()
  const waits: number[] = []
  const till = async () => {
    while (!stop.signal.aborted) {
      const asked = performance.now()
      const response = await fetch(`${base}/v1/sale/invoice_submission`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: next(),
      })
      await response.arrayBuffer()
      if (response.status !== 202) throw new Error(`a sale was answered ${response.status}`)
      waits.push(performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const all = Promise.all(Array.from({ length: tills }, till))
  return async () => {
    stop.abort()
    await all
    return waits.toSorted((one, other) => one - other)
  }
}

interface Waits {
  readonly p99: number
  readonly longest: number
}
const summed = (waits: readonly number[]): Waits => ({
  p99: waits[Math.floor(0.99 * (waits.length - 1))] ?? Number.NaN,
  longest: waits.at(-1) ?? Number.NaN,
})

async function atRest(ms: number): Promise<Waits> {
  const stop = selling()
  await new Promise((resolve) => setTimeout(resolve, ms))
  return summed(await stop())
}

await atRest(1_000)
const rest = await atRest(5_000)
say(
  `\n${records} records; 12 tills alone: 99th of 100 sales ${rest.p99.toFixed(0)} ms, longest ${rest.longest.toFixed(0)} ms`,
)
say('question                                  first ms   again ms   sale p99 ms (to alone)   longest ms')

async function measure(name: string, question: () => Promise<unknown>, again = true): Promise<void> {
  const stop = selling()
  const times: number[] = []
  try {
    for (let time = 0; time < (again ? 2 : 1); time += 1) {
      const asked = performance.now()
      await question()
      times.push(performance.now() - asked)
    }
  } catch (cause) {
    say(`${name}: ${(cause as Error).message}`)
  }
  const { p99, longest } = summed(await stop())
  const cells = [(times[0] ?? Number.NaN).toFixed(0).padStart(10), (times[1]?.toFixed(0) ?? '').padStart(11)]
  const ratio = `${p99.toFixed(0)} (${(p99 / rest.p99).toFixed(1)})`
  say(`${name.padEnd(40)}${cells.join('')}${ratio.padStart(25)}${longest.toFixed(0).padStart(13)}`)
}

const day = dayOf(Date.now() - 24 * 3_600_000, 'Asia/Kuala_Lumpur')
const first = dayOf(Date.now() - 30 * 24 * 3_600_000, 'Asia/Kuala_Lumpur')
const operator = '/operator/v1'
const range = (more: Headers) => ({
  authorization: `Bearer ${token}`,
  company_guid: companyGuid,
  submission_from: first,
  submission_to: day,
  ...more,
})
async function documents(from: string, to: string): Promise<void> {
  for (let after: string | null | undefined; after !== null; ) {
    const place = after === undefined ? '' : `&after=${after}`
    const path: string = `${operator}/export/documents?from=${from}&to=${to}${place}`
    after = ((await ask(path)) as { readonly next: string | null }).next
  }
}

const { items } = (await ask(`${operator}/records?page_size=1`)) as { readonly items: readonly { record: Headers }[] }
const guid = items[0]?.record['SALE_GUID'] ?? ''

try {
  const byGuid = { authorization: `Bearer ${token}`, sale_guid: guid }
  await measure('status by GUID', () => ask('/v1/sale/invoice_checkstatus/by_guid', byGuid))
  await measure('range of a month, first page', () => ask('/v1/sale/invoice_checkstatus/by_submission', range({})))
  await measure('range of an outlet without sales', () =>
    ask('/v1/sale/invoice_checkstatus/by_submission', range({ outlet_name: 'Nowhere' })),
  )
  await measure('list, first page', () => ask(`${operator}/records`))
  await measure('list, deep page', () => ask(`${operator}/records?before=${Date.now() - 20 * 86_400_000}.0`))
  await measure('list of an outlet without sales', () => ask(`${operator}/records?outlet=Nowhere`))
  await measure('list of what was voided', () => ask(`${operator}/records?status=Voided`))
  await measure('counts of everything', () => ask(`${operator}/record_counts`))
  await measure('export of an empty day', () => ask(`${operator}/export?from=2001-01-01&to=2001-01-01`))
  await measure('export of a day, first page', () => ask(`${operator}/export?from=${day}&to=${day}`))
  await measure('report of a day, first page', () => ask(`${operator}/report?company=DEMO&from=${day}&to=${day}`))
  await measure('shifts to pick from', () => ask(`${operator}/shifts`))
  await measure('doctor', () => ask(`${operator}/doctor`), false)
  const copy = join(dataDir, `copy-${process.pid}.db`)
  await measure('backup', () => ask(`${operator}/backup`, {}, { file: copy }), false)
  rmSync(copy, { force: true })
  await measure('search without a hit', () => ask(`${operator}/records`, { search_text: 'zzz nobody' }))
  await measure('search for a sale code', () => ask(`${operator}/records`, { search_text: 'r0000777' }))
  const to = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  await measure('verify', () => ask(`${operator}/integrity`), false)
  await measure('documents of a month', () => documents(first, day), false)
  await measure(
    'preview of a consolidation',
    () => ask(`${operator}/consolidation/preview`, {}, { company: 'DEMO', to }),
    false,
  )
  say(`\n${rssMb(gateway).toFixed(0)} MB after all that`)
} finally {
  await gateway.stop()
  if (values['data-dir'] === undefined) rmSync(dataDir, { recursive: true, force: true })
}
