import { z } from 'zod'
import type { DescribedEndpoint, EndpointNotes } from './described-endpoint.ts'

const open = { method: 'GET', scope: 'open', withinOutlets: 'no_sale', faults: [] } as const

const page = (description: string, more: Omit<EndpointNotes, 'description' | 'isPage'> = {}): EndpointNotes => ({
  description,
  isPage: true,
  ...more,
})

/** What the gateway serves beside endpoints (contract 10). */
export const pages: readonly DescribedEndpoint[] = [
  {
    ...open,
    path: '/healthz',
    id: 'healthz',
    summary: 'Health',
    answers: { 200: z.object({ status: z.literal('ok').describe('It runs') }) },
    notes: page('Whether the gateway runs, and nothing else.'),
  },
  {
    ...open,
    path: '/openapi.json',
    id: 'openapi',
    summary: 'This document',
    answers: { 200: z.object({ openapi: z.literal('3.1.0').describe('Version of OpenAPI') }) },
    notes: page('The interface in OpenAPI 3.1.', {
      answerHeaders: { 200: ['ETag'] },
      requestHeaders: ['If-None-Match'],
    }),
  },
  {
    ...open,
    path: '/docs',
    id: 'docs',
    summary: 'This document as a page',
    produces: 'text/html',
    answers: { 200: z.string() },
    notes: page('Loads nothing from elsewhere.'),
  },
  {
    ...open,
    path: '/docs/read',
    id: 'documents',
    summary: 'The documents, and a search in them',
    produces: 'text/html',
    query: z.object({ q: z.string().optional().describe('Words to look for') }),
    answers: { 200: z.string() },
    notes: page('With `q` the passages in which all its words stand. Each document is at `/docs/read/{name}`.'),
  },
  {
    ...open,
    path: '/operator/proof/{nonce}',
    id: 'proof',
    summary: 'Proof of whose gateway this is',
    params: z.object({
      nonce: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('A random number of whoever asks'),
    }),
    answers: {
      200: z.object({
        proof: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe('In hexadecimal'),
      }),
    },
    faults: ['route_not_found'],
    notes: page(
      'For whoever may read the control token and is about to send it: HMAC-SHA-256 under that token over the lines ' +
        '`resit gateway`, the port asked and the number, in hexadecimal. It tells nothing of the token.',
    ),
  },
  {
    ...open,
    path: '/metrics',
    id: 'metrics',
    summary: 'Metrics',
    produces: 'text/plain',
    scope: 'admin',
    alsoScope: 'monitor',
    answers: { 200: z.string() },
    notes: page('Figures for monitoring, in the text format of Prometheus.'),
  },
]
