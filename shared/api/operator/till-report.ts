import { z } from 'zod'
import { decimalSchema } from '../../document/amount.ts'
import { answer, countSchema, daySchema, guidSchema, keyText, timeSchema, toError } from '../../document/fields.ts'
import { tillDifferenceKinds } from '../../domain/till-report.ts'
import type { OperatorRow } from '../axes.ts'

const sums = z.object({ count: countSchema, total: z.string().describe('Two places, less what was given back') })

/** The documents that arrived, compared with what the till says. */
export const tillComparisonSchema = answer('TillComparison', {
  day: daySchema.nullable().describe('Null for a shift'),
  at: timeSchema.describe('When the till, or a person, said so last'),
  by: z.string(),
  till: sums.describe('As the till says'),
  here: sums.describe('In ringgit, without what was voided or cancelled'),
  agrees: z.boolean().describe('Count and total are equal, and no number is missing or unknown; a gap may be'),
  differences: z
    .array(
      z.object({
        kind: z.enum(tillDifferenceKinds),
        number: z.string().describe('DOCUMENT_NUMBER, or as the till gave it'),
      }),
    )
    .describe('By number'),
})

export const tillReportRows = {
  keepTillReport: {
    path: '/tills/reports',
    scope: 'submit',
    outletScope: 'theirs',
    mostBodyBytes: 1024 * 1024,
    summary: 'Compare what a till says that it sold with what arrived',
    body: z
      .strictObject({
        company: keyText().describe('COMPANY_CODE'),
        outlet: keyText().describe('OUTLET_NAME'),
        terminal: keyText().describe('TERMINAL_NAME'),
        shift: keyText().optional().describe('SHIFT_CODE: the open shift, else the one closed last, else a new one'),
        shift_id: guidSchema.optional().describe('In place of SHIFT_CODE, if the id is known'),
        day: daySchema.optional().describe('In place of a shift: all that the till sold that day, by ISSUED_AT'),
        count: countSchema.describe('Documents, without voided ones'),
        total: decimalSchema(2, { least: '-9999999999999' }).describe(
          'Sum of TOTAL_PAYABLE in ringgit, less what was given back',
        ),
        numbers: z
          .array(keyText())
          .nullish()
          .describe('DOCUMENT_NUMBER or SALE_CODE of each; without them gaps of the running numbers are looked for'),
      })
      .refine(({ shift, shift_id, day }) => [shift, shift_id, day].filter(Boolean).length === 1, {
        ...toError('one_of_two'),
        path: ['shift'],
      })
      .meta({ id: 'TillReportAsk' }),
    answers: { 200: tillComparisonSchema },
    faults: ['company_not_found', 'record_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
