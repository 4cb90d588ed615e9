import { expect, test } from 'vitest'
import { command } from '../support/command-line.ts'
import type { GatewayProcess } from '../support/process.ts'
import { invoice } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

const here = freshInstallation()
const resit = (...args: readonly string[]) => command(here.dataDir, args)

async function sell(...codes: readonly string[]): Promise<GatewayProcess> {
  const running = await here.start()
  const { stdout } = resit('token', 'create', '--name', 'Till', '--scopes', 'submit', '--json')
  const { token } = JSON.parse(stdout) as { readonly token: string }
  for (const code of codes) {
    const response = await fetch(`http://127.0.0.1:${running.port}/v1/sale/invoice_submission`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(invoice(code, { BUYER: null, CONSOLIDATE: true })),
    })
    expect(response.status).toBe(202)
  }
  return running
}

test('receipts that wait for a consolidated document are told to an uninstaller and in the queue (AU7)', async () => {
  const running = await sell('R0001', 'R0002', 'R0004')
  // The authority has none of them: receipts are never sent by themselves.
  const unsent = resit('unsent')
  expect(unsent).toMatchObject({ status: 1, stdout: expect.stringContaining('consolidated document 3') })
  expect(resit('queue').stdout).toContain('waiting for a consolidated document 3')
  await running.stop()
  expect(resit('unsent')).toEqual(unsent)
})
