import { z } from 'zod'
import { answer, keyText } from '../../document/fields.ts'
import { type OperatorRow, readsTheirs } from '../axes.ts'
import { line, party } from './record-detail.ts'
import { recordListHeaders } from './record-list.ts'

const query = z.object({ company: keyText().optional().describe('COMPANY_CODE') })

const buyers = answer('Buyers', {
  items: z.array(answer('RememberedBuyer', { ...party.shape, ID_NUMBER: z.string() })),
})

const items = answer('SoldItems', {
  items: z.array(
    answer('SoldItem', {
      ...line.pick({ DESCRIPTION: true, CLASSIFICATION_CODES: true, UNIT_CODE: true, UNIT_PRICE: true }).shape,
      PRICES_INCLUDE_TAX: z.boolean().describe('Whether UNIT_PRICE has the tax in it'),
      TAXES: z.array(
        z.object({
          TAX_TYPE: z.string(),
          RATE: z.string(),
          EXEMPTION_REASON: z.string().describe('Empty if it is taxed'),
        }),
      ),
    }),
  ),
})

/** Buyers and items of earlier sales. They are read from the sales; there is no other list. */
export const rememberedRows = {
  findBuyers: {
    path: '/buyers',
    scope: 'taxpayer',
    outletScope: 'theirs',
    summary: 'Buyers of earlier sales for a signed-in person, by name, TIN, telephone or number: eight at most',
    headers: recordListHeaders,
    query,
    answers: { 200: buyers },
    faults: ['bad_header', 'company_not_found'],
  },
  soldItems: {
    path: '/items',
    ...readsTheirs,
    summary: 'What the newest sales were of, each with its last price',
    query,
    answers: { 200: items },
    faults: ['company_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
