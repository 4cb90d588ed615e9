import { z } from 'zod'
import type { DescribedEndpoint } from './described.ts'

type Page = Pick<DescribedEndpoint, 'path' | 'id' | 'summary' | 'answers'> & Partial<DescribedEndpoint>

const page = (description: string, row: Page): DescribedEndpoint => ({
  method: 'GET',
  scope: 'open',
  outletScope: 'no_sale',
  faults: [],
  ...row,
  notes: { description, isPage: true },
})

/** Pages that the gateway serves besides its endpoints (contract 10). */
export const nonApiEndpoints: readonly DescribedEndpoint[] = [
  page('Whether the gateway runs, and nothing else.', {
    path: '/healthz',
    id: 'healthz',
    summary: 'Health',
    answers: { 200: z.object({ status: z.literal('ok').describe('It runs') }) },
  }),
  page('200 if a sale would be taken now, else 503 with a reason; by any name of this computer, and with HEAD.', {
    path: '/readyz',
    id: 'readyz',
    summary: 'Readiness',
    answers: {
      200: z.object({ status: z.literal('ready').describe('A sale would be taken') }),
      503: z.object({
        status: z.literal('not_ready').describe('None would be'),
        reason: z
          .enum([
            'storage_failing',
            'storage_unreachable',
            'storage_full',
            'storage_read_only',
            'starting',
            'no_company',
          ])
          .describe('Why'),
      }),
    },
  }),
  page('Figures for monitoring, in the text format of Prometheus.', {
    path: '/metrics',
    id: 'metrics',
    summary: 'Metrics',
    produces: 'text/plain',
    scope: 'admin',
    alsoScope: 'monitor',
    answers: { 200: z.string() },
  }),
]
