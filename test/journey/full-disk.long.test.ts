import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { useSeparateGateway } from '../faults/process/separate-gateway.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { mountSmallDisk, noMount, unmount } from '../support/mounts.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { type Body, invoice } from '../support/till.ts'

if (noMount !== null) console.warn(`SKIPPED: a disk that is full cannot be made here: ${noMount}`)

const patience = { timeout: hangMs }
const guidOf = (code: string) => `5e1d0000-0000-4000-8000-${code.padStart(12, '0')}`
const bodyOf = (code: string) => invoice(code, { SALE_GUID: guidOf(code) })

describe.runIf(noMount === null)('a gateway on a full disk', () => {
  const apart = useSeparateGateway()
  let line: FaultProxy
  let gateway: GatewayProcess
  let token: string
  const later: GatewayProcess[] = []
  const junk = () => join(apart.dataDir, 'photos')

  beforeEach(async () => {
    mountSmallDisk(apart.dataDir, 32)
    line = await startFaultProxy(apart.practice.url)
    const first = await apart.start(environment())
    const asked = { name: 'Till 1', scopes: ['submit', 'read', 'admin'], company: null }
    token = (await first.operate<{ readonly token: string }>('POST', '/tokens', asked)).token
    gateway = first
  })
  afterEach(async () => {
    for (const each of later.splice(0)) await each.stop('SIGKILL')
    await line.close()
    unmount(apart.dataDir)
  })

  // The answer is held for longer than a request may take by default.
  const environment = () => ({ RESIT_MYINVOIS_API_URL: line.url, RESIT_REQUEST_TIMEOUT_MS: String(hangMs) })
  async function startAgain(): Promise<void> {
    gateway = await spawnGateway(apart.dataDir, {
      ...brisk,
      RESIT_LOG_LEVEL: 'error',
      ...apart.authority(),
      ...environment(),
    })
    later.push(gateway)
  }

  async function ask(path: string, body?: Body, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Readonly<Record<string, unknown>>
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer }
  }
  const bodies = new Map<string, Body>()
  function sell(code: string) {
    const body = bodies.get(code) ?? bodyOf(code)
    bodies.set(code, body)
    return ask('/v1/sale/invoice_submission', body)
  }
  const statusOf = async (code: string) =>
    (await ask('/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid: guidOf(code) })).answer['STATUS']
  const readiness = async () => (await ask('/readyz')).answer

  function fill(): void {
    const { bavail, bsize } = statfsSync(apart.dataDir)
    mkdirSync(junk(), { recursive: true })
    if (bavail > 0) writeFileSync(join(junk(), String(Math.random())), Buffer.alloc(bavail * bsize))
  }
  const makeRoom = () => rmSync(junk(), { recursive: true })

  /** Sells until a sale is refused, which is not kept. @returns the codes of the sales that were taken */
  async function sellOut(from: number): Promise<readonly string[]> {
    const taken: string[] = []
    for (let code = from; ; code += 1) {
      const { status } = await sell(String(code))
      if (status === 503) return taken
      expect(status).toBe(202)
      taken.push(String(code))
    }
  }
  async function expectFull(): Promise<void> {
    expect(await sell('9999')).toMatchObject({
      status: 503,
      retryAfter: '60',
      answer: { code: 'storage_unavailable', detail: expect.stringMatching(/is full.*Make room/) as unknown },
    })
    expect(await readiness()).toEqual({ status: 'not_ready', reason: 'storage_full' })
  }
  const documentsOf = (code: string) =>
    apart.practice.ledger.documents().filter(({ internalId }) => internalId.endsWith(`-${code}`))

  async function expectSound(codes: readonly string[]): Promise<void> {
    for (const code of codes) await expect.poll(() => statusOf(code), patience).toBe('Valid')
    expect(codes.map((code) => documentsOf(code).length)).toEqual(codes.map(() => 1))
    expect(await gateway.stop()).toBe(0)
    const store = openSqliteStore(join(apart.dataDir, 'resit.db'))
    expect((await store.journal.verify()).findings).toEqual([])
    await store.upkeep.close()
  }

  test('refuses sales, shows all records, and later looks up the answer that it could not store: MyInvois gets the document once (ST6, ST7)', async () => {
    expect((await sell('1')).status).toBe(202)
    await expect.poll(() => statusOf('1'), patience).toBe('Valid')
    const { promise, resolve } = Promise.withResolvers<void>()
    line.next(/documentsubmissions/, { kind: 'delay', until: promise })
    const submitted = apart.submits()
    expect((await sell('2')).status).toBe(202)
    await expect.poll(() => statusOf('2'), patience).toBe('InProgress')
    fill()
    const taken = await sellOut(3)
    await expectFull()
    expect(await statusOf('1')).toBe('Valid')
    resolve()
    await expect.poll(() => documentsOf('2').length, patience).toBe(1)
    await expect.poll(() => gateway.stderr(), patience).toContain('a round failed')
    await expectFull()
    expect([await statusOf('1'), await statusOf('2')]).toEqual(['Valid', 'InProgress'])
    expect(apart.submits()).toBe(submitted + 1)
    makeRoom()
    await expect.poll(async () => (await sell('9999')).status, patience).toBe(202)
    await expectSound(['1', '2', ...taken, '9999'])
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends by %s, starts and shows all, stops, and goes on when there is room (ST6)',
    async (signal) => {
      expect((await sell('1')).status).toBe(202)
      await expect.poll(() => statusOf('1'), patience).toBe('Valid')
      fill()
      const taken = await sellOut(2)
      await expectFull()
      expect(await gateway.stop(signal)).toBe(signal === 'SIGTERM' ? 0 : null)
      fill()
      await startAgain()
      await expectFull()
      expect(await statusOf('1')).toBe('Valid')
      expect(await gateway.stop()).toBe(0)
      fill()
      await startAgain()
      await expectFull()
      makeRoom()
      await expect.poll(async () => (await sell('9999').catch(() => null))?.status, patience).toBe(202)
      await expectSound(['1', ...taken, '9999'])
    },
  )
})
