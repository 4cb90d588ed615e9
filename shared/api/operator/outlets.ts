import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { at, count } from '../shapes/times-and-counts.ts'

/**
 * What an outlet's gateway says of itself. It may be of another version than the head office: codes are any words, and
 * what is not known here is left out.
 */
export const outletReport = z
  .object({
    version: z.string().max(60),
    at: at.describe('By the clock of the outlet'),
    verdict: z.enum(['good', 'warning', 'bad']),
    alerts: z.array(z.string().max(60)).max(60).describe('Codes as of `health`, the worst first'),
    unsent: count.nullable().describe('Waits to be sent here; null where its store is silent'),
    oldest_unsent_at: at.nullable().describe('Since when the oldest of them waits; null where none does'),
    in_doubt: count.nullable().describe('Sent, and the answer was lost'),
    unconsolidated: count.nullable().describe('Receipts that wait for their consolidated document'),
    needs_person: count.nullable().describe('Documents that wait for what a person decides'),
    closing: z.boolean().describe('Somebody ends it, as at night: that it is not heard of is no alarm'),
  })
  .meta({ id: 'OutletReport' })
export type OutletReport = z.output<typeof outletReport>

const outlet = outletReport
  .omit({ closing: true })
  .extend({
    id: z.string().describe('Of the token it comes in with'),
    name: z.string().describe('Of that token'),
    heard_at: at.describe('By the clock here'),
    clock_ahead_ms: z.int().describe('How far its clock is ahead of the one here; below zero: behind'),
    state: z
      .enum(['open', 'closed', 'silent'])
      .describe('closed: it was ended and said so; silent: it should be heard of and is not'),
  })
  .meta({ id: 'Outlet' })

/** Outlets with a gateway of their own, seen from the head office they send to. */
export const outletsRows = {
  listOutlets: {
    path: '/outlets',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'How every outlet stood when it was last heard of',
    answers: { 200: z.object({ items: z.array(outlet) }).meta({ id: 'Outlets' }) },
  },
  reportOutlet: {
    path: '/outlets/reports',
    scope: 'submit',
    withinOutlets: 'refused',
    summary: 'What an outlet’s gateway says of itself once a minute, with the token of that outlet',
    body: outletReport,
    answers: {
      200: z.object({ heard_at: at.describe('By the clock of the head office') }).meta({ id: 'OutletHeard' }),
    },
    faults: ['validation_failed', 'storage_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
