import type { EndpointRow } from './axes.ts'
import { referenceLists, version } from './shapes/codes.ts'
import { tinSearch, tinSearchQuery, tinValidation, tinValidationAsk } from './shapes/taxpayer.ts'

interface SingleEndpointRow extends EndpointRow {
  readonly path: `/${string}`
}

/** The eight endpoints outside the grid of kinds, families and operations (interface 4.1). */
export const singleEndpoints = {
  version: {
    method: 'GET',
    path: '/version/',
    scope: 'any',
    withinOutlets: 'no_sale',
    summary: 'API version',
    answers: { 200: version },
    faults: [],
  },
  classificationCodes: {
    method: 'GET',
    path: '/taxauth/classification_code',
    scope: 'any',
    withinOutlets: 'no_sale',
    summary: 'Classification codes',
    answers: { 200: referenceLists.classification },
    faults: [],
  },
  currencyCodes: {
    method: 'GET',
    path: '/taxauth/currency_code',
    scope: 'any',
    withinOutlets: 'no_sale',
    summary: 'Currency codes',
    answers: { 200: referenceLists.currency },
    faults: [],
  },
  paymentMethods: {
    method: 'GET',
    path: '/taxauth/payment_method',
    scope: 'any',
    withinOutlets: 'no_sale',
    summary: 'Payment methods',
    answers: { 200: referenceLists.payment_method },
    faults: [],
  },
  taxTypes: {
    method: 'GET',
    path: '/taxauth/tax_type',
    scope: 'any',
    withinOutlets: 'no_sale',
    summary: 'Tax types',
    answers: { 200: referenceLists.tax_type },
    faults: [],
  },
  unitTypes: {
    method: 'GET',
    path: '/taxauth/unit_type',
    scope: 'any',
    withinOutlets: 'no_sale',
    summary: 'Units of measurement',
    answers: { 200: referenceLists.unit },
    faults: [],
  },
  tinValidation: {
    method: 'POST',
    path: '/taxauth/tin_validation',
    scope: 'taxpayer',
    withinOutlets: 'no_sale',
    summary: 'Validate a taxpayer',
    body: tinValidationAsk,
    answers: { 200: tinValidation },
    faults: ['validation_failed', 'too_many_requests', 'authority_unavailable'],
  },
  tinSearch: {
    method: 'GET',
    path: '/taxauth/tin_search',
    scope: 'taxpayer',
    withinOutlets: 'no_sale',
    summary: 'Search a taxpayer’s TIN',
    query: tinSearchQuery,
    answers: { 200: tinSearch },
    faults: ['bad_query', 'taxpayer_not_found', 'taxpayer_ambiguous', 'too_many_requests', 'authority_unavailable'],
  },
} as const satisfies Record<string, SingleEndpointRow>

export type SingleEndpoint = keyof typeof singleEndpoints
