import { z } from 'zod'
import { answer, ask, countSchema, keyText, timeSchema } from '../../document/fields.ts'
import { alertCodes } from '../../domain/alert.ts'
import { attentionCodes } from '../../domain/record.ts'
import { workKinds } from '../../domain/status.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { evidenceTextSchema } from './record-acts.ts'

const lane = answer('Lane', {
  company: z.string(),
  work: z.enum(workKinds).describe('Which kind of work'),
  count: countSchema,
  next_at: timeSchema.describe('When the gateway turns to the first of them'),
})

/** See contract 1, `queue`. */
export const queueSchema = answer('Queue', {
  unsent: countSchema.describe('Kept here to be sent by themselves, and not sent yet'),
  unconsolidated: countSchema.describe('Receipts, and notes on them, that wait for their consolidated document'),
  in_doubt: countSchema.describe('Sent, and it is not known what became of it'),
  oldest_unsent_at: timeSchema.nullable().describe('When the oldest of them was accepted'),
  lanes: z.array(lane).describe('Work by company and kind'),
  needs_person: countSchema.describe(
    'Documents that a person must know of, act on or correct: those of `attention`, and the refused ones',
  ),
  attention: z.partialRecord(z.enum(attentionCodes), countSchema),
  block_reasons: z.array(
    answer('BlockReason', {
      company: z.string(),
      since: timeSchema,
      code: z.enum(attentionCodes).nullable(),
      unreachable: z.boolean().describe('The authority does not answer, or asked us to wait'),
      message: z.string(),
    }),
  ),
})

const alert = answer('Alert', {
  code: z.enum(alertCodes),
  verdict: z.enum(['warning', 'bad']),
  company: z.string().nullable().describe('Null where it concerns all of them'),
  since: timeSchema,
  message: z.string(),
})

/** Whether the gateway does its work (contract 10). */
export const healthSchema = answer('Health', {
  verdict: z.enum(['good', 'warning', 'bad']),
  message: z.string().describe('The worst there is to say, and the next step'),
  at: timeSchema.describe('When it was looked at'),
  alerts: z.array(alert).describe('The worst first'),
  unsent: countSchema.nullable().describe('Documents that could go and are not sent; null: the store is silent'),
  oldest_unsent_at: timeSchema.nullable().describe('When the oldest of them was accepted'),
  in_doubt: countSchema.nullable().describe('Sent, and it is not known what became of it'),
  window_closing: countSchema
    .nullable()
    .describe('Unsent documents whose time for submission, by ISSUED_AT, is nearly over or over'),
  last_contact_at: timeSchema.nullable().describe('When the authority last answered since the gateway started'),
  unanswered_since: timeSchema
    .nullable()
    .describe('Since when the authority does not answer; null: it did when last asked'),
  copied_at: timeSchema.nullable().describe('When the continuous copy last had everything; null: never, or none'),
  backed_up_at: timeSchema.nullable().describe('When the last whole backup of the copy was made'),
})

const sendingAsk = ask('SendingAsk', {
  company: keyText().nullish().describe('COMPANY_CODE; absent for every company'),
  reason: evidenceTextSchema.nullish().describe('For people who ask why'),
})

const pause = answer('SendingPause', { since: timeSchema, by: z.string(), reason: z.string().nullable() })

export const sendingStateSchema = answer('SendingStanding', {
  everything: pause.nullable().describe('Null where not everything is paused'),
  companies: z.array(pause.extend({ company: z.string() }).meta({ id: 'CompanyPause' })),
})

/** An outlet may run another version than the head office, so unknown codes are accepted and unknown fields dropped. */
export const outletHealthSchema = answer('OutletReport', {
  version: z.string().max(60),
  at: timeSchema.describe('By the clock of the outlet'),
  verdict: z.enum(['good', 'warning', 'bad']),
  alerts: z.array(z.string().max(60)).max(60).describe('Codes as of `health`, the worst first'),
  unsent: countSchema.nullable().describe('Waits to be sent here; null where its store is silent'),
  oldest_unsent_at: timeSchema.nullable().describe('Since when the oldest of them waits; null where none does'),
  in_doubt: countSchema.nullable().describe('Sent, and the answer was lost'),
  unconsolidated: countSchema
    .nullable()
    .describe('Receipts, and notes on them, that wait for their consolidated document'),
  needs_person: countSchema.nullable().describe('Documents that wait for what a person decides'),
  closing: z.boolean().describe('A person ends it, as at night: its silence is no alarm'),
})
export type OutletHealth = z.output<typeof outletHealthSchema>

const outlet = outletHealthSchema
  .omit({ closing: true })
  .extend({
    id: z.string().describe('Of the token it comes in with'),
    name: z.string().describe('Of that token'),
    heard_at: timeSchema.describe('By the clock here'),
    clock_ahead_ms: z.int().describe('How far its clock is ahead of the one here; below zero: behind'),
    state: z
      .enum(['open', 'closed', 'silent'])
      .describe('closed: it was ended and said so; silent: it should be heard of and is not'),
  })
  .meta({ id: 'Outlet' })

const changesSending = {
  scope: 'void',
  body: sendingAsk,
  answers: { 200: sendingStateSchema },
  faults: ['company_not_found'],
} as const

export const healthRows = {
  queue: {
    path: '/queue',
    ...readsOwnSales,
    summary: 'What is still to be done',
    answers: { 200: queueSchema },
  },
  health: {
    path: '/health',
    ...readsOwnSales,
    alsoScope: 'monitor',
    summary: 'Whether the gateway does its work, in one sentence and the figures of what waits',
    answers: { 200: healthSchema },
  },
  sending: {
    path: '/sending',
    ...readsOwnSales,
    summary: 'Whether a person paused sending',
    answers: { 200: sendingStateSchema },
  },
  pauseSending: {
    path: '/sending/pause',
    ...changesSending,
    summary: 'Keep documents and send none, of one company or of all',
  },
  resumeSending: {
    path: '/sending/resume',
    ...changesSending,
    summary: 'Send again what a pause kept back',
  },
  trySending: {
    path: '/sending/try',
    scope: 'submit',
    outletScope: 'no_sale',
    summary: 'Send now what waits for its next try',
    body: ask('TryAsk', {}),
    answers: { 200: sendingStateSchema },
  },
  listOutlets: {
    path: '/outlets',
    ...readsOwnSales,
    summary: 'How every outlet stood when it was last heard of',
    answers: { 200: answer('Outlets', { items: z.array(outlet) }) },
  },
  reportOutlet: {
    path: '/outlets/reports',
    scope: 'submit',
    summary: 'What an outlet’s gateway says of itself once a minute, with the token of that outlet',
    body: outletHealthSchema,
    answers: { 200: answer('OutletHeard', { heard_at: timeSchema.describe('By the clock of the head office') }) },
  },
} as const satisfies Record<string, OperatorRow>
