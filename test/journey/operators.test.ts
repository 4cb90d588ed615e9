import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commandBeside } from '../support/command-line.ts'
import { startGateway } from '../support/gateway.ts'
import { tryPin } from '../support/people.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'resit-operators-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Six processes one after the other, on a machine that may be busy. */
const patienceMs = 120_000

const resit = (args: readonly string[], input = '') => commandBeside(dataDir, args, { input })

test(
  'operators are added and listed while no gateway runs, and through one that does',
  async () => {
    expect((await resit(['operator', 'list'])).stdout).toContain('Nobody can sign in yet')
    const added = await resit(['operator', 'add', '--name', 'Aminah', '--role', 'owner'], '271828\n')
    expect([added.code, added.stderr]).toEqual([0, ''])
    expect(added.stdout).toMatch(/^[0-9a-f-]{36} {2}Aminah {2}owner\n$/)
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
    expect(listed.stdout).toMatch(/Aminah {2}owner\n.*Siti {2}cashier\n/)
    await shop.close({ keep: true })
  },
  patienceMs,
)

test(
  'what cannot be is said on stderr, and nothing is kept',
  async () => {
    const weak = await resit(['operator', 'add', '--name', 'Ravi', '--role', 'cashier'], '123456')
    expect([weak.code, weak.stderr]).toEqual([1, expect.stringContaining('/pin')])
    const nameless = await resit(['operator', 'add', '--role', 'cashier'], '314159')
    expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('--name is missing')])
    expect((await resit(['operator', 'list'])).stdout).not.toContain('Ravi')
  },
  patienceMs,
)
