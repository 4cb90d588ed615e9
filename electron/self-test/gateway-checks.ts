import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import { sale } from './sale.ts'

/** What a check needs to know of the desktop it looks at. */
export interface Subject {
  readonly window: BrowserWindow
  readonly dataDir: string
  readonly userData: string
}

interface Found {
  readonly port: number
  readonly pid: number
  readonly base_url: string
}

/** What a till has: an address, a token, and the sale it sent. */
let till: { readonly token: string; readonly saleGuid: string } | null = null

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns what comes of the looks, once it is what is waited for; the check's own limit ends it */
async function until<Value>(look: () => Promise<Value | null>): Promise<Value> {
  for (;;) {
    const value = await look().catch(() => null)
    if (value !== null) return value
    await pause(200)
  }
}

const findGateway = async ({ dataDir }: Subject): Promise<Found | null> => {
  const file = join(dataDir, 'gateway.json')
  return Promise.resolve(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Found) : null)
}

const post = async (url: string, bearer: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function statusOf({ base_url }: Found): Promise<string> {
  const headers = { authorization: `Bearer ${till?.token}`, sale_guid: till?.saleGuid ?? '' }
  const answer = await fetch(`${base_url}/sale/invoice_checkstatus/by_guid`, { headers })
  return ((await answer.json()) as { readonly STATUS: string }).STATUS
}

export async function sellsOne(subject: Subject): Promise<object> {
  const found = await until(() => findGateway(subject))
  const control = readFileSync(join(subject.dataDir, 'control.token'), 'utf8')
  const ask = { name: 'Self-test', scopes: ['submit', 'read'], company: null }
  const made = await post(`http://127.0.0.1:${found.port}/operator/v1/tokens`, control, ask)
  const { token } = (await made.json()) as { readonly token: string }
  const answer = await post(`${found.base_url}/sale/invoice_submission`, token, sale)
  const { SALE_GUID: saleGuid } = (await answer.json()) as { readonly SALE_GUID: string }
  if (answer.status !== 202) throw new Error(`the sale was answered with ${answer.status}`)
  till = { token, saleGuid }
  return until(async () => ((await statusOf(found)) === 'Valid' ? { saleGuid, status: 'Valid' } : null))
}

export async function killedAndBack(subject: Subject): Promise<object> {
  const before = await until(() => findGateway(subject))
  const killedAt = performance.now()
  process.kill(before.pid, 'SIGKILL')
  return until(async () => {
    const now = await findGateway(subject)
    if (now === null || now.pid === before.pid) return null
    const status = await statusOf(now)
    return { backAfterMs: Math.round(performance.now() - killedAt), isOnItsPort: now.port === before.port, status }
  })
}

export async function secondStart({ userData }: Subject): Promise<object> {
  const seen = new Promise<void>((resolve) => app.once('second-instance', () => resolve()))
  const own = app.isPackaged ? [] : [app.getAppPath()]
  const child = spawn(process.execPath, [...own, `--user-data-dir=${userData}`], { stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  if (code !== 0) throw new Error(`the second start ended with ${code}`)
  await seen
  return { code }
}
