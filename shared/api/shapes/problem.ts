import { z } from 'zod'
import { answer } from '../../document/fields.ts'
import { faultCodes } from '../faults.ts'
import { recordSchema } from './record.ts'

/** RFC 9457, with a stable code. If the error is about a record, it has the record too (contract 2). */
export const problemSchema = answer('Problem', {
  type: z.string().describe('urn:resit:problem: and the code'),
  title: z.string().describe('The code in words, always English'),
  status: z.int().describe('The HTTP status'),
  detail: z.string().describe('A sentence for a person with the next step, in the language of Accept-Language'),
  code: z.enum(faultCodes).meta({ grows: true }).describe('Stable; [errors](/docs/read/errors) explains each'),
  retryable: z.boolean().describe('Whether the same request can succeed later; if false, change something first'),
  instance: z.string().describe('The path that was asked for'),
  errors: z
    .array(
      answer('ProblemEntry', {
        pointer: z.string().describe('JSON pointer into the body'),
        code: z.string().describe('Stable; which rule was broken'),
        message: z.string().describe('The rule in words, with the figures that were expected'),
      }),
    )
    .describe('One for each fault of a 422; of a 409 for a different body the first field that differs; else empty'),
  record: recordSchema.optional(),
})

export type WireProblem = z.output<typeof problemSchema>
