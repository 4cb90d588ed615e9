import { z } from 'zod'
import type { DescribedEndpoint, EndpointNotes } from './described.ts'

type Page = Pick<DescribedEndpoint, 'path' | 'id' | 'summary' | 'answers'> & Partial<DescribedEndpoint>

const page = (description: string, { notes, ...row }: Page): DescribedEndpoint => ({
  method: 'GET',
  scope: 'open',
  outletScope: 'no_sale',
  faults: [],
  ...row,
  notes: { description, isPage: true, ...notes },
})

const html = { produces: 'text/html', answers: { 200: z.string() } } as const
const hex = z.string().regex(/^[0-9a-f]{64}$/)
const withETag: EndpointNotes = { answerHeaders: { 200: ['ETag'] }, requestHeaders: ['If-None-Match'] }

/** Pages that the gateway serves besides its endpoints (contract 10). */
export const pageEndpoints: readonly DescribedEndpoint[] = [
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
  page('The interface in OpenAPI 3.1.', {
    path: '/openapi.json',
    id: 'openapi',
    summary: 'This document',
    answers: { 200: z.object({ openapi: z.literal('3.1.0').describe('Version of OpenAPI') }) },
    notes: withETag,
  }),
  page('What a till needs of it: the interface, the feed of changes, the QR code and slip, health.', {
    path: '/openapi-till.json',
    id: 'openapiTill',
    summary: 'This document, for tills',
    answers: { 200: z.object({ openapi: z.literal('3.1.0').describe('Version of OpenAPI') }) },
    notes: withETag,
  }),
  page('Loads nothing from elsewhere.', { path: '/docs', id: 'docs', summary: 'This document as a page', ...html }),
  page('With `q` the passages in which all its words stand. Each document is at `/docs/read/{name}`.', {
    path: '/docs/read',
    id: 'documents',
    summary: 'The documents, and a search in them',
    query: z.object({ q: z.string().optional().describe('Words to look for') }),
    ...html,
  }),
  page(
    'For a program that may read the control token and is about to send it: HMAC-SHA-256 under that token over the lines ' +
      '`resit gateway`, the port asked and the number, in hexadecimal. It tells nothing of the token.',
    {
      path: '/operator/proof/{nonce}',
      id: 'proof',
      summary: 'Proof of whose gateway this is',
      params: z.object({ nonce: hex.describe('A random number of the caller') }),
      answers: { 200: z.object({ proof: hex.describe('In hexadecimal') }) },
      faults: ['route_not_found'],
    },
  ),
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
