import { z } from 'zod'
import { answer, timeSchema } from '../../document/fields.ts'
import { stuckRecordActs } from '../../domain/person-acts.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { recordParamsSchema, recordSchema } from '../shapes/record.ts'
import { recordVersionSchema, refundFields } from './record-list.ts'

const amount = z.string().describe('A decimal number')

export const addressFields = {
  LINES: z.array(z.string()),
  CITY: z.string(),
  POSTCODE: z.string().nullable(),
  STATE_CODE: z.string(),
  COUNTRY_CODE: z.string(),
}

export const shownPartySchema = answer('ShownParty', {
  NAME: z.string(),
  TIN: z.string(),
  ID_TYPE: z.string(),
  ID_NUMBER: z.string().describe('Of a person only its last four characters'),
  PHONE: z.string(),
  EMAIL: z.string().nullable(),
  SST_NUMBER: z.string().nullable(),
  ADDRESS: z.object(addressFields),
})

const adjustments = {
  DISCOUNT_AMOUNT: amount.nullable(),
  DISCOUNT_REASON: z.string().nullable(),
  CHARGE_AMOUNT: amount.nullable(),
  CHARGE_REASON: z.string().nullable(),
}

export const shownLineSchema = answer('ShownLine', {
  DESCRIPTION: z.string().describe('What it is, at most 300 characters'),
  CLASSIFICATION_CODES: z.array(z.string()),
  QUANTITY: amount,
  UNIT_CODE: z.string(),
  UNIT_PRICE: amount,
  ...adjustments,
  SUBTOTAL: amount,
  TOTAL_EXCLUDING_TAX: amount,
  TAXES: z.array(
    answer('ShownTax', {
      TAX_TYPE: z.string(),
      RATE: amount.nullable(),
      AMOUNT: amount,
      EXEMPTION_REASON: z.string().nullable().describe('Why nothing is taxed; required for type E'),
    }),
  ),
})

/** The sale with all amounts computed. */
const sale = answer('ShownSale', {
  BUYER: shownPartySchema.nullable(),
  SUPPLIER: shownPartySchema.nullable().describe('Who sells; of the family self_billed'),
  LINES: z.array(shownLineSchema),
  ...adjustments,
  ROUNDING_AMOUNT: amount.nullable(),
  ROUNDING_DIFFERENCE: amount
    .nullable()
    .describe('By how much the tax over the document differs from the sum of its lines’; null where each is rounded'),
  TOTALS: z.object({
    TOTAL_EXCLUDING_TAX: amount,
    TOTAL_TAX: amount,
    TOTAL_INCLUDING_TAX: amount,
    TOTAL_PAYABLE: amount,
  }),
  EXCHANGE_RATE: amount.nullable(),
  PREPAID: amount.nullable(),
  PAYMENT_METHODS: z.array(z.string()).describe('Codes from the list of payment methods'),
})

const event = answer('RecordEvent', {
  version: recordVersionSchema,
  at: timeSchema,
  type: z.string().describe('Which kind of event'),
  by: z.string().nullable().describe('Null for the gateway itself'),
  reason: z.string().optional().describe('Of a closure, why; of a decision about a conflict, what the person saw'),
})

const attempt = answer('Attempt', {
  id: z.string(),
  revision: z.int().min(1).describe('Which revision was sent'),
  claimed_at: timeSchema.describe('When the attempt was written down, before its first byte left'),
  outcome: z.string().nullable().describe('Null while it runs'),
  reason: z.string().nullable(),
  http_status: z.int().nullable().describe('Of the authority’s answer'),
})

const attemptParams = z.object({
  ...recordParamsSchema.shape,
  attempt: z.string().min(1).max(60).describe('The `id` of one of its `attempts`'),
})

export const attemptInFullSchema = answer('AttemptInFull', {
  id: z.string(),
  request: z
    .string()
    .nullable()
    .describe(
      'The document as it was sent, laid out to be read: numbers of people masked, signature and certificate left ' +
        'out. Null where it is kept no more',
    ),
  answer: z.string().nullable().describe('What the authority answered, masked'),
})

export const actsSchema = z.array(z.enum(stuckRecordActs)).describe('What a supervisor can do with it now')

const conversion = z
  .object({ blockReason: z.string().nullable().describe('Why it cannot be; null where it can') })
  .nullable()
  .meta({
    id: 'ShownConversion',
    description: 'Whether a buyer who asks now gets an e-invoice of their own; null for what is no receipt of a sale',
  })

const related = z.array(z.object({ record: recordSchema, refunded: refundFields.refunded }))

export const recordDetailSchema = answer('RecordDetail', {
  version: recordVersionSchema,
  acts: actsSchema,
  conversion,
  ...refundFields,
  record: recordSchema,
  belongs_to: related.describe(
    'The documents kept here that it refers to as a note, and the consolidated document with it',
  ),
  notes: related.describe('The notes that refer to it, also those that do not count any more'),
  sale: sale.nullable().describe('Null where what was kept of it cannot be read any more'),
  next_work_at: timeSchema
    .nullable()
    .describe(
      'When the gateway goes on with it by itself, at the earliest; null if that is due now or nothing is left to do',
    ),
  events: z.array(event).describe('What happened to the record, in order'),
  attempts: z.array(attempt).describe('Every send of it, in order'),
})

const party = z.record(z.string(), z.unknown()).nullable().describe('As it was sent, in full')

export const leftOfRecordSchema = answer('LeftOfRecord', {
  record: recordSchema,
  sale: sale
    .nullable()
    .describe('Its lines without what earlier notes gave back. Null where it cannot be read any more'),
  BUYER: party,
  SUPPLIER: party,
})

export const recordDetailRows = {
  leftOfRecord: {
    path: '/records/{guid}/left',
    scope: 'submit',
    outletScope: 'theirs',
    summary: 'What a note on a record begins with: what earlier notes left of it, and its parties in full',
    params: recordParamsSchema,
    answers: { 200: leftOfRecordSchema },
    faults: ['record_not_found'],
  },
  showRecord: {
    path: '/records/{guid}',
    ...readsOwnSales,
    summary: 'One record with everything that happened to it',
    params: recordParamsSchema,
    answers: { 200: recordDetailSchema },
    faults: ['record_not_found'],
  },
  showAttempt: {
    path: '/records/{guid}/attempts/{attempt}',
    ...readsOwnSales,
    summary: 'One send: the document as it went, and the answer as it came',
    params: attemptParams,
    answers: { 200: attemptInFullSchema },
    faults: ['record_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
