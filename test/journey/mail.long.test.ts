import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type MailServer, mailOn, startMailServer } from '../support/mail-server.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { type Body, customer, invoice } from '../support/till.ts'

const patience = { timeout: hangMs }
const address = 'akaun@pelanggan.example'

let dataDir: string
let post: MailServer
let running: GatewayProcess | null
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-mail-'))
  post = await startMailServer()
  running = null
})
afterEach(async () => {
  await running?.stop('SIGKILL')
  await post.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(crashAt = ''): Promise<GatewayProcess> {
  const env = { RESIT_LOG_LEVEL: 'warn', RESIT_RETRY_BASE_MS: '20', ...dyingAt(crashAt) }
  running = await spawnGateway(dataDir, { ...brisk, ...env })
  return running
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
    // Cut off in the middle.
    if (cause instanceof TypeError) return null
    throw cause
  }
}

const setMail = (gateway: GatewayProcess) =>
  ask(gateway, '/operator/v1/mail', { ...mailOn, port: post.port, automatic: true })

const sale = invoice('1', { BUYER: { ...customer, EMAIL: address } })
const sell = (gateway: GatewayProcess) => ask<WireRecord>(gateway, '/v1/sale/invoice_submission', sale)

async function mailsAndAlarm(gateway: GatewayProcess, record: WireRecord) {
  const mails = await ask<OperatorAnswer<'mailsOfRecord'>>(gateway, `/operator/v1/records/${record.SALE_GUID}/mail`)
  const health = await ask<OperatorAnswer<'health'>>(gateway, '/operator/v1/health')
  return {
    states: mails?.items.map(({ state }) => state) ?? [],
    isAlarmed: health?.alerts.some(({ code }) => code === 'mail_failing') ?? false,
  }
}

const died = async ({ child }: GatewayProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

describe('a gateway that dies while an e-invoice goes to its buyer', () => {
  test.each([
    ['answered:1', 1, 'sent'],
    ['mail_taken_up:1', 1, 'sent'],
    ['mail_sending:1', 0, 'unknown'],
    ['mail_sent:1', 1, 'unknown'],
  ] as const)('at %s has sent %i message, which is %s, and sends no second one', async (crashAt, count, state) => {
    const first = await start(crashAt)
    await setMail(first)
    await sell(first)
    await died(first)
    const second = await start()
    const record = await sell(second)
    if (record === null) throw new Error('the second gateway did not answer')
    await expect
      .poll(() => mailsAndAlarm(second, record), patience)
      .toEqual({
        states: [state],
        isAlarmed: state === 'unknown',
      })
    expect(post.arrived).toHaveLength(count)
    // Two more starts, and the same document again: nothing leaves.
    await second.stop('SIGKILL')
    const third = await start()
    await sell(third)
    await third.stop('SIGTERM')
    const fourth = await start()
    await expect.poll(async () => (await mailsAndAlarm(fourth, record)).states, patience).toEqual([state])
    expect(post.arrived).toHaveLength(count)
    expect(`${first.stderr()}${second.stderr()}${third.stderr()}`).not.toContain(address)
  })

  test('while the mail server has the message and says nothing leaves it unknown, with an alarm', async () => {
    const held = Promise.withResolvers<undefined>()
    post.rule = { data: () => held.promise }
    const first = await start()
    await setMail(first)
    const record = await sell(first)
    if (record === null) throw new Error('the gateway did not answer')
    await expect.poll(() => post.tries(), patience).toBe(1)
    await first.stop('SIGKILL')
    held.resolve(undefined)
    const second = await start()
    await expect.poll(() => mailsAndAlarm(second, record), patience).toEqual({ states: ['unknown'], isAlarmed: true })
    expect(post.tries()).toBe(1)
  })
})
