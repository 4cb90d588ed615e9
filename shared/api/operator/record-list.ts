import { z } from 'zod'
import {
  answer,
  countSchema,
  daySchema,
  guidSchema,
  integerTextSchema,
  keyText,
  nextSaleCursorSchema,
  saleCursorSchema,
} from '../../document/fields.ts'
import { nullIfThrown } from '../../domain/null-if-thrown.ts'
import { concerns } from '../../domain/shift.ts'
import { statuses } from '../../domain/status.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { recordSchema } from '../shapes/record.ts'

/** Decodes only if every % begins a valid escape and the result is UTF-8: a name or a search may contain a %. */
export const percentDecoded = (text: string): string => nullIfThrown(() => decodeURIComponent(text)) ?? text

/** The search text is in a header, because addresses are logged and people search for names and TINs. */
export const searchTextHeaderSchema = z.object({
  search_text: z
    .string()
    .min(1)
    .max(900)
    .transform(percentDecoded)
    .optional()
    .describe(
      'Words that all stand somewhere in the sale code or document number, in the name or TIN of the other party, or, ' +
        'from eight characters on, in the GUID or the authority’s number, or are the amount; or, in the newest thousand, ' +
        'all in the items; or a validation link. Case does not matter. UTF-8 bytes, or percent-encoded',
    ),
})

const setOf = (words: readonly string[]) => new RegExp(`^(${words.join('|')})(,(${words.join('|')}))*$`)

const limit = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)

const recordCountsQuery = z.object({
  company: keyText().optional().describe('COMPANY_CODE'),
  outlet: keyText().optional(),
  terminal: keyText().optional(),
  shift: keyText().optional(),
  from: daySchema.optional().describe('First day of sales, by ISSUED_AT in the company’s time zone'),
  to: daySchema.optional().describe('Last day, included'),
  person: guidSchema
    .optional()
    .describe('Id of the person who made them at a screen; of the last 31 days without `from`'),
  consolidated: z.enum(['only', 'without']).optional().describe('Only consolidated documents, or all but them'),
  least: limit.optional().describe('Least TOTAL_PAYABLE'),
  most: limit.optional().describe('Most TOTAL_PAYABLE'),
})

export const recordCountsSchema = answer('RecordCounts', {
  all: countSchema.describe('How many altogether'),
  attention: countSchema.describe('A person must know or act'),
  needs_person: countSchema.describe('A person must know or act, or it was refused and is not closed'),
  under_way: countSchema.describe(
    'Goes on by itself: to be sent, or without an answer yet; not what just waits to be consolidated',
  ),
  unsent: countSchema.describe('Not sent, and not just waiting for its consolidated document'),
  unconsolidated: countSchema.describe('Just waiting for its consolidated document'),
  in_doubt: countSchema,
  consolidated: countSchema.describe('Valid consolidated documents, which are in Valid too'),
  ...(Object.fromEntries(statuses.map((status) => [status, countSchema])) as Record<
    (typeof statuses)[number],
    typeof countSchema
  >),
})

const recordListQuery = z.object({
  ...recordCountsQuery.shape,
  status: z.string().regex(setOf(statuses)).optional().describe('One of these, separated by commas'),
  concern: z
    .string()
    .regex(setOf(concerns))
    .optional()
    .describe(
      'Any of these reasons why a document is not done with, separated by commas: `unsent` (and not just waiting for ' +
        'its consolidated document), `unconsolidated` (just waiting for that), `unanswered` (sent, or asked to be cancelled, without an answer), `in_doubt`, ' +
        '`refused` (and not closed), `attention` (a person must know or act), `rejection_requested` (the buyer asks for it), `window_closing` (in twelve hours it can ' +
        'be cancelled no more)',
    ),
  page_size: z
    .string()
    .regex(/^([1-9]|[1-9]\d|100)$/)
    .optional()
    .describe('1 to 100; 25 where it is absent'),
  before: saleCursorSchema.optional().describe('The `next` of the page before'),
})

export const recordVersionSchema = z.int().min(1).describe('Rises with every change of the record')

export const refundFields = {
  refunded: z.boolean().describe('The notes on it that count give back all of it'),
  refunded_amount: z
    .string()
    .nullable()
    .describe('What these notes give back, in its currency, without notes on several documents; null for nothing'),
}

export const recordListSchema = answer('RecordList', {
  items: z.array(
    answer('ListedRecord', {
      version: recordVersionSchema,
      day: z.string().describe('Of the sale: of ISSUED_AT in the company’s time zone'),
      party_name: z.string().nullable().describe('Buyer, or supplier of a self-billed document; null if none is named'),
      ...refundFields,
      record: recordSchema,
    }),
  ),
  next: nextSaleCursorSchema,
})

const changesQuery = z.object({
  after: integerTextSchema(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The `next` of the answer before; 0 for everything; absent for from now on'),
  wait: integerTextSchema(25).optional().describe('Seconds to wait for something to change, at most 25'),
})

/** Each record once, in the order of the last change (contract 10). */
export const changedRecordsSchema = answer('Changes', { items: z.array(recordSchema), next: z.int().min(0) })

const refusalList = answer('RefusalList', {
  items: z.array(
    answer('Refusal', {
      mine: z.boolean().describe('The caller sold it, or corrected it last time'),
      record: recordSchema,
    }),
  ),
})

export const recordListRows = {
  listRecords: {
    path: '/records',
    ...readsOwnSales,
    summary: 'Records, the newest sale first, by what people know of them',
    headers: searchTextHeaderSchema,
    query: recordListQuery,
    answers: { 200: recordListSchema },
    faults: ['bad_header', 'company_not_found'],
  },
  countRecords: {
    path: '/record_counts',
    ...readsOwnSales,
    summary: 'How many records there are of each kind',
    headers: searchTextHeaderSchema,
    query: recordCountsQuery,
    answers: { 200: recordCountsSchema },
    faults: ['bad_header', 'company_not_found'],
  },
  changes: {
    path: '/changes',
    ...readsOwnSales,
    summary: 'Records that changed since, waiting for the next change where there is none',
    query: changesQuery,
    answers: { 200: changedRecordsSchema },
    faults: ['bad_cursor'],
  },
  listRefusals: {
    path: '/refusals',
    ...readsOwnSales,
    summary: 'Refused sales that the caller made, or that were made at a till, the newest first',
    query: z.object({
      company: keyText().optional().describe('COMPANY_CODE of the till; with outlet and terminal'),
      outlet: keyText().optional(),
      terminal: keyText().optional(),
    }),
    answers: { 200: refusalList },
  },
} as const satisfies Record<string, OperatorRow>
