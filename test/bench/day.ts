import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { spawnGateway } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { openForPast } from './fill.ts'
import { liveThrough } from './lives.ts'
import { AskingTill, LoopPauses } from './pauses.ts'
import { bodyOf } from './receipt.ts'
import { sandboxSettings } from './sandbox-settings.ts'
import { servedBy } from './served.ts'

/**
 * A shop's day in two minutes: the gateway starts, twelve tills sell without a pause, and signed documents are sent.
 * Meanwhile a person lists, searches and exports, shifts end, a month is consolidated, a backup is made and everything
 * is proved. For each part: the longest pause of the gateway's loop, by its own measure, and the longest wait of a till
 * in its own thread. Linux only, for the signal that asks for it.
 */
const { values } = parseArgs({
  options: { records: { type: 'string', default: '20000' }, pause: { type: 'string', default: '250' } },
})
const records = Number(values.records)
/** Between two sales of a till. */
const pauseMs = Number(values.pause)
const tills = 12
const say = (text: string) => void process.stdout.write(`${text}\n`)
const today = () => dayOf(Date.now(), 'Asia/Kuala_Lumpur')
const monthAgo = dayOf(Date.now() - 30 * 24 * 3_600_000, 'Asia/Kuala_Lumpur')

const dataDir = mkdtempSync(join(tmpdir(), 'resit-day-'))
const sandbox = await startSandbox(demoCompanyAt(0).profile.tin)
const env = {
  RESIT_LOG_LEVEL: 'error',
  RESIT_SCREENS: 'off',
  RESIT_RATE_SCALE: '1000',
  ...sandboxSettings(sandbox, dataDir),
}
await makePast()

const pauses = new LoopPauses(join(dataDir, 'loop-pauses'))
const gateway = await spawnGateway(dataDir, { ...env, ...pauses.env })
const base = `http://127.0.0.1:${gateway.port}`
const control = readFileSync(join(dataDir, 'control.token'), 'utf8')
const { token } = await servedBy(dataDir, gateway)
const starting = await pauses.take(gateway.child)
say(
  `ready after ${gateway.readyMs.toFixed(0)} ms; until then its loop stood still for ${starting.longestMs.toFixed(0)} ms`,
)

const closing = new AbortController()
let waits: number[] = []
let longest = { name: '', ms: 0 }
try {
  const shifts = await openShifts()
  const headers = { authorization: `Bearer ${token}`, sale_guid: await sell(0, 'first') }
  const asking = new AskingTill(`${base}/v1/sale/invoice_checkstatus/by_guid`, headers)
  const selling = Promise.all(Array.from({ length: tills }, (_, till) => keepSelling(till)))
  say(
    'part                          seconds  loop: p99 ms  longest  a till: p99 ms  longest (own)  sales: p99 ms  longest',
  )
  for (const [name, task] of partsOfTheDay(shifts)) await measure(name, task, asking)
  closing.abort()
  await selling
  await asking.stop()
  say(
    `the gateway’s loop stood still for ${longest.ms.toFixed(0)} ms at most (${longest.name}); load ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  closing.abort()
  await gateway.stop()
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function makePast(): Promise<void> {
  await (await spawnGateway(dataDir, { ...env, RESIT_DISPATCH: 'off' })).stop()
  const store = await openForPast(dataDir)
  await store.companies.save(demoCompanyAt(systemClock.now()), 'bench')
  await store.upkeep.close()
  await liveThrough(dataDir, { records, days: 30, waiting: records / 10, lines: 4 }, () => undefined)
}

type Part = readonly [name: string, task: () => Promise<unknown>]

function partsOfTheDay(shifts: readonly string[]): readonly Part[] {
  const twice =
    (paths: readonly string[], headers = {}) =>
    async () => {
      for (const path of [...paths, ...paths]) await ask(path, { headers })
    }
  return [
    ['the first sales', () => wait(5_000)],
    ['tills sell', () => wait(10_000)],
    [
      'lists and counts',
      twice([
        '/records',
        `/records?before=${Date.now() - 20 * 86_400_000}.0`,
        '/records?outlet=Nowhere',
        '/record_counts',
      ]),
    ],
    ['searches', twice(['/records'], { search_text: 'r0000777' })],
    [
      'a report, health, doctor',
      twice([`/report?company=DEMO&from=${today()}&to=${today()}`, '/health', '/queue', '/doctor']),
    ],
    ['an export of a month', exportMonth],
    ['documents of a month', exportDocuments],
    ['shifts end', () => closeShifts(shifts)],
    ['a consolidation', consolidate],
    ['a backup', () => ask('/backup', { body: { file: join(dataDir, 'copy.db') } })],
    ['everything is proved', () => ask('/integrity')],
  ]
}

async function measure(name: string, task: () => Promise<unknown>, asking: AskingTill): Promise<void> {
  await Promise.all([pauses.take(gateway.child), asking.take()])
  waits = []
  const begun = performance.now()
  await task()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const [loop, till] = await Promise.all([pauses.take(gateway.child), asking.take()])
  if (loop.longestMs > longest.ms) longest = { name, ms: loop.longestMs }
  const sorted = waits.toSorted((one, other) => one - other)
  const saleAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  const cells = [
    seconds.padStart(9),
    ...[loop.p99Ms, loop.longestMs, till.p99Ms, till.longestMs].map((ms, at) =>
      ms.toFixed(0).padStart([14, 9, 16, 9][at] ?? 0),
    ),
    `(${till.ownMs.toFixed(0)})`.padStart(6),
    ...[saleAt(0.99), saleAt(1)].map((ms, at) => ms.toFixed(0).padStart([15, 9][at] ?? 0)),
  ]
  say(`${name.padEnd(28)}${cells.join('')}`)
}

interface Asking {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

async function ask<Answer = object>(path: string, { body, headers = {} }: Asking = {}): Promise<Answer> {
  const response = await fetch(`${base}/operator/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${text}`)
  return (text.startsWith('{') ? JSON.parse(text) : {}) as Answer
}

async function sell(till: number, code: string): Promise<string> {
  const begun = performance.now()
  const sale = { ...bodyOf(code, new Date().toISOString()), TERMINAL_NAME: `T${till + 1}`, SHIFT_CODE: 'DAY' }
  const response = await fetch(`${base}/v1/sale/invoice_submission`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sale),
  })
  const answer = (await response.json()) as { readonly SALE_GUID: string }
  if (response.status !== 202) throw new Error(JSON.stringify(answer))
  waits.push(performance.now() - begun)
  return answer.SALE_GUID
}

async function keepSelling(till: number): Promise<void> {
  await wait((till * pauseMs) / tills)
  for (let n = 0; !closing.signal.aborted; n += 1) {
    await sell(till, `day-${till}-${n}`)
    await wait(pauseMs)
  }
}

async function openShifts(): Promise<readonly string[]> {
  const ids: string[] = []
  for (let till = 0; till < tills; till += 1) {
    const body = { company: 'DEMO', outlet: 'KLCC', terminal: `T${till + 1}`, shift: 'DAY' }
    ids.push((await ask<{ readonly id: string }>('/tills/shifts', { body })).id)
  }
  return ids
}

async function closeShifts(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await ask(`/tills/shifts/${id}/closing`, { body: { reason: 'the day is over', remainders: 100_000 } })
    await ask(`/tills/shifts/${id}`)
  }
}

async function exportMonth(): Promise<void> {
  for (let after: string | null = '0.0'; after !== null; ) {
    const path: string = `/export?from=${monthAgo}&to=${today()}&after=${after}`
    after = (await ask<{ readonly next: string | null }>(path)).next
  }
}

async function exportDocuments(): Promise<void> {
  for (let after: string | null | undefined; after !== null; ) {
    const place = after === undefined ? '' : `&after=${after}`
    const path: string = `/export/documents?from=${monthAgo}&to=${today()}${place}`
    after = (await ask<{ readonly next: string | null }>(path)).next
  }
}

async function consolidate(): Promise<void> {
  const { id } = await ask<{ readonly id: string }>('/consolidation/runs', { body: { company: 'DEMO', to: today() } })
  interface Run {
    readonly finished_at: string | null
  }
  while ((await ask<Run>(`/consolidation/runs/${id}`)).finished_at === null) await wait(200)
}
