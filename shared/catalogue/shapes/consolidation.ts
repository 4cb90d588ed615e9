import { z } from 'zod'
import { frequencies } from '../../domain/consolidation-period.ts'
import { lineStyles } from '../../domain/consolidation-plan.ts'
import { selfBilledCases } from '../../domain/consolidation-rules.ts'
import { families } from '../../domain/record.ts'
import { decimal } from './amount.ts'
import { party } from './party.ts'
import { record } from './record.ts'
import { day, keyText, says } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const money = z.string().regex(/^-?\d+\.\d{2}$/)

const company = keyText().meta({ description: 'COMPANY_CODE' })

export const consolidationQuery = z.object({ company })
export const consolidationParams = z.object({ id: z.string() })

/** What a run takes: everything that waits up to a day, or one shift at its end. */
export const consolidationAsk = z
  .strictObject({
    company,
    to: day
      .nullish()
      .meta({ description: 'The last day of sales; the end of the last period that is over unless given' }),
    shift: z
      .strictObject({ outlet: keyText(), terminal: keyText(), shift: keyText() })
      .nullish()
      .meta({ id: 'ConsolidationShift', description: 'Only the receipts of this shift' }),
    disclose: z.boolean().nullish().meta({
      description: 'What is overdue goes as voluntary disclosure (versions 1.2 and 1.3), until 31 December 2027',
    }),
  })
  .meta({ id: 'ConsolidationAsk' })

const plannedDocument = z
  .object({
    family: z.enum(families),
    outlet: z.string(),
    terminal: z.string(),
    period: z.string().meta({ description: 'A month `2026-10` or a day `2026-10-31`' }),
    currency: z.string(),
    lines: count,
    members: count,
    first_line: z.string(),
    last_line: z.string(),
    total_excluding_tax: money,
    total_tax: money,
    total_payable: money,
  })
  .meta({ id: 'PlannedDocument' })

export const consolidationPreview = z
  .object({
    company: z.string(),
    to: z.string(),
    receipts: count.meta({ description: 'Records that would be taken, refunds netted with them included' }),
    left_over: count.meta({ description: 'Receipts that fit into no document' }),
    documents: z.array(plannedDocument),
  })
  .meta({ id: 'ConsolidationPreview' })

const run = z
  .object({
    id: z.string(),
    company: z.string(),
    by: z.string(),
    to: z.string(),
    shift: z.string().nullable(),
    discloses: z.boolean().meta({ description: 'What is overdue went as voluntary disclosure' }),
    started_at: at,
    finished_at: at.nullable().meta({ description: 'Null while it goes on' }),
    planned: count.meta({ description: 'Receipts it set out to take' }),
    members: count.meta({ description: 'Records in the documents so far' }),
    made: count.meta({ description: 'Documents so far' }),
    left_over: count,
  })
  .meta({ id: 'ConsolidationRun' })
export const consolidationRun = run

export const consolidationStanding = z
  .object({
    company: z.string(),
    waiting: count,
    oldest: z.string().nullable().meta({ description: 'Day of the oldest receipt that waits' }),
    deadline: z.string().nullable().meta({ description: 'The last day on which that can be consolidated in time' }),
    standing: z.enum(['in_time', 'due', 'overdue']),
    runs: z.array(run).meta({ description: 'The last one first' }),
  })
  .meta({ id: 'ConsolidationStanding' })

export const consolidationRunDetail = run
  .extend({
    valid: count,
    invalid: count,
    in_progress: count,
    documents: z.array(record),
  })
  .meta({ id: 'ConsolidationRunDetail' })

const rules = {
  frequency: z.enum(frequencies, says('not_listed')),
  day: z.int().min(1, says('out_of_range')).max(7, says('out_of_range')).meta({
    description: 'Of the month, for the month before',
  }),
  lines: z.enum(lineStyles, says('not_listed')),
  limit_before_tax: z.boolean().meta({ description: 'The limit counts a receipt without its tax' }),
  any_activity: z.boolean().meta({
    description: 'The activity may be consolidated although it is on the list: the relaxation until 31 Dec 2027',
  }),
  self_billed_case: z.enum(selfBilledCases, says('not_listed')).nullable(),
}

export const consolidationSettings = z
  .object({
    company: z.string(),
    limit: z.string().nullable().meta({ description: 'In ringgit; null where the rule is switched off' }),
    activity_listed: z.boolean().meta({ description: 'The MSIC code is on the list of those who may not consolidate' }),
    ...rules,
  })
  .meta({ id: 'ConsolidationSettings' })

export const consolidationSettingsAsk = z
  .strictObject({
    company,
    limit: decimal(2).nullish().meta({ description: 'In ringgit; 0 switches the rule off' }),
    frequency: rules.frequency.nullish(),
    day: rules.day.nullish(),
    lines: rules.lines.nullish(),
    limit_before_tax: z.boolean().nullish(),
    any_activity: z.boolean().nullish(),
    self_billed_case: z.enum([...selfBilledCases, 'none'], says('not_listed')).nullish(),
  })
  .meta({ id: 'ConsolidationSettingsAsk' })

export const conversionAsk = z.strictObject({ BUYER: party }).meta({ id: 'ConversionAsk' })
