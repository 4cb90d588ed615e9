import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commandBeside } from '../support/command-line.ts'
import { leaveStale } from '../support/foreign-program.ts'
import { startGateway } from '../support/gateway.ts'
import { faultsOf, send, tryPin } from '../support/people.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'resit-operators-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const resit = (args: readonly string[], input = '') => commandBeside(dataDir, args, { input })

test('operators are added and listed while no gateway runs, and through one that does', async () => {
  expect((await resit(['operator', 'list'])).stdout).toContain('No one can sign in yet')
  const added = await resit(['operator', 'add', '--name', 'Aminah', '--role', 'owner'], '271828\n')
  expect([added.code, added.stderr]).toEqual([0, ''])
  expect(added.stdout).toMatch(/^[0-9a-f-]{36} {2}Aminah {2}owner\n$/m)
  expect(JSON.stringify(added)).not.toContain('271828')

  const shop = await startGateway({ dataDir })
  const ready = { event: 'ready', base_url: shop.baseUrl, port: shop.port, pid: process.pid, authority: 'practice' }
  writeFileSync(join(dataDir, 'gateway.json'), JSON.stringify(ready))
  writeFileSync(join(dataDir, 'control.token'), shop.gateway.controlToken)
  expect(shop.gateway.setupCode()).toBeNull()
  expect((await tryPin(shop, 'Aminah', '271828')).status).toBe(200)
  const second = await resit(['operator', 'add', '--name', 'Siti', '--role', 'cashier', '--json'], '161803')
  expect(JSON.parse(second.stdout)).toMatchObject({ name: 'Siti', role: 'cashier', disabled_at: null })
  const listed = await resit(['operator', 'list'])
  expect(listed.stdout).toMatch(/Aminah {2}owner .*\n.*Siti {2}cashier /)
  await shop.close({ keep: true })
})

test('what cannot be is said on stderr, and nothing is kept', async () => {
  const weak = await resit(['operator', 'add', '--name', 'Ravi', '--role', 'cashier'], '123456')
  expect([weak.code, weak.stderr]).toEqual([1, expect.stringContaining('/pin')])
  const nameless = await resit(['operator', 'add', '--role', 'cashier'], '314159')
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('--name is missing')])
  expect((await resit(['operator', 'list'])).stdout).not.toContain('Ravi')
})

test('a one-time code from the command line lets somebody choose another PIN, by name or id, at rest and in a gateway that runs', async () => {
  const atRest = JSON.parse((await resit(['operator', 'code', 'Siti', '--json'])).stdout) as Coded
  expect(atRest).toMatchObject({ name: 'Siti', one_time_code_until: expect.stringMatching(/Z$/) })
  const shop = await startGateway({ dataDir })
  const choose = (one_time_code: string, pin: string) =>
    send(shop, 'POST', '/operator/v1/sign_in/code', { body: { operator: 'Siti', one_time_code, pin } })
  // Her old PIN is useless now.
  expect(faultsOf(await tryPin(shop, 'Siti', '161803'))).toEqual(['/pin code_needed'])

  leaveStale(dataDir, shop.port, shop.gateway.controlToken)
  const told = await resit(['operator', 'code', atRest.id])
  expect([told.code, told.stderr]).toEqual([0, ''])
  const [code = ''] = told.stdout.match(/[0-9A-Z]{5}-[0-9A-Z]{5}/) ?? []
  // Only the last code works, and it works once.
  expect(faultsOf(await choose(atRest.one_time_code, '141421'))).toEqual(['/one_time_code wrong_code'])
  expect(await choose(code, '141421')).toMatchObject({ status: 200, body: { role: 'cashier' } })
  expect(faultsOf(await choose(code, '173205'))).toEqual(['/one_time_code wrong_code'])
  expect((await tryPin(shop, 'Siti', '141421')).status).toBe(200)
  await shop.close({ keep: true })
})

test('a code for nobody is refused in a sentence', async () => {
  const unknown = await resit(['operator', 'code', 'Nobody'])
  expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Nobody') })
  expect((await resit(['operator', 'code'])).code).toBe(2)
})

interface Coded {
  readonly id: string
  readonly one_time_code: string
}
