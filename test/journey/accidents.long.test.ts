import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'

let dataDir: string
const running: GatewayProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-accident-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const accident = new URL('../support/accident.ts', import.meta.url).href

async function start(env = {}): Promise<GatewayProcess> {
  const gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'error', RESIT_DISPATCH: 'off', ...env })
  running.push(gateway)
  return gateway
}

const call = async ({ port }: GatewayProcess, method: string, path: string, more: object = {}) => {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`
  const { headers, ...rest } = more as { headers?: Record<string, string> }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization, ...headers },
    ...rest,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const sell = (gateway: GatewayProcess, code: string) =>
  call(gateway, 'POST', '/v1/sale/invoice_submission', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(invoice(code)),
  })

/** Makes one sale at a gateway, then causes the accident. @returns how the gateway ended, and the sale */
async function meet(kind: string) {
  const gateway = await start({ NODE_OPTIONS: `--import=${accident}`, RESIT_TEST_ACCIDENT: kind })
  const sold = await sell(gateway, 'kept')
  expect(sold.status).toBe(202)
  const ended = once(gateway.child, 'exit')
  gateway.child.kill('SIGUSR2')
  const [code] = (await ended) as [number | null]
  const lines = gateway
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string; readonly err?: object })
  return { code, fatal: lines.filter(({ level }) => level === 60), saleGuid: String(sold.body['SALE_GUID']) }
}

/** Restarts: the gateway has everything it acknowledged, and accepts more. */
async function expectGoesOn(saleGuid: string): Promise<void> {
  const next = await start()
  const shown = await call(next, 'GET', '/v1/sale/invoice_checkstatus/by_guid', { headers: { sale_guid: saleGuid } })
  expect(shown).toMatchObject({ status: 200, body: { STATUS: 'Pending' } })
  expect((await sell(next, 'after')).status).toBe(202)
}

test.each(['worker throws', 'worker ends'])(
  'a gateway whose %s goes on: the next long task has another worker, and the copy goes on',
  async (kind) => {
    const gateway = await start({ NODE_OPTIONS: `--import=${accident}`, RESIT_TEST_ACCIDENT: kind })
    const sold = await sell(gateway, 'kept')
    gateway.child.kill('SIGUSR2')
    await expect.poll(() => gateway.stderr(), { timeout: hangMs }).toContain('the thread of the copy ended')
    expect((await call(gateway, 'GET', '/operator/v1/integrity')).status).toBe(200)
    const endedAt = Date.now()
    expect((await sell(gateway, 'meanwhile')).status).toBe(202)
    const copiedAt = async () =>
      Date.parse(String((await call(gateway, 'GET', '/operator/v1/health')).body['copied_at']))
    await expect.poll(copiedAt, { timeout: hangMs }).toBeGreaterThan(endedAt)
    expect(await gateway.stop()).toBe(0)
    await expectGoesOn(String(sold.body['SALE_GUID']))
  },
)

test.each([
  ['throw', 'uncaughtException'],
  ['reject', 'unhandledRejection'],
])(
  'after %s that nobody caught the gateway does not go on: it logs what is known and ends (PR3)',
  async (kind, origin) => {
    const { code, fatal, saleGuid } = await meet(kind)
    expect(code).toBe(1)
    expect(fatal).toMatchObject([{ origin, err: { message: 'an accident of the test' } }])
    expect(JSON.stringify(fatal[0]?.err)).toContain('accident.ts')
    await expectGoesOn(saleGuid)
  },
)
