import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import { type Ask, askAt, type Question } from '../support/ask-at.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { documentsIn } from '../support/ledger.ts'
import { type GatewayProcess, spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { invoice } from '../support/till.ts'
import { type Step, table } from './table.ts'

/**
 * Runs a head office with its own PostgreSQL and two outlets that send to it, each as a process. The head office is
 * killed while the outlets sell. Exits with 1 if a result is not as expected. With `--stay` everything keeps running
 * afterwards.
 */
interface Outlet {
  readonly name: string
  readonly process: GatewayProcess
  readonly ask: Ask
  readonly sold: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'resit-head-office-demo-'))
// PostgreSQL runs as another user than root, who must be able to enter the folder.
chmodSync(folder, 0o711)
const env = { ...brisk, RESIT_LOG_LEVEL: 'error', RESIT_POLL_INTERVAL_MS: '200' }
const office = { dataDir: join(folder, 'office'), process: await startOffice('0') }
const running: GatewayProcess[] = []
const steps: Step[] = []

try {
  const outlets = [await openOutlet('KLCC'), await openOutlet('Ipoh')]
  await sell(outlets, 3)
  await add('two outlets sell three each', 'Valid 6', () => statusesOf(outlets))
  await office.process.stop('SIGKILL')
  await sell(outlets, 3)
  await add('the head office is killed, the outlets go on selling', 'Pending 6, Valid 6', () => statusesOf(outlets))
  office.process = await startOffice(String(office.process.port))
  await add('it is back', 'Valid 12', () => statusesOf(outlets))
  await add('how it sees its outlets', 'Ipoh open, KLCC open', seenOutlets)
  if (process.argv.includes('--stay')) await stay(outlets)
  for (const outlet of outlets) await outlet.process.stop()
  await office.process.stop()
  const numbers = documentsIn(office.dataDir).map(({ internalId }) => internalId)
  const told = `${numbers.length} documents, ${numbers.length - new Set(numbers).size} of them twice`
  await add('what the practice authority has', '12 documents, 0 of them twice', () => Promise.resolve(told))
  process.stdout.write(`${table(steps)}\n`)
  process.exitCode = steps.every(({ expected, saw }) => expected === saw) ? 0 : 1
} finally {
  // Stopped and not killed, because the head office must stop its PostgreSQL.
  for (const each of [...running, office.process]) await each.stop()
  rmSync(folder, { recursive: true, force: true })
}

function startOffice(port: string): Promise<GatewayProcess> {
  return spawnHeadOffice(join(folder, 'office'), { ...env, RESIT_PORT: port })
}

function askOffice(path: string, question?: Question) {
  return askAt(office.dataDir, office.process.port)(path, question)
}

async function openOutlet(name: string): Promise<Outlet> {
  const scopes = ['submit', 'read', 'cancel', 'taxpayer']
  const made = await askOffice('/operator/v1/tokens', { body: { name: `Outlet ${name}`, scopes } })
  const dataDir = join(folder, name)
  const outlet = await spawnGateway(dataDir, {
    ...env,
    RESIT_AUTHORITY: 'gateway',
    RESIT_UPSTREAM_URL: `http://127.0.0.1:${office.process.port}/v1`,
    RESIT_UPSTREAM_TOKEN: String(made?.body['token']),
  })
  running.push(outlet)
  const ask = askAt(dataDir, outlet.port)
  await ask('/operator/v1/companies', { body: demoCompanyRequest })
  return { name, process: outlet, ask, sold: [] }
}

async function sell(outlets: readonly Outlet[], each: number): Promise<void> {
  for (const { name, ask, sold } of outlets)
    for (let n = 0; n < each; n += 1) {
      const body = invoice(`${name}-${sold.length + 1}`, { OUTLET_NAME: name })
      const told = await ask('/v1/sale/invoice_submission', { body })
      sold.push(String(told?.body['SALE_GUID']))
    }
}

/** The number of documents in each status, for all outlets, in the order of a document's life. */
async function statusesOf(outlets: readonly Outlet[]): Promise<string> {
  const guids = outlets.flatMap(({ ask, sold }) => sold.map((sale_guid) => ({ ask, sale_guid })))
  const told = guids.map(({ ask, sale_guid }) =>
    ask('/v1/sale/invoice_checkstatus/by_guid', { headers: { sale_guid } }),
  )
  const statuses = (await Promise.all(told)).map((each) => String(each?.body['STATUS']))
  const counts = [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${status} ${all.length}`)
  return counts.toSorted().join(', ')
}

async function seenOutlets(): Promise<string> {
  const told = await askOffice('/operator/v1/outlets')
  const items = (told?.body['items'] ?? []) as readonly { readonly name: string; readonly state: string }[]
  return items.map(({ name, state }) => `${name.replace('Outlet ', '')} ${state}`).join(', ')
}

/** Waits until the value is as expected, and records the last value that was seen. */
async function add(what: string, expected: string, look: () => Promise<string>): Promise<void> {
  const until = performance.now() + hangMs
  let saw = await look()
  while (saw !== expected && performance.now() < until) {
    await pause(250)
    saw = await look()
  }
  steps.push({ what, expected, saw, said: '' })
}

async function stay(outlets: readonly Outlet[]): Promise<void> {
  const places = [{ name: 'head office', process: office.process }, ...outlets]
  const lines = places.map(({ name, process: { port } }) => `${name}: http://127.0.0.1:${port}/`)
  process.stdout.write(`${lines.join('\n')}\nIt stays until Ctrl-C.\n`)
  await new Promise((resolve) => process.once('SIGINT', resolve))
}
