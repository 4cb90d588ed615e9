import { expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { customer, invoice } from '../support/till.ts'

const shop = openShop({})
const unknownTin = { BUYER: { ...customer, TIN: 'C99999999990' } }

const refusalsOf = async (bearer: string, terminal: string) => {
  const path = `/operator/v1/refusals?company=DEMO&outlet=KLCC&terminal=${terminal}`
  const { items } = (await send(shop.gateway, 'GET', path, { bearer }))
    .body as unknown as OperatorAnswer<'listRefusals'>
  return items.map(({ mine, record }) => [record.SALE_CODE, record.STATUS, mine])
}

test('a refusal is told to the person who sold it, wherever they stand, and at the till where it was sold', async () => {
  const ravi = await addPerson(shop.gateway, 'Ravi', 'cashier')
  const siti = await addPerson(shop.gateway, 'Siti', 'cashier')
  const [atT1, other] = [await signIn(shop.gateway, siti), await signIn(shop.gateway, ravi)]
  const sell = async (bearer: string, code: string, more = {}) => {
    const body = invoice(code, { TERMINAL_NAME: 'T1', ...more })
    const sold = await send(shop.gateway, 'POST', '/v1/sale/invoice_submission', { bearer, body })
    return sold.body as never
  }
  const refused = await sell(atT1, 'R-1', unknownTin)
  const valid = await sell(atT1, 'R-2')
  await shop.api.until(refused, 'Invalid')
  await shop.api.until(valid, 'Valid')
  expect(await refusalsOf(atT1, 'T1')).toEqual([['R-1', 'Invalid', true]])
  expect(await refusalsOf(atT1, 'T2')).toEqual([['R-1', 'Invalid', true]])
  expect(await refusalsOf(other, 'T1')).toEqual([['R-1', 'Invalid', false]])
  expect(await refusalsOf(other, 'T2')).toEqual([])
  // Corrected, it is told no more.
  await sell(other, 'R-1')
  expect(await refusalsOf(atT1, 'T1')).toEqual([])
})
