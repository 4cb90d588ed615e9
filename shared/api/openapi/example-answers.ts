import type { JsonSchema } from './document.ts'

// Invented companies and people.

const record = {
  SALE_GUID: '7d3f1c52-8a0b-4c1e-9d27-5b6a40e1f9c3',
  COMPANY_GUID: '11111111-1111-4111-8111-111111111111',
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: '2026-11-20-A',
  SALE_CODE: '0001',
  FAMILY: 'sale',
  KIND: 'invoice',
  DOCUMENT_NUMBER: 'KLCC-T1-2026-11-20-A-0001',
  REVISION: 1,
  STATUS: 'Valid',
  LOCKED: false,
  CONSOLIDATED: false,
  CONSOLIDATED_INTO: null,
  SUBMISSION_ENABLED: true,
  IN_DOUBT: false,
  ATTENTION: null,
  CURRENCY_CODE: 'MYR',
  TOTAL_PAYABLE: '7.42',
  ISSUED_AT: '2026-11-20T02:00:00.000Z',
  ISSUED_TO_AUTHORITY_AT: '2026-11-20T01:59:56.000Z',
  SUBMITTED_AT: '2026-11-20T02:00:01.204Z',
  SENT_AT: '2026-11-20T02:00:01.391Z',
  VALIDATED_AT: '2026-11-20T02:00:04.000Z',
  CANCELLABLE_UNTIL: '2026-11-23T02:00:04.000Z',
  VOIDED_AT: null,
  VOIDED_BY: null,
  CANCELLED_AT: null,
  AUTHORITY: {
    UUID: '42S512YACQBRSRHYKBXBTGQG22',
    SUBMISSION_UID: 'XYE60M8ENDWA7V9TKBXBTGQG10',
    LONG_ID: 'YQH73576FY9VR57B55NBTGQG22',
    VALIDATION_URL: 'https://myinvois.example/42S512YACQBRSRHYKBXBTGQG22/share/YQH73576FY9VR57B55NBTGQG22',
  },
  ERRORS: [],
  CANCELLATION: null,
  NEXT_ACTION: { ACTION: 'cancel', REASON: 'It is valid: it can be cancelled within its period.' },
}

/** Of schemas by their name; the others are made from what the schema says. */
const ofSchema: Readonly<Record<string, unknown>> = {
  Record: record,
  Paging: { page_size: 25, returned: 1, has_more: false, next: null },
}

/** By the name of a field, where its schema allows more than one could guess. */
const ofField: Readonly<Record<string, unknown>> = {
  company: 'DEMO',
  COMPANY_CODE: 'DEMO',
  name: 'Till 1',
  operator: 'Siti',
  by: 'token:Till 1',
  opened_by: 'person:Siti',
  started_by: 'person:Aminah',
  token: 'rst_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
  response_msg: '',
  valid: true,
  api_version: '1.0.0',
  service: 'resit',
  app_version: '0.1.0',
  customer_tin: 'C25845632020',
  customer_idtype: 'BRN',
  customer_idnum: '201901234567',
  TIN: 'C25845632020',
  ID_NUMBER: '201901234567',
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  CURRENCY_CODE: 'MYR',
  currency: 'MYR',
  time_zone: 'Asia/Kuala_Lumpur',
  TIME_ZONE: 'Asia/Kuala_Lumpur',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: '2026-11-20-A',
  SALE_CODE: '0001',
  DOCUMENT_NUMBER: 'KLCC-T1-2026-11-20-A-0001',
  message: 'All is well.',
  sentence: 'All is well: everything is sent.',
  source: 'https://sdk.myinvois.hasil.gov.my/files',
  file: '/var/backups/resit.db',
}

type Named = Readonly<Record<string, JsonSchema>>

/** Something that the schema takes. @param field what it stands under, for a likely value */
export function exampleOf(schema: JsonSchema, named: Named, field = '', depth = 0): unknown {
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    enum: values,
    type,
    properties,
  } = schema as Readonly<Record<string, never>> & JsonSchema
  if ('const' in schema) return schema['const']
  if (typeof $ref === 'string')
    return ofName(($ref as string).replace('#/components/schemas/', ''), named, field, depth)
  const forms = (anyOf ?? oneOf ?? allOf) as readonly JsonSchema[] | undefined
  if (forms) return exampleOf(likeliest(forms, depth), named, field, depth)
  if (values) return (values as readonly unknown[])[0]
  if (type === 'object' || properties) return objectOf(schema, named, depth)
  if (type === 'array') return depth > 4 && !schema['minItems'] ? [] : arrayOf(schema, named, field, depth)
  return Object.hasOwn(ofField, field) && typeof ofField[field] === type ? ofField[field] : plain(schema)
}

const ofName = (name: string, named: Named, field: string, depth: number): unknown =>
  ofSchema[name] ?? exampleOf(named[name] ?? {}, named, field, depth + 1)

/** Null where something nested would go on for ever. */
const likeliest = (forms: readonly JsonSchema[], depth: number): JsonSchema =>
  (depth > 4 ? forms.find(({ type }) => type === 'null') : undefined) ?? forms[0] ?? {}

function objectOf(schema: JsonSchema, named: Named, depth: number): unknown {
  const fields = Object.entries((schema['properties'] ?? {}) as Named)
  const required = (schema['required'] ?? []) as readonly string[]
  const shown = fields.filter(([name]) => required.includes(name) || depth < 3)
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, named, name, depth + 1)]))
}

function arrayOf({ items, prefixItems, minItems }: JsonSchema, named: Named, field: string, depth: number): unknown {
  if (Array.isArray(prefixItems)) return prefixItems.map((each: JsonSchema) => exampleOf(each, named, field, depth + 1))
  const count = typeof minItems === 'number' ? Math.max(1, minItems) : 1
  return Array.from({ length: count }, () => exampleOf((items ?? {}) as JsonSchema, named, field, depth + 1))
}

function plain({ type, format, pattern, minimum }: JsonSchema): unknown {
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? Math.max(1, minimum) : 1
    case 'null':
      return null
    default:
      return textOf(typeof format === 'string' ? format : '', typeof pattern === 'string' ? pattern : '')
  }
}

function textOf(format: string, pattern: string): string {
  if (format === 'date-time') return '2026-11-20T02:00:00.000Z'
  if (format === 'date') return '2026-11-20'
  if (format === 'uuid') return record.SALE_GUID
  if (pattern.includes('[0-9a-f]{64}')) return '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  if (pattern.includes('\\d{2}$') || pattern.includes('\\.')) return '7.42'
  if (format === 'base64') return 'UmVzaXQ='
  return 'text'
}
