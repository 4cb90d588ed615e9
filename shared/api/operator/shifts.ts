import { z } from 'zod'
import {
  answer,
  ask,
  countSchema,
  guidSchema,
  keyText,
  remarkSchema,
  timeSchema,
  toError,
} from '../../document/fields.ts'
import { shiftCodeOfConsolidated } from '../../domain/consolidation-rules.ts'
import { families, kinds } from '../../domain/record.ts'
import { shiftBlockers } from '../../domain/shift.ts'
import { statuses } from '../../domain/status.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { namedFields } from '../shapes/record.ts'
import { tillComparisonSchema, tillReportRows } from './till-report.ts'

const amount = z.string().describe('Two places; below zero where more was given back than taken')

const tillFields = {
  company: z.string().describe('COMPANY_CODE'),
  outlet: z.string().describe('OUTLET_NAME'),
  terminal: z.string().describe('TERMINAL_NAME'),
}
const shiftCode = z.string().describe('SHIFT_CODE')

const shift = answer('TillShift', {
  id: z.string(),
  ...tillFields,
  shift: shiftCode,
  number: z.int().min(1).describe('Counted at each till without a gap'),
  closed: z
    .object({
      at: timeSchema,
      by: z.string(),
      clean: z.boolean().describe('Nothing needed a person, and the journal was trusted'),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('Null while it is open'),
})

export const openedShiftSchema = shift

export const tillsSchema = answer('Tills', {
  items: z.array(
    answer('Till', {
      ...tillFields,
      open: z.array(shift).describe('Its open shifts, one of a code, the one opened first first'),
      without_shift: z
        .array(z.object({ shift: shiftCode, count: countSchema, newest_at: timeSchema }))
        .describe('Sales under codes that no shift was opened for; opening one covers them'),
    }),
  ),
  companies: z
    .array(
      z.object({
        code: z.string().describe('COMPANY_CODE'),
        name: z.string(),
        rounds_cash: z.boolean().describe('Whether what is paid in cash is rounded to five sen'),
        refund_limit: z.string().describe('A cashier’s refund above it needs a supervisor'),
      }),
    )
    .describe('What a new till may belong to'),
})

const shiftParams = z.object({ id: guidSchema })

export const openShiftRequestSchema = ask('OpenShiftAsk', {
  company: keyText(),
  outlet: keyText(),
  terminal: keyText(),
  shift: keyText()
    .refine((code) => code !== shiftCodeOfConsolidated, {
      ...toError('reserved'),
      params: { word: shiftCodeOfConsolidated },
    })
    .describe(`SHIFT_CODE as the till writes it into its sales; not ${shiftCodeOfConsolidated}`),
})

const closeShiftAsk = ask('CloseShiftAsk', {
  reason: remarkSchema(200).nullish().describe('Why it is closed although something needs a person'),
  remainders: countSchema
    .nullish()
    .describe('How many documents that need a person were seen and are left; more than that refuse it'),
})

const closedShiftsQuery = z.object({
  company: keyText().optional().describe('COMPANY_CODE; with outlet and terminal one till alone'),
  outlet: keyText().optional(),
  terminal: keyText().optional(),
  before: guidSchema.optional().describe('The `next` of the page before'),
})

export const closedShiftsSchema = answer('ClosedShifts', {
  items: z.array(
    shift
      .extend({
        till_agrees: z.boolean().nullable().describe('Whether its sums are those of the till; null if not told'),
      })
      .meta({ id: 'ClosedShift' }),
  ),
  next: z.string().nullable().describe('Null on the last page'),
})

const sum = { FAMILY: z.enum(families), CURRENCY_CODE: z.string(), count: countSchema, amount }

export const paidSumFields = {
  ...sum,
  METHOD: z.string().nullable().describe('Null for what no tender accounts for; `unreadable` where that is damaged'),
}

const remainder = answer('ShiftRemainder', {
  ...namedFields,
  STATUS: z.enum(statuses),
  blocker: z.enum(shiftBlockers),
  message: z.string().describe('Why a person has to look at it'),
  next_step: z.string().describe('What to do, for a person'),
})

/** Parts of statuses that are shown as statuses of their own. */
export const subStatusFields = {
  for_consolidation: z.boolean().describe('Whether these are just waiting for their consolidated document'),
  in_doubt: z.boolean().describe('Whether it is not known what became of these'),
  counted: z
    .boolean()
    .describe('False for Voided and Cancelled, except what comes to nothing; and for Invalid closed for good'),
}

export const withdrawalSchema = answer('ShiftWithdrawal', {
  ...namedFields,
  STATUS: z
    .enum(statuses)
    .describe('Voided or Cancelled; Invalid if it was closed for good; any other of a note that gives back'),
  at: timeSchema.nullable(),
  by: z.string().nullable().describe('Null where it was cancelled on the portal of the authority'),
  reason: z.string().nullable().describe('Null if none was given'),
})

const report = answer('ShiftReport', {
  at: timeSchema,
  count: countSchema,
  totals: z.array(z.object(sum)).describe('Of what counts; notes that give back count as minus'),
  by_kind: z.array(z.object({ ...sum, KIND: z.enum(kinds) })).describe('By kind of document'),
  /** What does not count is listed by kind. */
  by_status: z.array(
    z.object({ ...sum, STATUS: z.enum(statuses), ...subStatusFields, KIND: z.enum(kinds).optional() }),
  ),
  by_payment: z.array(z.object(paidSumFields)).describe('Adds up to `totals`'),
  by_tax: z.array(z.object({ ...sum, TAX_TYPE: z.string(), RATE: z.string().nullable() })).describe('In `totals`'),
  withdrawn: z.array(withdrawalSchema),
  remainders: z.array(remainder).describe('Documents that are not done with'),
  journal: z.object({
    code: z.string().describe('First 8 characters of the last line’s chain'),
    trusted: z.boolean().describe('Whether it is trusted now'),
  }),
})

export const shiftDetailSchema = answer('ShownShift', {
  shift,
  report: report.describe('Of a closed shift as it was printed, of an open one as it stands now'),
  can_close: z.enum(['clean', 'with_remainders']).nullable().describe('Null where it is closed'),
  now: z
    .object({
      remainders: z
        .array(remainder.extend({ blocker: z.enum(shiftBlockers).nullable() }).meta({ id: 'ShiftRemainderNow' }))
        .describe('What became of those that were left'),
      withdrawn: z.array(withdrawalSchema).describe('What no longer counts'),
      late: countSchema.describe('Came under its code after it was closed, and is in no shift'),
    })
    .nullable()
    .describe('Of a closed shift: what became of it since'),
  till: z.array(tillComparisonSchema).describe('What the till said of the shift, and of the day on which it began'),
})

const ofShift = { ...readsOwnSales, params: shiftParams, faults: ['record_not_found'] } as const

export const shiftsRows = {
  tills: {
    path: '/tills',
    ...readsOwnSales,
    summary: 'Tills with their open shifts, sales that belong to none, and the companies a till may belong to',
    answers: { 200: tillsSchema },
  },
  openShift: {
    path: '/tills/shifts',
    scope: 'submit',
    outletScope: 'theirs',
    summary: 'Open a shift of a till; if one of this code is open, that one is the answer',
    body: openShiftRequestSchema,
    answers: { 200: openedShiftSchema },
    faults: ['company_not_found'],
  },
  closedShifts: {
    path: '/tills/shifts/closed',
    ...readsOwnSales,
    summary: 'Closed shifts, the one closed last first',
    query: closedShiftsQuery,
    answers: { 200: closedShiftsSchema },
    faults: ['company_not_found', 'record_not_found'],
  },
  showShift: {
    path: '/tills/shifts/{id}',
    ...ofShift,
    summary: 'A shift, its report, and what needs a person before it is closed',
    answers: { 200: shiftDetailSchema },
  },
  closeShift: {
    path: '/tills/shifts/{id}/closing',
    scope: 'void',
    outletScope: 'theirs',
    summary: 'Close a shift: its report is kept as it is, with the head code of the journal',
    params: shiftParams,
    body: closeShiftAsk,
    answers: { 200: shiftDetailSchema },
    faults: ['record_not_found', 'shift_closed', 'shift_close_denied'],
  },
  ...tillReportRows,
} as const satisfies Record<string, OperatorRow>
