import { z } from 'zod'
import {
  answer,
  countSchema,
  daySchema,
  keyText,
  nextSaleCursorSchema,
  saleCursorSchema,
} from '../../document/fields.ts'
import { families, kinds } from '../../domain/record.ts'
import { statuses } from '../../domain/status.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { paidSumFields, subStatusFields, withdrawalSchema } from './shifts.ts'

const money = z.string().describe('Two places')

export const reportQuery = z.object({
  company: keyText().describe('COMPANY_CODE'),
  from: daySchema.describe('First day of sales, by ISSUED_AT in the company’s time zone'),
  to: daySchema.describe('Last day, included'),
  after: saleCursorSchema.optional().describe('The `next` of the page before'),
})

const group = answer('ReportGroup', {
  day: daySchema,
  OUTLET_NAME: z.string(),
  TERMINAL_NAME: z.string(),
  FAMILY: z.enum(families),
  KIND: z.enum(kinds),
  STATUS: z.enum(statuses),
  ...subStatusFields,
  CURRENCY_CODE: z.string(),
  count: countSchema,
  amount: money.describe('Sum of TOTAL_PAYABLE; of notes too it has no sign'),
})

const tax = answer('ReportTax', {
  OUTLET_NAME: z.string(),
  TERMINAL_NAME: z.string(),
  FAMILY: z.enum(families),
  CURRENCY_CODE: z.string(),
  TAX_TYPE: z.string(),
  RATE: z.string().nullable().describe('Percent; null where the tax has none'),
  taxable: money,
  amount: money,
})

/** One page of sums. The caller adds up the pages. */
export const reportPageSchema = answer('Report', {
  groups: z.array(group).describe('Sums, each of what is alike'),
  taxes: z.array(tax).describe('Of what counts; credit and refund notes count as minus'),
  payments: z.array(answer('ReportPayment', { OUTLET_NAME: z.string(), ...paidSumFields })).describe('As a shift’s'),
  withdrawn: z.array(withdrawalSchema.extend({ OUTLET_NAME: z.string() }).meta({ id: 'ReportWithdrawal' })),
  unreadable: countSchema.describe('Records of this page whose taxes could not be read'),
  next: nextSaleCursorSchema,
})

export const reportRows = {
  report: {
    path: '/report',
    ...readsOwnSales,
    summary: 'Sums of what was sold on some days, by day, outlet, till, kind, status and tax, page by page',
    query: reportQuery,
    answers: { 200: reportPageSchema },
    faults: ['range_reversed', 'company_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
