import { once } from 'node:events'
import { expect, test } from 'vitest'
import { useSeparateGateway } from '../faults/process/separate-gateway.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { invoice } from '../support/till.ts'

const here = useSeparateGateway()
const crashing = dyingAt('building')

test('a document that takes the gateway down five times is held, can be voided, and the others go (QR12)', async () => {
  const first = await here.start({ RESIT_DISPATCH: 'off' })
  const { body: poison } = await first.api.submit('sale', 'invoice', invoice('poison'))
  await first.stop()
  for (let crash = 0; crash < 5; crash += 1) {
    const dying = await here.start(crashing).catch(() => null)
    // The gateway may die before it is ready.
    if (dying && dying.child.exitCode === null && dying.child.signalCode === null) await once(dying.child, 'exit')
  }
  // No document is left to build, so the gateway keeps running.
  const living = await here.start(crashing)
  await living.rest()
  const status = await living.api.status('sale', 'invoice', poison.SALE_GUID)
  expect(status.body).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'cannot_be_sent' } })
  const voided = await living.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: poison.SALE_GUID })
  expect(voided).toMatchObject({ status: 200, body: { STATUS: 'Voided' } })
  await living.stop()

  const sound = await here.start()
  const { body: other } = await sound.api.submit('sale', 'invoice', invoice('other'))
  await sound.api.until(other, 'Valid')
  await sound.stop()
  const { lost, doubles, voidedThere } = await here.compare([poison.SALE_GUID, other.SALE_GUID])
  expect({ lost, doubles, voidedThere }).toEqual({ lost: [], doubles: [], voidedThere: [] })
})
