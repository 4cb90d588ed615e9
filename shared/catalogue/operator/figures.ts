import type { OperatorRow } from '../operator.ts'
import { figuresQuery, figures as shape } from '../shapes/figures.ts'

export const figures = {
  figures: {
    method: 'GET',
    path: '/figures',
    scope: 'read',
    summary: 'What was submitted on a day or in a month, how it stands, and how long the outbox was',
    query: figuresQuery,
    answers: { 200: shape },
    faults: ['bad_query', 'company_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
