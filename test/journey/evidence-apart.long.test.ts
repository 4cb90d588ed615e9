import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkPack } from '../../electron/gateway/features/evidence/check-pack.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { liveCompany } from '../support/sandbox.ts'
import { type Body, invoice } from '../support/till.ts'

const today = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
const hasFifo = process.platform !== 'win32'
if (!hasFifo) console.warn('SKIPPED: here is no pipe with a name to hold up whoever reads the anchor')

const patience = { interval: 100 }

let dataDir: string
let gateway: GatewayProcess
let token: string

interface Made {
  readonly state: string
  readonly done_bytes: number
  readonly total_bytes: number
  readonly finished_at: string | null
  readonly message: string | null
  readonly company: string | null
  readonly pack: { readonly attempts: number; readonly bytes: number; readonly fingerprint: string } | null
}

async function ask<Body = Made>(path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

interface Sold {
  readonly SALE_GUID: string
  readonly STATUS: string
}

async function sell(code: string, more: Body = {}): Promise<void> {
  const { status, body } = await ask<Sold>('/v1/sale/invoice_submission', invoice(code, more))
  expect(status).toBe(202)
  const shown = async () =>
    (await ask<Sold>('/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid: body.SALE_GUID })).body.STATUS
  await vi.waitFor(async () => expect(['Valid', 'Invalid']).toContain(await shown()), patience)
}

const evidence = '/operator/v1/evidence'
const made = () =>
  vi.waitFor(async () => {
    const { body } = await ask(evidence)
    expect(body.state).not.toBe('running')
    return body
  }, patience)

async function packSaved(name: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}${evidence}/file`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="evidence-${today}-${today}.zip"`)
  const file = join(dataDir, name)
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  return file
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-evidence-apart-'))
  gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'fatal' })
  token = readFileSync(join(dataDir, 'control.token'), 'utf8')
  await sell('a1')
  expect((await ask('/operator/v1/companies', liveCompany)).status).toBe(200)
  await sell('b1', { COMPANY_CODE: liveCompany.COMPANY_CODE })
  await ask('/operator/v1/journal/seal', {})
})
afterAll(async () => {
  await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test('what no pack can be made of is refused, and before there is one there is no file', async () => {
  expect((await ask(evidence)).body).toMatchObject({ state: 'none', pack: null })
  expect((await ask(`${evidence}/file`)).status).toBe(404)
  expect((await ask(evidence, { from: today, to: '2020-01-01', company: null })).status).toBe(422)
  expect((await ask(evidence, { from: today, to: today, company: 'NOBODY' })).status).toBe(404)
})

test.runIf(hasFifo)('while a pack is made tills sell on, and it is sound (RD3)', async () => {
  // Whoever reads the anchor is held up in the middle of it, for as long as we want.
  const anchor = join(dataDir, 'journal', 'anchor.json')
  const sealed = readFileSync(anchor, 'utf8')
  renameSync(anchor, `${anchor}.kept`)
  expect(spawnSync('mkfifo', [anchor]).status).toBe(0)
  const begun = await ask(evidence, { from: today, to: today, company: null })
  expect(begun.body).toMatchObject({ state: 'running', pack: null, finished_at: null })
  await vi.waitFor(async () => expect((await ask(evidence)).body.total_bytes).toBeGreaterThan(0), patience)
  await sell('a2')
  // Whoever asks again is shown the same one.
  expect((await ask(evidence, { from: today, to: today, company: 'DEMO' })).body).toMatchObject({
    state: 'running',
    company: null,
  })
  await writeFile(anchor, sealed)
  const { state, pack, finished_at } = await made()
  renameSync(`${anchor}.kept`, anchor)
  expect({ state, finished_at }).toEqual({ state: 'done', finished_at: expect.any(String) as string })
  const checked = await checkPack(await packSaved('all.zip'))
  expect(checked).toMatchObject({ findings: [], fingerprint: pack?.fingerprint })
  expect(checked.manifest).toMatchObject({ company: null })
})

test('of one company it lists that one’s attempts, and its proof is of the whole journal', async () => {
  await ask(evidence, { from: today, to: today, company: null })
  const all = await made()
  await ask(evidence, { from: today, to: today, company: liveCompany.COMPANY_CODE })
  const one = await made()
  expect(one).toMatchObject({ state: 'done', company: liveCompany.COMPANY_CODE, pack: { attempts: 1 } })
  expect(all.pack?.attempts).toBeGreaterThan(1)
  const checked = await checkPack(await packSaved('one.zip'))
  expect(checked).toMatchObject({ findings: [], manifest: { company: liveCompany.COMPANY_CODE } })
})

test('where it cannot be made, that is said with what to do', async () => {
  // A folder in its place: nothing can be written there.
  const place = join(dataDir, 'evidence.zip')
  rmSync(place, { force: true })
  spawnSync('mkdir', ['-p', join(place, 'full')])
  await ask(evidence, { from: today, to: today, company: null })
  const { state, message, finished_at } = await made()
  rmSync(place, { recursive: true })
  expect({ state, message }).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('make it again') as string,
  })
  expect(finished_at).not.toBeNull()
  expect((await ask(`${evidence}/file`)).status).toBe(404)
})
