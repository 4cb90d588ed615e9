import { expect, test } from 'vitest'
import { askAt } from '../support/ask-at.ts'
import { command } from '../support/command-line.ts'
import { invoice } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

const here = freshInstallation()

test('while the authority is away sales are kept and counted, also over a restart, and go when it is back', async () => {
  const resit = (...args: readonly string[]) => command(here.dataDir, args)
  const first = await here.start()
  expect(resit('practice', 'fault', 'away')).toMatchObject({ status: 0 })
  const sell = askAt(here.dataDir, first.port)
  for (const code of ['o1', 'o2', 'o3'])
    expect(await sell('/v1/sale/invoice_submission', { body: invoice(code) })).toMatchObject({
      status: 202,
      body: { STATUS: 'Pending' },
    })
  expect(await sell('/operator/v1/queue')).toMatchObject({ body: { unsent: 3 } })
  await here.stop()
  // The practice authority starts again with its gateway, without its faults.
  const second = await here.start()
  const ask = askAt(here.dataDir, second.port)
  await expect.poll(async () => (await ask('/operator/v1/queue'))?.body['lanes']).toEqual([])
  expect(resit('unsent')).toMatchObject({ status: 0 })
})
