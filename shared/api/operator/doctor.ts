import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'

const check = z
  .object({
    name: z.string(),
    verdict: z.enum(['good', 'warning', 'bad']),
    message: z.string(),
  })
  .meta({ id: 'Check' })
export const doctor = z.object({ verdict: check.shape.verdict, checks: z.array(check) }).meta({ id: 'Doctor' })

/** Named checks of everything that can be wrong. */
export const doctorRows = {
  doctor: {
    path: '/doctor',
    scope: 'admin',
    summary: 'Named checks of everything that can be wrong',
    answers: { 200: doctor },
  },
} as const satisfies Record<string, OperatorRow>
