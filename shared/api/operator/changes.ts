import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { record } from '../shapes/record.ts'
import { digits } from '../shapes/times-and-counts.ts'

const changesQuery = z.object({
  after: digits(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The `next` of the answer before; 0 for everything; absent for from now on'),
  wait: digits(25).optional().describe('Seconds to wait for something to change, at most 25'),
})

/** Records that changed, in the order of their last change, each once (contract 10). */
export const changes = z.object({ items: z.array(record), next: z.int().min(0) }).meta({ id: 'Changes' })

/** Records as they change. */
export const changesRows = {
  changes: {
    path: '/changes',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'Records that changed since, waiting for the next change where there is none',
    query: changesQuery,
    answers: { 200: changes },
    faults: ['bad_query', 'bad_cursor'],
  },
} as const satisfies Record<string, OperatorRow>
