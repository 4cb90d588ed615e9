import { z } from 'zod'
import { ask, businessKeyFields, guidSchema, remarkSchema } from '../../document/fields.ts'

/** At most two hundred characters (interface 8). */
const reason = remarkSchema(200).describe('A business reason, without secrets or personal data')

export const cancellationRequestSchema = ask('CancellationAsk', { SALE_GUID: guidSchema, REASON: reason })

export const voidByGuidRequestSchema = ask('VoidByGuidAsk', { SALE_GUID: guidSchema, REASON: reason.optional() })

export const voidBySaleCodeRequestSchema = z
  .strictObject({ ...businessKeyFields, REASON: reason.optional() })
  .meta({ id: 'VoidBySaleCodeAsk' })

/** Each input exactly once, in a header or in the query (interface 4.3). */
export const saleGuidHeadersSchema = z.object({ sale_guid: guidSchema })

export const dayRangeHeadersSchema = z.object({
  company_guid: guidSchema,
  submission_from: z.string().meta({ format: 'date', description: 'First day, in the company’s time zone' }),
  submission_to: z.string().meta({ format: 'date', description: 'Last day, included' }),
  outlet_name: z.string().min(1).optional().describe('UTF-8 bytes, or percent-encoded'),
})

/** Proxies drop headers with underscores, so these inputs may also be in the query (contract 2). */
export const inputsAlsoInQuery: readonly string[] = Object.keys({
  ...saleGuidHeadersSchema.shape,
  ...dayRangeHeadersSchema.shape,
})

export const pagingQuerySchema = z.object({
  page_size: z
    .string()
    .regex(/^([1-9]|1\d|2[0-5])$/)
    .optional()
    .describe('1 to 25'),
  cursor: z.string().optional().describe('From paging.next of the page before'),
})

export const emptyRequestSchema = ask('NothingAsk', {})
