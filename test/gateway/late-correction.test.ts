import { expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway } from '../support/gateway.ts'
import { customer, invoice } from '../support/till.ts'

// Found by the soak: what is read again before it is sent was judged by the time of the first body.
test('a refused sale that is made anew hours later is sent with the issue time of its correction', async () => {
  const clock = aMovableClock()
  const shop = await startGateway({ ports: { clock } })
  const api = apiOf(shop, await shop.token())
  try {
    const ISSUED_AT = new Date(clock.now() - 60_000).toISOString()
    const body = invoice('1', { ISSUED_AT, BUYER: { ...customer, TIN: 'C99999999990' } })
    const refused = await api.until((await api.submit('sale', 'invoice', body)).body, 'Invalid')
    clock.pass(3 * 3_600_000)
    const anew = { SALE_GUID: refused.SALE_GUID, BUYER: customer, ISSUED_AT: new Date(clock.now()).toISOString() }
    const again = await api.submit('sale', 'invoice', { ...body, ...anew })
    expect(again.status).toBe(202)
    expect(await api.until(again.body, 'Valid', 'Invalid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
  } finally {
    await shop.close()
  }
})
