import { z } from 'zod'
import type { OperatorRow } from '../operator.ts'
import { record } from '../shapes/record.ts'
import { day } from '../shapes/text.ts'
import { nextSale, salePlace } from '../shapes/times-and-counts.ts'

const exportQuery = z.object({
  from: day.meta({ description: 'First day of sales, by ISSUED_AT in the company’s time zone' }),
  to: day.meta({ description: 'Last day, included' }),
  after: salePlace.optional().meta({ description: 'The `next` of the page before' }),
})
const exportPage = z.object({ items: z.array(record), next: nextSale }).meta({ id: 'ExportPage' })

/** Records of a period. */
export const exportRows = {
  export: {
    method: 'GET',
    path: '/export',
    scope: 'admin',
    summary: 'Records of a period, the oldest sale first, page by page',
    query: exportQuery,
    answers: { 200: exportPage },
    faults: ['bad_query', 'range_reversed'],
  },
} as const satisfies Record<string, OperatorRow>
