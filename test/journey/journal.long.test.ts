import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tamper } from '../store/log/kept-store.ts'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

// Many short processes in turn, on a computer that may be busy.
const here = freshInstallation()
const resit = (...args: readonly string[]) => command(here.dataDir, args)
const json = (...args: readonly string[]) => JSON.parse(resit(...args, '--json').stdout) as Record<string, unknown>

/** Sells without sending. @returns the gateway */
async function sell(count: number, env = {}): Promise<GatewayProcess> {
  const running = await here.start(env)
  const { token } = json('token', 'create', '--name', 'Till', '--scopes', 'submit,read') as { readonly token: string }
  for (let n = 0; n < count; n += 1) {
    const response = await fetch(`http://127.0.0.1:${running.port}/v1/sale/invoice_submission`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(invoice(`v${n}`)),
    })
    expect(response.status).toBe(202)
  }
  return running
}

const off = { RESIT_DISPATCH: 'off' }

test('verify proves everything while a gateway runs and while none does, and names what does not agree (AU1)', async () => {
  const running = await sell(3, off)
  expect(json('verify')).toMatchObject({ sound: true, records: 3, bodies: 3, finding_count: 0 })
  await running.stop()
  const { status, stdout } = resit('verify')
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Everything agrees') as string,
  })
  tamper(here.dataDir, "UPDATE record SET total_payable = '900.00' WHERE seq = 2")
  expect(resit('verify')).toMatchObject({ status: 1, stdout: expect.stringContaining('Record 2') as string })
})

test('a database that is gone is named with what to do, and is restored from the copy (ST10)', async () => {
  await (await sell(3, off)).stop()
  rmSync(join(here.dataDir, 'resit.db'))
  const refused = await spawnGateway(here.dataDir, { ...brisk }).catch((cause: unknown) => cause)
  expect(refused).toMatchObject({ exitCode: 4, message: expect.stringContaining('resit restore') as string })
  expect(json('restore')).toMatchObject({ broken_at: null, kept_as: null })
  expect(json('verify')).toMatchObject({ sound: true, records: 3, bodies: 3 })
  // The tills' tokens still work.
  expect(resit('token', 'list').stdout).toContain('Till')
  await here.start()
  await expect.poll(() => json('queue'), { interval: 500 }).toMatchObject({ unsent: 0, in_doubt: 0, lanes: [] })
  expect(json('verify')).toMatchObject({ sound: true })
})

test('one that was changed is restored as well, and kept apart (AU1)', async () => {
  await (await sell(2, off)).stop()
  tamper(here.dataDir, "UPDATE event SET body = x'03A3A6BF437B7D' WHERE body IS NOT NULL")
  expect(resit('verify').status).toBe(1)
  const { kept_as: keptAs } = json('restore')
  expect(readdirSync(here.dataDir).map((name) => join(here.dataDir, name))).toContain(keptAs)
  expect(json('verify')).toMatchObject({ sound: true, records: 2 })
})

test('nothing is restored while a gateway runs', async () => {
  await sell(1, off)
  expect(resit('restore')).toMatchObject({ status: 3 })
  expect(resit('trust', '--reason', 'nothing')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('nothing to trust') as string,
  })
})
