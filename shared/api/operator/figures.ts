import { z } from 'zod'
import { families, kinds } from '../../domain/record.ts'
import { type Status, statuses } from '../../domain/status.ts'
import type { OperatorRow } from '../axes.ts'
import { day, keyText } from '../shapes/text.ts'
import { at, count } from '../shapes/times-and-counts.ts'

const figuresQuery = z.object({
  company: keyText().describe('COMPANY_CODE'),
  day: day.optional(),
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe('YYYY-MM; either this or a day'),
})

const counts = z.object(Object.fromEntries(statuses.map((status) => [status, count])) as Record<Status, typeof count>)

/** A day by hours, or a month by days. */
export const figures = z
  .object({
    company: z.string(),
    time_zone: z.string(),
    from: at,
    to: at,
    at,
    by_status: counts,
    buckets: z.array(
      z
        .object({ name: z.string().describe('The hour, 00 to 23, or the day'), by_status: counts })
        .meta({ id: 'FiguresBucket' }),
    ),
    amounts: z.array(
      z
        .object({
          FAMILY: z.enum(families),
          KIND: z.enum(kinds),
          STATUS: z.enum(statuses),
          CURRENCY_CODE: z.string(),
          count,
          amount: z.string().describe('Two places'),
        })
        .meta({ id: 'FiguresAmount' }),
    ),
  })
  .meta({ id: 'Figures' })

export const figuresRows = {
  figures: {
    path: '/figures',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'What was sold on a day or in a month, and how it stands',
    query: figuresQuery,
    answers: { 200: figures },
    faults: ['bad_query', 'company_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
