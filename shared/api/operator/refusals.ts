import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { record } from '../shapes/record.ts'
import { keyText } from '../shapes/text.ts'

export const refusalList = z
  .object({
    items: z.array(
      z
        .object({
          mine: z.boolean().describe('The caller sold it, or corrected it last time'),
          record,
        })
        .meta({ id: 'Refusal' }),
    ),
  })
  .meta({ id: 'RefusalList' })

/** What a cashier is told who has gone on with the next sale. */
export const refusalRows = {
  listRefusals: {
    path: '/refusals',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'Refused sales that the caller made, or that were made at a till, the newest first',
    query: z.object({
      company: keyText().optional().describe('COMPANY_CODE of the till; with outlet and terminal'),
      outlet: keyText().optional(),
      terminal: keyText().optional(),
    }),
    answers: { 200: refusalList },
    faults: ['bad_query'],
  },
} as const satisfies Record<string, OperatorRow>
