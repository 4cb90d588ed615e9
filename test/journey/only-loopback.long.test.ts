import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-loopback-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const hook = fileURLToPath(new URL('../support/only-loopback.ts', import.meta.url))
const told = () => join(place, 'told')
const watched = () => ({ ONLY_LOOPBACK: told(), NODE_OPTIONS: `--require ${hook}` })
const elsewhere = () => (existsSync(told()) ? readFileSync(told(), 'utf8').trim().split('\n') : [])

test('who says anything to another computer is found, by whatever way', () => {
  const ways = [
    "fetch('https://one.example').catch(() => 0)",
    "require('node:https').get('https://two.example').on('error', () => 0)",
    "require('node:net').connect(443, 'three.example').on('error', () => 0)",
    "require('node:tls').connect({ host: 'four.example', port: 443 }).on('error', () => 0)",
    "require('node:dns').lookup('five.example', () => 0)",
    "new (require('node:worker_threads').Worker)(\"fetch('http://six.example').catch(() => 0)\", { eval: true })",
  ]
  const { status } = spawnSync(process.execPath, ['-e', ways.join('\n')], { env: { ...process.env, ...watched() } })
  expect(status).toBe(0)
  expect(new Set(elsewhere())).toEqual(
    new Set(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}.example`)),
  )
})

test('in practice mode a day’s work says nothing to any other computer, and neither does a refresh of the code lists (SE7)', async () => {
  const dataDir = join(place, 'data')
  const gateway = await spawnGateway(dataDir, { ...brisk, ...watched() })
  const control = readFileSync(join(dataDir, 'control.token'), 'utf8').trim()
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${control}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, init)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const shown = async (sale_guid: unknown) =>
    (await ask('GET', `/v1/sale/invoice_checkstatus/by_guid?sale_guid=${String(sale_guid)}`)).body['STATUS']
  const sold = await ask('POST', '/v1/sale/invoice_submission', invoice('d1'))
  await expect.poll(() => shown(sold.body['SALE_GUID'])).toBe('Valid')
  const { SALE_GUID } = sold.body
  expect(await ask('POST', '/v1/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })).toMatchObject({
    status: 200,
  })
  const search = 'customer_idtype=BRN&customer_idnum=201901234567'
  expect((await ask('GET', `/v1/taxauth/tin_search?${search}`)).status).toBe(200)
  const refresh = await ask('POST', '/operator/v1/codes/refresh', {})
  expect(refresh.status).toBe(200)
  expect(JSON.stringify(refresh.body)).toContain('its address cannot be reached')
  expect((await ask('POST', '/operator/v1/doctor', {})).status).toBeLessThan(500)
  expect((await ask('GET', '/operator/v1/health')).status).toBe(200)
  expect(await gateway.stop()).toBe(0)
  expect(elsewhere()).toEqual([])
  expect(command(dataDir, ['verify'], { env: watched() }).status).toBe(0)
  expect(elsewhere()).toEqual([])
})
