import { z } from 'zod'
import { answer, keyText } from '../document/fields.ts'
import { idTypeRequestSchema, normalizeIdNumber, normalizeTin } from '../document/party.ts'
import type { EndpointDefinition } from './axes.ts'

const collection = <Item extends z.ZodType>(id: string, item: Item) =>
  answer(id, { items: z.array(item), refreshed_at: z.iso.datetime({ precision: 3 }), source: z.string() })

const code = z.string()

/** The fields of an item are those of interface 2.3. */
const referenceLists = {
  classification: collection('ClassificationCodes', z.object({ code, description: z.string() })),
  currency: collection('CurrencyCodes', z.object({ code, currency: z.string() })),
  payment_method: collection('PaymentMethods', z.object({ code, payment_method: z.string() })),
  tax_type: collection('TaxTypes', z.object({ code, description: z.string() })),
  unit: collection('UnitTypes', z.object({ code, description: z.string(), name: z.string() })),
} as const

/** The version of the interface's specification. */
export const apiVersion = '1.0.0'

const version = answer('Version', {
  api_version: z.string().describe('Of the interface'),
  service: z.literal('resit').describe('Always resit'),
  app_version: z.string(),
})

const tin = keyText(14).overwrite(normalizeTin)
const idNumber = keyText(20)

const withPlainAsked = <Asked extends { readonly customer_idtype: string; readonly customer_idnum: string }>(
  asked: Asked,
): Asked => ({ ...asked, customer_idnum: normalizeIdNumber(asked.customer_idtype, asked.customer_idnum) })

const tinValidationAsk = z
  .strictObject({ customer_tin: tin, customer_idtype: idTypeRequestSchema, customer_idnum: idNumber })
  .overwrite(withPlainAsked)
  .meta({ id: 'TinValidationAsk' })

/** A text in `response_msg` means that the TIN is not valid, although the request succeeded (interface 4.1). */
const tinValidation = answer('TinValidation', {
  response_msg: z.string(),
  valid: z.boolean().describe('Whether the three name the same taxpayer'),
  cached: z.boolean().describe('Remembered from an earlier answer; the authority was not asked'),
  verified_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the authority said so'),
})

const tinSearchQuery = z.object({ customer_idtype: idTypeRequestSchema, customer_idnum: idNumber })

const tinSearch = answer('TinSearch', {
  customer_tin: z.string(),
  customer_idtype: z.string().describe('NRIC, PASSPORT, BRN or ARMY'),
  customer_idnum: z.string(),
})

interface SingleEndpointRow extends EndpointDefinition {
  readonly path: `/${string}`
}

/** For every token. The answer tells of no sale. */
const anyone = <Path extends `/${string}`, Schema extends z.ZodType>(path: Path, summary: string, schema: Schema) =>
  ({
    method: 'GET',
    path,
    scope: 'any',
    outletScope: 'no_sale',
    summary,
    answers: { 200: schema },
    faults: [],
  }) as const satisfies SingleEndpointRow

/** See interface 4.1. */
export const singleEndpoints = {
  version: anyone('/version/', 'API version', version),
  classificationCodes: anyone('/taxauth/classification_code', 'Classification codes', referenceLists.classification),
  currencyCodes: anyone('/taxauth/currency_code', 'Currency codes', referenceLists.currency),
  paymentMethods: anyone('/taxauth/payment_method', 'Payment methods', referenceLists.payment_method),
  taxTypes: anyone('/taxauth/tax_type', 'Tax types', referenceLists.tax_type),
  unitTypes: anyone('/taxauth/unit_type', 'Units of measurement', referenceLists.unit),
  tinValidation: {
    method: 'POST',
    path: '/taxauth/tin_validation',
    scope: 'taxpayer',
    outletScope: 'no_sale',
    summary: 'Validate a taxpayer',
    body: tinValidationAsk,
    answers: { 200: tinValidation },
    faults: ['validation_failed', 'too_many_requests', 'authority_unavailable'],
  },
  tinSearch: {
    method: 'GET',
    path: '/taxauth/tin_search',
    scope: 'taxpayer',
    outletScope: 'no_sale',
    summary: 'Search a taxpayer’s TIN',
    query: tinSearchQuery,
    answers: { 200: tinSearch },
    faults: ['bad_query', 'taxpayer_not_found', 'taxpayer_ambiguous', 'too_many_requests', 'authority_unavailable'],
  },
} as const satisfies Record<string, SingleEndpointRow>

export type SingleEndpointId = keyof typeof singleEndpoints
