import { expect, test } from 'vitest'
import { dayOf } from '../../shared/domain/calendar.ts'
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

/** In Kuala Lumpur. */
const today = () => dayOf(Date.now(), 'Asia/Kuala_Lumpur')

test('what waits is previewed and consolidated, through the gateway that runs and without one (AU7)', async () => {
  const running = await sell('R0001', 'R0002', 'R0004')
  const preview = resit('consolidate', '--company', 'DEMO', '--to', today(), '--preview')
  expect(preview).toMatchObject({ status: 0, stderr: '' })
  expect(preview.stdout).toContain('3 receipts would go into 1 document.')
  expect(preview.stdout).toMatch(/ {2}3 {2}2 {2}MYR {2}22\.26$/m)
  // Nobody has them yet, although none of them could go by itself.
  const unsent = resit('unsent')
  expect(unsent).toMatchObject({ status: 1, stdout: expect.stringContaining('consolidated document 3') })
  expect(resit('queue').stdout).toContain('waiting for a consolidated document 3')
  expect(resit('shifts').stdout).toContain('A/3')
  // Nothing of this month is due yet.
  expect(resit('consolidate', '--company', 'DEMO').stdout).toContain('0 receipts are in 0 documents.')

  const made = resit('consolidate', '--company', 'DEMO', '--to', today())
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(made.stdout).toContain('3 receipts are in 1 document.')
  await running.stop()
  const none = resit('consolidate', '--company', 'DEMO', '--to', today(), '--json')
  expect(JSON.parse(none.stdout)).toMatchObject({ members: 0, left_over: 0, documents: [] })
  expect(resit('consolidate', '--to', today())).toMatchObject({ status: 2 })
  expect(resit('consolidate', '--company', 'NONE')).toMatchObject({ status: 1 })
})
