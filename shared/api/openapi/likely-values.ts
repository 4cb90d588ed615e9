import type { Family, Kind } from '../../domain/record.ts'
import type { GridCell } from '../endpoint.ts'
import type { OperatorCall } from '../operator.ts'

// Invented companies and people.

export const exampleCompanyGuid = '11111111-1111-4111-8111-111111111111'
export const exampleUuid = '42S512YACQBRSRHYKBXBTGQG22'

export const exampleSale = {
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: '2026-11-20-A',
  SALE_CODE: '0001',
}

const buyer = {
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234567',
  SST_NUMBER: 'NA',
  EMAIL: 'ap@pelanggan.example',
  PHONE: '+60387654321',
  ADDRESS: {
    LINES: ['12 Jalan Rumah', 'Seksyen 7'],
    CITY: 'Shah Alam',
    POSTCODE: '40000',
    STATE_CODE: '10',
    COUNTRY_CODE: 'MYS',
  },
}

const supplier = {
  NAME: 'Studio Seberang Ltd.',
  TIN: 'EI00000000030',
  ID_TYPE: 'BRN',
  ID_NUMBER: 'NA',
  PHONE: '+4420712345678',
  ADDRESS: { LINES: ['5 Example Street'], CITY: 'London', STATE_CODE: '17', COUNTRY_CODE: 'GBR' },
  MSIC_CODE: '00000',
  BUSINESS_ACTIVITY: 'NA',
}

const goods = {
  PAYMENT_METHOD: '01',
  LINES: [
    {
      DESCRIPTION: 'Kopi O',
      CLASSIFICATION_CODES: ['022'],
      QUANTITY: '2',
      UNIT_CODE: 'C62',
      UNIT_PRICE: '3.50',
      TAXES: [{ TAX_TYPE: '02', RATE: '6', AMOUNT: '0.42' }],
    },
    {
      DESCRIPTION: 'Roti bakar',
      CLASSIFICATION_CODES: ['022'],
      QUANTITY: '1',
      UNIT_CODE: 'C62',
      UNIT_PRICE: '5.00',
      TAXES: [{ TAX_TYPE: '02', RATE: '6', AMOUNT: '0.30' }],
    },
  ],
  ROUNDING_AMOUNT: '-0.02',
  TOTALS: { TOTAL_EXCLUDING_TAX: '12.00', TOTAL_TAX: '0.72', TOTAL_INCLUDING_TAX: '12.72', TOTAL_PAYABLE: '12.70' },
}

const work = {
  PAYMENT_METHOD: '03',
  LINES: [
    {
      DESCRIPTION: 'Design work',
      CLASSIFICATION_CODES: ['035'],
      QUANTITY: '1',
      UNIT_CODE: 'C62',
      UNIT_PRICE: '800.00',
      TAXES: [{ TAX_TYPE: '02', RATE: '8' }],
    },
  ],
}

const parts = {
  sale: { BUYER: buyer, ...goods },
  self_billed: { SUPPLIER: supplier, ...work },
} as const satisfies Record<Family, object>

/** A note has its original's shift, but a sale code of its own. */
export const exampleSaleCodes = {
  invoice: '0001',
  credit_note: 'CN-0001',
  debit_note: 'DN-0001',
  refund_note: 'RN-0001',
} as const

export const exampleGuid = (kind: Kind, family: Family): string =>
  `${family === 'sale' ? '7d3f1c52' : '3e8a6b19'}-8a0b-4c1e-9d27-5b6a40e1f9c${Object.keys(exampleSaleCodes).indexOf(kind)}`
const saleGuid = exampleGuid('invoice', 'sale')

export const exampleDocument = (kind: Kind, family: Family): object => ({
  ...exampleSale,
  SALE_CODE: exampleSaleCodes[kind],
  SALE_GUID: exampleGuid(kind, family),
  ISSUED_AT: '2026-11-20T10:00:00+08:00',
  ...(kind !== 'invoice' && { ORIGINALS: [{ SALE_GUID: exampleGuid('invoice', family) }] }),
  ...parts[family],
})

export function exampleRequest({ kind, family, operation }: GridCell): object {
  const SALE_GUID = exampleGuid(kind, family)
  if (operation === 'submit') return exampleDocument(kind, family)
  if (operation === 'voidBySaleCode') return { ...exampleSale, SALE_CODE: exampleSaleCodes[kind] }
  return operation === 'cancel' ? { SALE_GUID, REASON: 'Wrong buyer' } : { SALE_GUID }
}

const credentials = { COMPANY_CODE: 'CONTOH', CLIENT_ID: 'from the portal', CLIENT_SECRET: 'from the portal' }
const consolidation = { company: 'DEMO', to: '2026-10-31' }

/** Example bodies for calls whose schema would give an unlikely one. */
export const exampleOperatorBodies: Readonly<Partial<Record<OperatorCall, object>>> = {
  setCredentials: credentials,
  prepareCredentials: credentials,
  practiceFault: { kind: 'none' },
  setUp: { code: 'K7M2Q-XW4RD', name: 'Aminah', pin: '271828', language: 'ms' },
  createPerson: { name: 'Siti', role: 'cashier', language: 'en' },
  setPin: {},
  saveDraft: { body: { SALE_CODE: '0002', CURRENCY_CODE: 'MYR' } },
  previewConsolidation: consolidation,
  runConsolidation: consolidation,
  keepTillReport: { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', shift: 'A', count: 2, total: '25.40' },
  replayWebhook: { id: saleGuid, after: 0 },
}

/** Example values by the name of the schema. */
export const examplesBySchema: Readonly<Record<string, unknown>> = {
  Party: buyer,
  Address: buyer.ADDRESS,
  Paging: { page_size: 25, returned: 1, has_more: false, next: null },
}

/** Example values by the name of the field. */
export const examplesByField: Readonly<Record<string, unknown>> = {
  ...exampleSale,
  ...buyer,
  SALE_GUID: saleGuid,
  COMPANY_GUID: exampleCompanyGuid,
  REASON: 'Wrong buyer',
  MSIC_CODE: '56101',
  BUSINESS_ACTIVITY: 'Restaurants',
  TOURISM_TAX_NUMBER: 'NA',
  CONSOLIDATION_LIMIT: '10000.00',
  AUTHORITY_UUID: exampleUuid,
  id: saleGuid,
  company: 'DEMO',
  outlet: 'KLCC',
  terminal: 'T1',
  shift: '2026-11-20-A',
  reason: 'The line to the authority is down',
  evidence: 'Stands on the portal as submitted',
  url: 'https://tills.example/resit',
  pin: '271828',
  new_pin: '141421',
  one_time_code: 'K7M2P-9XQ4R',
  supervisor: 'Aminah',
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
  CURRENCY_CODE: 'MYR',
  currency: 'MYR',
  time_zone: 'Asia/Kuala_Lumpur',
  TIME_ZONE: 'Asia/Kuala_Lumpur',
  DOCUMENT_NUMBER: 'KLCC-T1-2026-11-20-A-0001',
  message: 'All is well.',
  source: 'https://sdk.myinvois.hasil.gov.my/files',
  file: '/var/backups/resit.db',
  folder: '/media/stick/Resit',
  daily_at: '03:00',
}
