import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { keyText } from '../shapes/text.ts'
import { at } from '../shapes/times-and-counts.ts'
import { evidence } from './record-acts.ts'

const sendingAsk = z
  .strictObject({
    company: keyText().nullish().describe('COMPANY_CODE; absent for every company'),
    reason: evidence.nullish().describe('For whoever wonders'),
  })
  .meta({ id: 'SendingAsk' })

const pause = z.object({ since: at, by: z.string(), reason: z.string().nullable() }).meta({ id: 'SendingPause' })

export const sendingState = z
  .object({
    everything: pause.nullable().describe('Null where not everything is paused'),
    companies: z.array(pause.extend({ company: z.string() }).meta({ id: 'CompanyPause' })),
  })
  .meta({ id: 'SendingStanding' })

/** Whether somebody paused sending. */
export const sendingRows = {
  sending: {
    path: '/sending',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'Whether somebody paused sending',
    answers: { 200: sendingState },
  },
  pauseSending: {
    path: '/sending/pause',
    scope: 'void',
    withinOutlets: 'refused',
    summary: 'Keep documents and send none, of one company or of all',
    body: sendingAsk,
    answers: { 200: sendingState },
    faults: ['validation_failed', 'company_not_found', 'storage_unavailable'],
  },
  resumeSending: {
    path: '/sending/resume',
    scope: 'void',
    withinOutlets: 'refused',
    summary: 'Send again what a pause kept back',
    body: sendingAsk,
    answers: { 200: sendingState },
    faults: ['validation_failed', 'company_not_found', 'storage_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
