import { z } from 'zod'
import { answer, ask, keyText, text } from '../../document/fields.ts'
import { idTypeRequestSchema, partyRequestSchema } from '../../document/party.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { shownLineSchema, shownPartySchema } from './record-detail.ts'
import { searchTextHeaderSchema } from './record-list.ts'

const query = z.object({ company: keyText().optional().describe('COMPANY_CODE') })

const buyers = answer('Buyers', {
  items: z.array(answer('RememberedBuyer', { ...shownPartySchema.shape, ID_NUMBER: z.string() })),
})

export const mostBuyers = 100
const numbers = ask('BuyerNumbers', { TIN: text(20), ID_TYPE: idTypeRequestSchema, ID_NUMBER: text(20) })
const BUYERS = z.array(numbers).min(1).max(mostBuyers).describe('By their numbers, each as it is remembered')

const items = answer('SoldItems', {
  items: z.array(
    answer('SoldItem', {
      ...shownLineSchema.pick({ DESCRIPTION: true, CLASSIFICATION_CODES: true, UNIT_CODE: true, UNIT_PRICE: true })
        .shape,
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

/** Buyers and items of earlier sales, read from the sales. Only what an owner corrects or deletes is kept beside them. */
export const rememberedRows = {
  findBuyers: {
    path: '/buyers',
    scope: 'taxpayer',
    outletScope: 'theirs',
    summary:
      'Buyers of earlier sales for a signed-in person, by name, TIN, telephone or number: eight at most, or a hundred for an owner',
    headers: searchTextHeaderSchema,
    query,
    answers: { 200: buyers },
    faults: ['bad_header', 'company_not_found'],
  },
  changeBuyer: {
    path: '/buyers/change',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'Correct what is remembered of buyers from the sales so far, or delete it; their documents stay',
    body: ask('BuyerChange', { BUYERS, NOW: partyRequestSchema.nullable().describe('Null to delete') }),
    answers: { 200: buyers },
  },
  exportBuyer: {
    path: '/buyers/export',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'What is remembered of one buyer, for the buyer, or of several',
    body: ask('BuyerAsk', { BUYERS }),
    answers: { 200: buyers },
  },
  soldItems: {
    path: '/items',
    ...readsOwnSales,
    summary: 'What the newest sales were of, each with its last price',
    query,
    answers: { 200: items },
    faults: ['company_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
