import { z } from 'zod'
import { answer, ask, countSchema, daySchema, guidSchema, keyText, timeSchema } from '../../document/fields.ts'
import { differenceKinds, statusesThere } from '../../domain/reconciliation.ts'
import { statuses } from '../../domain/status.ts'
import type { OperatorRow } from '../axes.ts'
import { namedFields } from '../shapes/record.ts'

const reconcileAsk = ask('ReconcileAsk', {
  company: keyText().describe('COMPANY_CODE'),
  from: daySchema,
  to: daySchema.describe('At most 31 days, both included'),
})

export const reconciliationSchema = answer('Reconciliation', {
  id: z.string(),
  company: z.string(),
  from: z.string(),
  to: z.string(),
  started_at: timeSchema,
  state: z.enum(['running', 'stopped', 'done']).describe('done: everything was read to its end'),
  halt: z
    .enum(['not_answered', 'cannot_list', 'short', 'restarted'])
    .nullable()
    .describe('Why it came to no end: begin another one; `short`: the authority listed fewer documents than it said'),
  documents_read: countSchema.describe('Documents of the authority that were read'),
  stretches_read: countSchema.describe('Stretches of time that were read'),
  stretches: countSchema.describe('Of time, one after the other'),
})

const reconciliations = answer('Reconciliations', { items: z.array(reconciliationSchema) })

const difference = answer('Difference', {
  kind: z.enum(differenceKinds),
  here: z.object({ ...namedFields, STATUS: z.enum(statuses) }).nullable(),
  there: z
    .object({
      AUTHORITY_UUID: z.string(),
      DOCUMENT_NUMBER: z.string(),
      STATUS: z.enum(statusesThere).nullable(),
      TOTAL_PAYABLE: z.string().nullable(),
    })
    .nullable(),
})

export const reconcileAnswerSchema = answer('Reconciled', {
  reconciliation: reconciliationSchema,
  compared_at: timeSchema.nullable().describe('Null where nothing was compared yet'),
  unproven: countSchema.describe('Records of which it is not known, because not all of their time was read'),
  difference_count: countSchema.describe('How many differences'),
  differences: z.array(difference).describe('The first two thousand'),
})

export const reconciliationRows = {
  reconciliations: {
    path: '/reconciliations',
    scope: 'void',
    summary: 'Comparisons with the authority, the newest first',
    answers: { 200: reconciliations },
  },
  reconcile: {
    path: '/reconciliations',
    scope: 'void',
    summary: 'Compare a period with what the authority lists, page by page under its limit',
    body: reconcileAsk,
    answers: { 200: reconciliationSchema },
    faults: ['company_not_found', 'reconciliation_running'],
  },
  reconciliation: {
    path: '/reconciliations/{id}',
    scope: 'void',
    summary: 'How far a comparison is, and what differs',
    params: z.object({ id: guidSchema }),
    answers: { 200: reconcileAnswerSchema },
    faults: ['record_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
