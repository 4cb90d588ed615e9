import { z } from 'zod'
import { decimalSchema } from '../../document/amount.ts'
import { answer, ask, countSchema, daySchema, keyText, timeSchema, toError } from '../../document/fields.ts'
import { partyRequestSchema } from '../../document/party.ts'
import { frequencies } from '../../domain/consolidation-period.ts'
import { lineStyles } from '../../domain/consolidation-plan.ts'
import { selfBilledCases } from '../../domain/consolidation-rules.ts'
import { families } from '../../domain/record.ts'
import type { OperatorRow } from '../axes.ts'
import { moneySchema, recordParamsSchema, recordSchema } from '../shapes/record.ts'
import { recordActedSchema } from './record-acts.ts'

const company = keyText().describe('COMPANY_CODE')

const consolidationQuery = z.object({ company })

/** A run takes everything that waits up to this day. */
const consolidationAsk = ask('ConsolidationAsk', {
  company,
  to: daySchema.nullish().describe('The last day of sales; the end of the last period that is over unless given'),
  disclose: z
    .boolean()
    .nullish()
    .describe('What is overdue goes as voluntary disclosure (versions 1.2 and 1.3), until 31 December 2027'),
})

const plannedDocument = answer('PlannedDocument', {
  FAMILY: z.enum(families),
  outlet: z.string(),
  terminal: z.string(),
  period: z.string().describe('A month `2026-10` or a day `2026-10-31`'),
  CURRENCY_CODE: z.string(),
  members: countSchema.describe('How many receipts'),
  TOTAL_EXCLUDING_TAX: moneySchema,
  TOTAL_TAX: moneySchema,
  ROUNDING_AMOUNT: moneySchema,
  TOTAL_PAYABLE: moneySchema,
})

export const consolidationPreviewSchema = answer('ConsolidationPreview', {
  company: z.string(),
  to: z.string(),
  receipts: countSchema.describe('Records that would be taken, refunds netted with them included'),
  left_over: countSchema.describe('Receipts that fit into no document'),
  nothing_to_declare: countSchema.describe('Receipts that come to nothing, and notes on them, that would be closed'),
  documents: z.array(plannedDocument),
})

export const consolidationRunSchema = answer('ConsolidationRun', {
  id: z.string(),
  company: z.string(),
  by: z.string(),
  to: z.string(),
  disclose: z.boolean().describe('What is overdue went as voluntary disclosure'),
  started_at: timeSchema,
  finished_at: timeSchema.nullable().describe('Null while it goes on'),
  planned: countSchema.describe('Receipts it set out to take'),
  members: countSchema.describe('Records in the documents so far'),
  made: countSchema.describe('Documents so far'),
  left_over: countSchema.describe('Receipts that fit into no document'),
  nothing_to_declare: countSchema.describe(
    'Receipts that came to nothing, and notes on them, that were closed as Voided',
  ),
})

const consolidationState = answer('ConsolidationStanding', {
  company: z.string(),
  unconsolidated: countSchema.describe('Receipts, and notes on them, that wait for their consolidated document'),
  oldest: z.string().nullable().describe('Day of the oldest receipt that waits'),
  deadline: z.string().nullable().describe('The last day on which that can be consolidated in time'),
  up_to: z.string().describe('The end of the last period that is over'),
  standing: z.enum(['in_time', 'due', 'overdue']).describe('How it stands'),
  runs: z.array(consolidationRunSchema).describe('The last one first'),
  refused: z
    .array(
      answer('RefusedConsolidation', {
        SALE_GUID: z.string(),
        SALE_CODE: z.string(),
        OUTLET_NAME: z.string(),
        TERMINAL_NAME: z.string(),
        receipts: countSchema.describe('That were in it'),
      }),
    )
    .describe('Documents that MyInvois refused and whose receipts wait again'),
})

const consolidationRunDetail = consolidationRunSchema
  .extend({
    valid: countSchema.describe('Documents that are valid'),
    invalid: countSchema.describe('Documents that were refused'),
    in_progress: countSchema.describe('Documents on their way'),
    documents: z.array(recordSchema),
  })
  .meta({ id: 'ConsolidationRunDetail' })

const rules = {
  frequency: z.enum(frequencies, toError('not_listed')),
  day: z
    .int()
    .min(1, toError('out_of_range'))
    .max(7, toError('out_of_range'))
    .describe('Of the month, for the month before'),
  lines: z.enum(lineStyles, toError('not_listed')),
  limit_before_tax: z.boolean().describe('The limit counts a receipt without its tax'),
  any_activity: z
    .boolean()
    .describe('The activity may be consolidated although it is on the list: the relaxation until 31 Dec 2027'),
  self_billed_case: z.enum(selfBilledCases, toError('not_listed')).nullable(),
  late_days: z
    .int()
    .min(0, toError('out_of_range'))
    .max(7, toError('out_of_range'))
    .describe('So many days after the month of a sale a buyer still gets an e-invoice, while the receipt waits'),
}

export const consolidationSettingsSchema = answer('ConsolidationSettings', {
  company: z.string(),
  limit: z.string().nullable().describe('In ringgit; null where the rule is switched off'),
  activity_listed: z.boolean().describe('The MSIC code is on the list of those who may not consolidate'),
  ...rules,
})

export const consolidationSettingsRequestSchema = ask('ConsolidationSettingsAsk', {
  company,
  limit: decimalSchema(2).nullish().describe('In ringgit; 0 switches the rule off'),
  frequency: rules.frequency.nullish(),
  day: rules.day.nullish(),
  lines: rules.lines.nullish().describe('One line for each unbroken run of numbers, or for each receipt'),
  limit_before_tax: z.boolean().nullish().describe('Whether the limit for one receipt is meant before tax'),
  any_activity: z.boolean().nullish().describe('Whether a listed activity may consolidate all the same'),
  self_billed_case: z.enum([...selfBilledCases, 'none'], toError('not_listed')).nullish(),
  late_days: rules.late_days.nullish().describe('Days after the month of a sale for late buyers'),
})

export const conversionRequestSchema = ask('ConversionAsk', { BUYER: partyRequestSchema })

/** See myinvois 6.6. */
export const consolidationRows = {
  consolidation: {
    path: '/consolidation',
    scope: 'read',
    summary: 'What waits for its consolidated document, until when, and the last runs',
    query: consolidationQuery,
    answers: { 200: consolidationState },
    faults: ['company_not_found'],
  },
  previewConsolidation: {
    path: '/consolidation/preview',
    scope: 'void',
    summary: 'What a run now would make; nothing is kept of it',
    body: consolidationAsk,
    answers: { 200: consolidationPreviewSchema },
    faults: ['company_not_found'],
  },
  runConsolidation: {
    path: '/consolidation/runs',
    scope: 'void',
    summary: 'Begin to make consolidated documents of what waits',
    body: consolidationAsk,
    answers: { 200: consolidationRunSchema },
    faults: ['company_not_found', 'consolidation_running'],
  },
  showConsolidation: {
    path: '/consolidation/runs/{id}',
    scope: 'read',
    summary: 'One run, how far it is, and its documents as they stand',
    params: z.object({ id: z.string() }),
    answers: { 200: consolidationRunDetail },
    faults: ['record_not_found'],
  },
  consolidationSettings: {
    path: '/consolidation/settings',
    scope: 'read',
    summary: 'How a company consolidates',
    query: consolidationQuery,
    answers: { 200: consolidationSettingsSchema },
    faults: ['company_not_found'],
  },
  setConsolidation: {
    path: '/consolidation/settings',
    scope: 'admin',
    summary: 'Set how a company consolidates; what is absent stays as it is',
    body: consolidationSettingsRequestSchema,
    answers: { 200: consolidationSettingsSchema },
    faults: ['company_not_found'],
  },
  convertRecord: {
    path: '/records/{guid}/conversion',
    scope: 'submit',
    outletScope: 'theirs',
    summary: 'The buyer asks later: a receipt that waits becomes an e-invoice of its own',
    params: recordParamsSchema,
    body: conversionRequestSchema,
    answers: { 200: recordActedSchema },
    faults: [
      'record_not_found',
      'conversion_denied_status',
      'conversion_denied_period',
      'conversion_denied_consolidated',
      'conversion_denied_refunded',
    ],
  },
} as const satisfies Record<string, OperatorRow>
