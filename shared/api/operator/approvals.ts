import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { approvableActs } from '../scopes.ts'
import { answer, ask, guid, says } from '../shapes/text.ts'
import { at } from '../shapes/times-and-counts.ts'
import { operatorAsk, pin } from './session.ts'

const mostApproved = 100

export const approvalsAsk = ask('ApprovalsAsk', {
  act: z.enum(approvableActs, says('not_listed')).describe('What is to be approved'),
  records: z
    .array(
      z.strictObject({
        SALE_GUID: guid,
        version: z
          .int(says('wrong_type'))
          .min(1, says('out_of_range'))
          .nullish()
          .describe('As the person saw it, from the feed of events; refused where the record is another by now'),
      }),
    )
    .min(1, says('required'))
    .max(mostApproved, says('too_many')),
  supervisor: operatorAsk,
  pin,
})

const approvals = answer('Approvals', {
  by: z.string().describe('As the journal will say'),
  items: z.array(
    answer('Approval', {
      SALE_GUID: z.string(),
      version: z.int(),
      approval: z.string().describe('For the header `X-Approval` of that one act; shown this once'),
      expires_at: at.describe('Until when it works'),
    }),
  ),
})

/** What a supervisor allows somebody else, by PIN. */
export const approvalsRows = {
  approve: {
    path: '/approvals',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'A supervisor allows, by PIN, one act on each of these records to who is signed in',
    body: approvalsAsk,
    answers: { 200: approvals },
    faults: ['record_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
