import { z } from 'zod'
import { families, kinds } from '../../domain/record.ts'
import { statuses } from '../../domain/status.ts'
import type { OperatorRow } from '../axes.ts'
import { at, count } from '../shapes/times-and-counts.ts'

const eventsQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('The `seq` of the last event that was seen; absent for from now on'),
})

/** An event `changed` of the stream: records that changed, in the order of their last change. */
export const changedEvent = z.object({
  seq: count,
  items: z.array(
    z.object({
      SALE_GUID: z.string(),
      FAMILY: z.enum(families),
      KIND: z.enum(kinds),
      STATUS: z.enum(statuses),
      version: z.int(),
    }),
  ),
})
export type ChangedEvent = z.output<typeof changedEvent>

/** An event `standing` of the stream: how the gateway stands, in the reader's language. */
export const statusEvent = z.object({
  verdict: z.enum(['good', 'warning', 'bad']),
  message: z.string(),
  unsent: count.nullable(),
  in_doubt: count.nullable(),
  window_closing: count.nullable(),
  oldest_unsent_at: at.nullable(),
  last_contact_at: at.nullable(),
})
export type StatusEvent = z.output<typeof statusEvent>

const events = z.string().meta({ id: 'Events', description: 'Server-sent events' })

/** What changes, as it changes. */
export const eventsRows = {
  events: {
    path: '/events',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'What changes, as it changes: server-sent events',
    query: eventsQuery,
    produces: 'text/event-stream',
    answers: { 200: events },
    faults: ['bad_query', 'bad_cursor'],
  },
} as const satisfies Record<string, OperatorRow>
