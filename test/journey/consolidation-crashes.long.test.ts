import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Checkpoint } from '../../electron/gateway/platform/crash-points.ts'
import { monthOfSales, post } from '../bench/month-of-sales.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'

let dataDir: string
const running: GatewayProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-consolidation-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(crashAt = ''): Promise<GatewayProcess> {
  const gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'error', ...dyingAt(crashAt) })
  running.push(gateway)
  return gateway
}

const control = () => readFileSync(join(dataDir, 'control.token'), 'utf8')

async function operate(port: number, method: 'GET' | 'POST', path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}/operator/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${control()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Readonly<Record<string, unknown>>
}

/** Starts a run. The gateway may die before it answers. */
const begin = (port: number) =>
  operate(port, 'POST', '/consolidation/runs', {
    company: 'DEMO',
    to: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' }).format(Date.now()),
  }).catch((cause: unknown) => {
    if (cause instanceof TypeError) return null
    throw cause
  })

const size = { receipts: 40, outlets: 1, tills: 3, shifts: 2 }

interface Kept {
  readonly guid: string
  readonly phase: string
  readonly members: number
  readonly consolidated_into: string | null
  readonly total_payable: string
}

/** Reads the database after the gateway has ended, because a gateway shares it with no other program. */
function look(): readonly Kept[] {
  const database = new Database(join(dataDir, 'resit.db'), { readonly: true })
  try {
    return database
      .prepare('SELECT sale_guid AS guid, phase, members, consolidated_into, total_payable FROM record')
      .all() as Kept[]
  } finally {
    database.close()
  }
}

const sen = (amount: string) => Math.round(Number(amount) * 100)
const total = (records: readonly Kept[]) => records.reduce((sum, each) => sum + sen(each.total_payable), 0)

const places: readonly Checkpoint[] = [
  'consolidation_begun',
  'consolidation_document_stored',
  'consolidation_followed',
  'consolidation_finished',
]

test.each(places)('a gateway that dies at %s goes on after its start, and counts every receipt once', async (place) => {
  const nth = place === 'consolidation_document_stored' || place === 'consolidation_followed' ? ':2' : ''
  const first = await start(`${place}${nth}`)
  const now = Date.now()
  expect(await post(first.port, control(), monthOfSales(size, now - 3_600_000, now - 60_000))).toEqual([])
  await begin(first.port)
  if (first.child.signalCode === null) await once(first.child, 'exit')
  expect(first.child.signalCode).toBe('SIGKILL')

  const second = await start()
  await expect
    .poll(
      async () => {
        const { unconsolidated, runs } = await operate(second.port, 'GET', '/consolidation?company=DEMO')
        const isOver = (runs as readonly { finished_at: string | null }[]).every((run) => run.finished_at !== null)
        const { items } = await operate(second.port, 'GET', '/records?status=Pending,InProgress')
        return unconsolidated === 0 && isOver && (items as readonly object[]).length === 0
      },
      { interval: 100 },
    )
    .toBe(true)
  // A second request finds nothing to do.
  await begin(second.port)
  await second.stop()
  const records = look()
  const [documents, receipts] = [
    records.filter(({ members }) => members > 0),
    records.filter((each) => each.members === 0),
  ]
  expect(new Set(records.map(({ phase }) => phase))).toEqual(new Set(['valid']))
  expect(receipts).toHaveLength(size.receipts)
  for (const { guid, members } of documents)
    expect(receipts.filter(({ consolidated_into }) => consolidated_into === guid)).toHaveLength(members)
  expect(documents.reduce((sum, { members }) => sum + members, 0)).toBe(size.receipts)
  expect(total(documents)).toBe(total(receipts))
})
