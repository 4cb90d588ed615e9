import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultsOf, pins, send, tryPin } from '../support/people.ts'
import { spawnGateway } from '../support/process.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-sign-in-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

interface SetupLine {
  readonly event?: string
  readonly code?: string
}
const codeIn = (stderr: string): string | undefined =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as SetupLine)
    .find(({ event }) => event === 'setup_code')?.code

test('the first start prints a set-up code that makes the owner; a later one prints none', async () => {
  const first = await spawnGateway(dataDir)
  await expect.poll(() => codeIn(first.stderr())).toBeDefined()
  const body = { code: codeIn(first.stderr()), name: 'Aminah', pin: pins.Aminah }
  const made = await send(first, 'POST', '/operator/v1/setup', { body })
  expect(made.body).toMatchObject({ role: 'owner' })
  expect(first.stderr()).not.toContain(pins.Aminah)
  await first.stop()
  const second = await spawnGateway(dataDir)
  expect((await tryPin(second, 'Aminah', pins.Aminah)).status).toBe(200)
  await second.stop()
  expect(codeIn(second.stderr())).toBeUndefined()
})

test('killing the gateway between tries gives nobody another one (UI7)', async () => {
  const setup = await spawnGateway(dataDir)
  const bearer = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const body = { name: 'Siti', role: 'cashier', pin: pins.Siti }
  expect((await send(setup, 'POST', '/operator/v1/people', { bearer, body })).status).toBe(200)
  await setup.stop('SIGKILL')
  for (let n = 0; n < 5; n += 1) {
    const gateway = await spawnGateway(dataDir)
    expect(faultsOf(await tryPin(gateway, 'Siti', '999888'))).toEqual(['/pin wrong_pin'])
    await gateway.stop('SIGKILL')
  }
  const last = await spawnGateway(dataDir)
  expect((await tryPin(last, 'Siti', pins.Siti)).status).toBe(429)
  await last.stop()
})

test('a restart or a kill of the gateway signs no one out, and a new PIN ends what went through it', async () => {
  const setup = await spawnGateway(dataDir)
  const control = () => readFileSync(join(dataDir, 'control.token'), 'utf8')
  const body = { name: 'Siti', role: 'cashier', pin: pins.Siti }
  const added = await send(setup, 'POST', '/operator/v1/people', { bearer: control(), body })
  const bearer = String((await tryPin(setup, 'Siti', pins.Siti)).body['token'])
  await setup.stop()
  const second = await spawnGateway(dataDir)
  expect((await send(second, 'GET', '/operator/v1/queue', { bearer })).status).toBe(200)
  await second.stop('SIGKILL')
  const third = await spawnGateway(dataDir)
  expect((await send(third, 'GET', '/operator/v1/queue', { bearer })).status).toBe(200)
  const path = `/operator/v1/people/${String(added.body['id'])}/pin`
  expect((await send(third, 'POST', path, { bearer: control(), body: { pin: '141421' } })).status).toBe(200)
  await third.stop('SIGKILL')
  const last = await spawnGateway(dataDir)
  expect((await send(last, 'GET', '/operator/v1/queue', { bearer })).status).toBe(401)
  await last.stop()
})
