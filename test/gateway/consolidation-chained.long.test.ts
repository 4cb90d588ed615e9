import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Family } from '../../shared/domain/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { type Chain, startChain } from '../support/chain.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { type Body, coffee, document } from '../support/till.ts'

let chain: Chain
let shop: Api
let office: Api
beforeAll(async () => {
  chain = await startChain()
  shop = apiOf(chain.shop, await chain.shop.token())
  office = apiOf(chain.office, await chain.office.token())
})
afterAll(() => chain.close())

/** 92 sen. Six percent of it is 5.52 sen, so each receipt shows six sen, and its total of 98 is rounded down to 95. */
const cheap = (family: Family, n: number): Body =>
  document(family, 'invoice', `R${String(n).padStart(4, '0')}`, {
    TERMINAL_NAME: family,
    ...(family === 'sale' && { BUYER: null }),
    CONSOLIDATE: true,
    LINES: [{ ...coffee, QUANTITY: 1, UNIT_PRICE: '0.92' }],
    ROUNDING_AMOUNT: '-0.03',
  })

test.each(['sale', 'self_billed'] as const)(
  'a consolidated %s document whose taxes and rounding are sums goes through another gateway and becomes valid',
  async (family) => {
    const here = consolidatingAt(chain.shop)
    await here.set({ self_billed_case: 'individuals' })
    for (let n = 1; n <= 40; n += 1) expect((await shop.submit(family, 'invoice', cheap(family, n))).status).toBe(202)
    const { documents } = await here.settled((await here.begin()).body.id)
    expect(documents).toMatchObject([
      { FAMILY: family, STATUS: 'Valid', MEMBERS: 40, TOTAL_PAYABLE: '38.00', ERRORS: [] },
    ])
    const above = (await office.status(family, 'invoice', documents[0]?.SALE_GUID ?? '')).body
    expect(above).toMatchObject({ STATUS: 'Valid', TOTAL_PAYABLE: '38.00', AUTHORITY: documents[0]?.AUTHORITY ?? {} })
  },
)

test('nobody else may be off by more than one sen or round by more than the coins there are', async () => {
  const more = { CONSOLIDATE: false, TERMINAL_NAME: 'T9', LINES: [{ ...coffee, TAXES: [{ ...tax, AMOUNT: '0.60' }] }] }
  const off = document('sale', 'invoice', 'R0001', { ...more, SHIFT_CODE: 'CONSOLIDATED', ROUNDING_AMOUNT: '1.20' })
  expect(await office.submit('sale', 'invoice', off)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/LINES/0/TAXES/0/AMOUNT' }, { pointer: '/ROUNDING_AMOUNT', code: 'out_of_range' }] },
  })
})

const tax = { TAX_TYPE: '02', RATE: 6 }
