import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { monthOfSales, post } from './month-of-sales.ts'

/**
 * Posts a month of 30,000 receipts of 12 tills in 3 outlets to one gateway, and consolidates them in practice mode.
 * Measures the time until all documents and receipts are valid, and the memory.
 */
const { values } = parseArgs({
  options: { receipts: { type: 'string', default: '30000' }, lines: { type: 'string', default: 'per_run' } },
})
const receipts = Number(values.receipts)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const dataDir = mkdtempSync(join(tmpdir(), 'resit-month-'))
const gateway = await spawnGateway(dataDir, {
  RESIT_LOG_LEVEL: 'warn',
  RESIT_RATE_SCALE: '1000',
  RESIT_POLL_INTERVAL_MS: '500',
  RESIT_SCREENS: 'off',
})
const control = readFileSync(join(dataDir, 'control.token'), 'utf8')

async function operate<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/operator/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Answer
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer
}

const memory = ({ child }: GatewayProcess, name: string): number =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
  )

interface ConsolidationState {
  readonly unconsolidated: number
}
interface Detail {
  readonly finished_at: string | null
  readonly made: number
  readonly members: number
  readonly left_over: number
  readonly valid: number
  readonly in_progress: number
}

interface Reconciled {
  readonly reconciliation: {
    readonly state: 'running' | 'stopped' | 'done'
    readonly halt: string | null
    readonly documents_read: number
    readonly stretches_read: number
    readonly stretches: number
  }
  readonly unproven: number
  readonly difference_count: number
}

/** A till that asks for the state of a sale without a pause, to measure how long it waits during other work. */
function waitingTill(token: string) {
  const asks = new AbortController()
  const waits: number[] = []
  const asking = (async () => {
    const headers = { authorization: `Bearer ${token}`, sale_guid: 'aaaaaaaa-0000-4000-8000-000000000000' }
    while (!asks.signal.aborted) {
      const asked = performance.now()
      const url = `http://127.0.0.1:${gateway.port}/v1/sale/invoice_checkstatus/by_guid`
      await (await fetch(url, { headers })).text()
      waits.push(performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return async () => {
    asks.abort()
    await asking
    waits.sort((one, other) => one - other)
    const at = (share: number) => (waits[Math.floor(share * (waits.length - 1))] ?? 0).toFixed(0)
    return `a till waited ${at(0.5)} ms for an answer, ${at(0.99)} at the 99th of 100, ${at(1)} at most`
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

try {
  const now = Date.now()
  const monthStart = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)
  const { token } = await operate<{ readonly token: string }>('POST', '/tokens', {
    name: 'month',
    scopes: ['submit', 'read'],
  })
  await operate('POST', '/consolidation/settings', { company: 'DEMO', lines: values.lines })
  const posting = performance.now()
  const refused = await post(
    gateway.port,
    token,
    monthOfSales({ receipts, outlets: 3, tills: 12, shifts: 60 }, monthStart, now - 60_000),
  )
  if (refused.length > 0) throw new Error(`${refused.length} receipts were refused: ${refused[0]}`)
  say(`${receipts} receipts posted in ${seconds(posting)} s; ${memory(gateway, 'VmRSS')} MB`)
  // The memory peak after this line belongs to the consolidation.
  const to = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' }).format(now)
  const quiet = waitingTill(token)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  say(`at rest ${await quiet()}`)
  const whilePreviewing = waitingTill(token)
  const previewing = performance.now()
  const preview = await operate<{ receipts: number; documents: readonly object[] }>('POST', '/consolidation/preview', {
    company: 'DEMO',
    to,
  })
  say(`preview of ${preview.documents.length} documents in ${seconds(previewing)} s; ${await whilePreviewing()}`)
  const whileRunning = waitingTill(token)
  const running = performance.now()
  const { id } = await operate<{ id: string }>('POST', '/consolidation/runs', { company: 'DEMO', to })
  let detail: Detail
  let made = ''
  for (;;) {
    detail = await operate<Detail>('GET', `/consolidation/runs/${id}`)
    if (made === '' && detail.finished_at !== null) made = seconds(running)
    if (detail.finished_at !== null && detail.in_progress === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const decided = seconds(running)
  // The members become valid soon after their document. The run ends with the last member.
  for (;;) {
    const page = await operate<{ items: readonly object[] }>('GET', '/records?status=Pending&page_size=1')
    if (page.items.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { unconsolidated: waiting } = await operate<ConsolidationState>('GET', '/consolidation?company=DEMO')
  say(
    `${detail.members} receipts in ${detail.made} documents, ${detail.valid} valid, ${detail.left_over} left over, ${waiting} waiting`,
  )
  say(`documents made after ${made} s, valid after ${decided} s, all receipts valid after ${seconds(running)} s`)
  say(`meanwhile ${await whileRunning()}`)
  say(`peak ${memory(gateway, 'VmHWM')} MB since the start`)
  const comparing = performance.now()
  const begun = await operate<{ readonly id: string }>('POST', '/reconciliations', {
    company: 'DEMO',
    from: `${to.slice(0, 7)}-01`,
    to,
  })
  let found: Reconciled
  do {
    await new Promise((resolve) => setTimeout(resolve, 200))
    found = await operate<Reconciled>('GET', `/reconciliations/${begun.id}`)
  } while (found.reconciliation.state === 'running')
  const { reconciliation: read, unproven, difference_count: differences } = found
  say(
    `reconciled ${read.documents_read} documents in ${seconds(comparing)} s: ${read.state}, ` +
      `${read.stretches_read} of ${read.stretches} stretches; ${differences} differences, ${unproven} unproven`,
  )
  const isReconciled =
    read.state === 'done' && read.documents_read === detail.made && differences === 0 && unproven === 0
  const isRight = detail.members === receipts && detail.valid === detail.made && waiting === 0 && isReconciled
  if (!isRight) process.exitCode = 1
} finally {
  await gateway.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
