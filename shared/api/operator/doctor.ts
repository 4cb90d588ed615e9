import { z } from 'zod'
import type { OperatorRow } from '../operator.ts'

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
    method: 'GET',
    path: '/doctor',
    scope: 'admin',
    withinOutlets: 'refused',
    summary: 'Named checks of everything that can be wrong',
    answers: { 200: doctor },
    faults: [],
  },
} as const satisfies Record<string, OperatorRow>
