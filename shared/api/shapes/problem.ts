import { z } from 'zod'
import { faultCodes } from '../faults.ts'
import { record } from './record.ts'

/** RFC 9457, with a stable code and, where one is concerned, the record as it is now (contract 2). */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(faultCodes),
    instance: z.string(),
    errors: z
      .array(
        z
          .object({
            pointer: z.string().describe('JSON pointer into the body'),
            code: z.string(),
            message: z.string(),
          })
          .meta({ id: 'ProblemEntry' }),
      )
      .describe('One for each fault of a 422; else empty'),
    record: record.optional(),
  })
  .meta({ id: 'Problem' })

export type WireProblem = z.output<typeof problem>
