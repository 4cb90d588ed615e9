import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { commandBeside } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { isSignedWith, type Receiver, startReceiver } from '../support/receiver.ts'
import { attach, noStrace } from '../support/strace.ts'
import { type Body, invoice } from '../support/till.ts'

if (noStrace !== null) console.warn(`SKIPPED: a disk that is full cannot be made here: ${noStrace}`)

// A longer limit for several processes in turn on a busy computer.
const patience = { timeout: hangMs }

let dataDir: string
let till: Receiver
/** Called before the next answer, which waits for it. */
let hold: (() => Promise<void>) | null
const running: GatewayProcess[] = []
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-webhooks-'))
  hold = null
  // The receiver is absent, busy and present in turn.
  till = await startReceiver(async (_, before) => {
    await hold?.()
    return [204, 0, 204, 503][before % 4] ?? 204
  })
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  await till.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(crashAt = ''): Promise<GatewayProcess> {
  const env = { RESIT_LOG_LEVEL: 'error', RESIT_RETRY_BASE_MS: '20', ...dyingAt(crashAt) }
  const gateway = await spawnGateway(dataDir, { ...brisk, ...env })
  running.push(gateway)
  return gateway
}

async function ask<Answer>({ port }: GatewayProcess, path: string, body?: Body): Promise<Answer | null> {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Answer
  } catch (cause) {
    // The connection was cut, so the till asks again later.
    if (cause instanceof TypeError) return null
    throw cause
  }
}

const sales = ['1', '2', '3', '4', '5', '6']
const sell = (gateway: GatewayProcess) =>
  Promise.all(sales.map((code) => ask(gateway, '/v1/sale/invoice_submission', invoice(code))))

const addWebhook = async (gateway: GatewayProcess): Promise<string> => {
  const added = await ask<{ readonly secret: string }>(gateway, '/operator/v1/webhooks', { url: till.url })
  return added?.secret ?? ''
}

/** The till's server has got every change of the feed, and the current state of every sale. */
async function expectToldOf(gateway: GatewayProcess): Promise<void> {
  const arrived = () => till.heard.filter(({ answered }) => answered === 204)
  const asTold = () => {
    const last = new Map(arrived().map(({ message: { data } }) => [data.SALE_CODE, data.STATUS]))
    return sales.map((code) => `${code} ${last.get(code)}`)
  }
  await expect.poll(asTold, patience).toEqual(sales.map((code) => `${code} Valid`))
  const feed = await ask<{ readonly items: readonly WireRecord[] }>(gateway, '/operator/v1/changes?after=0')
  const fed = feed?.items.map(({ SALE_CODE, STATUS }) => `${SALE_CODE} ${STATUS}`)
  expect(fed).toEqual(expect.arrayContaining(asTold()))
  expect(fed).toHaveLength(sales.length)
  // One id always belongs to one change of one sale.
  const byId = Map.groupBy(till.heard, ({ id }) => id)
  for (const repeats of byId.values())
    expect(new Set(repeats.map(({ message }) => `${message.seq} ${message.data.SALE_GUID}`)).size).toBe(1)
}

const heardSoFar = () => till.heard.length

describe('webhooks of a gateway that dies', () => {
  test.each(['webhook_posted:1', 'webhook_posted:5', 'submission_stored:3', 'answered:1'])(
    'at %s lose no change, and repeat one under the same id only',
    async (crashAt) => {
      const first = await start(crashAt)
      const secret = await addWebhook(first)
      await sell(first)
      const { child } = first
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      const second = await start()
      await sell(second)
      await expectToldOf(second)
      expect(till.heard.every((heard) => isSignedWith(secret, heard))).toBe(true)
    },
  )

  test('again and again, whenever it may be, come to the same', async () => {
    await addWebhook(await start())
    for (let heard = 1; heard <= 12; heard += 3) {
      const gateway = running.at(-1) ?? (await start())
      await sell(gateway)
      await expect.poll(heardSoFar, patience).toBeGreaterThanOrEqual(heard)
      await gateway.stop('SIGKILL')
      await start()
    }
    const last = running.at(-1) ?? (await start())
    await sell(last)
    await expectToldOf(last)
  })
})

describe.skipIf(noStrace !== null)('webhooks on a full disk', () => {
  test('are told again what could not be noted, under the same id', async () => {
    const gateway = await start()
    await addWebhook(gateway)
    let begun = false
    let fill: () => void = () => undefined
    hold = () => {
      begun = true
      return new Promise((resolve) => (fill = resolve))
    }
    await sell(gateway)
    await expect.poll(() => begun, patience).toBe(true)
    const log = { inject: 'pwrite64:error=ENOSPC:when=1+', paths: [join(dataDir, 'resit.db-wal')] }
    const tracer = await attach(gateway.child.pid ?? 0, log)
    hold = null
    fill()
    await expect.poll(() => gateway.stderr(), patience).toContain('webhooks rest')
    const [unnoted] = till.heard
    expect(unnoted?.answered).toBe(204)
    await tracer.detach()
    await expect.poll(() => till.heard.filter(({ id }) => id === unnoted?.id).length, patience).toBeGreaterThan(1)
    await expectToldOf(gateway)
  })
})

test('the commands add a webhook, tell how it stands, have it deliver again, and remove it', async () => {
  const gateway = await start()
  const resit = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await commandBeside(dataDir, ['webhook', ...args])
    return { status: code, text: `${stdout}${stderr}` }
  }
  expect(await resit('add', '--url', 'http://tills.example/')).toEqual({
    status: 1,
    text: expect.stringMatching(/must be https/),
  })
  const added = await commandBeside(dataDir, ['webhook', 'add', '--url', till.url, '--json'])
  const { id, secret } = JSON.parse(added.stdout) as { readonly id: string; readonly secret: string }
  await sell(gateway)
  await expectToldOf(gateway)
  expect(till.heard.every((heard) => isSignedWith(secret, heard))).toBe(true)
  await expect.poll(async () => (await resit('list')).text, patience).toContain(`${till.url}  –  0`)
  expect((await resit('deliveries', id)).text).toMatch(/delivered {2}\d+ {2}\S+ {2}204/)
  const before = till.heard.length
  expect(await resit('replay', id)).toEqual({ status: 2, text: expect.stringContaining('--after is missing') })
  expect((await resit('replay', id, '--after', '0')).text).toContain('delivers again')
  await expect.poll(heardSoFar, patience).toBeGreaterThan(before)
  expect(await resit('remove', id)).toEqual({ status: 0, text: expect.stringMatching(/is removed/) })
  expect(await resit('remove', id)).toEqual({ status: 1, text: expect.stringMatching(/no webhook/) })
  expect((await resit('list')).text).toContain('There are no webhooks')
})
