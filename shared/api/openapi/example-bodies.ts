import type { Family, Kind } from '../../domain/record.ts'
import type { Cell } from '../endpoint.ts'
import type { OperatorCall } from '../operator.ts'

// Invented companies and people.

const saleGuid = '7d3f1c52-8a0b-4c1e-9d27-5b6a40e1f9c3'

const sale = {
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

/** Notes stand in the same shift as what they correct, under sale codes of their own. */
const saleCodes = { invoice: '0001', credit_note: 'CN-0001', debit_note: 'DN-0001', refund_note: 'RN-0001' } as const

const documentOf = (kind: Kind, family: Family): object => ({
  ...sale,
  SALE_CODE: saleCodes[kind],
  ISSUED_AT: '2026-11-20T12:05:06+08:00',
  ...(kind !== 'invoice' && { ORIGINALS: [{ SALE_GUID: saleGuid }] }),
  ...parts[family],
})

/** A body that the endpoint of this cell would accept; undefined where it takes none. */
export function exampleBody({ kind, family, operation }: Cell): object | undefined {
  switch (operation) {
    case 'submit':
      return documentOf(kind, family)
    case 'cancel':
      return { SALE_GUID: saleGuid, REASON: 'Wrong buyer' }
    case 'voidByGuid':
      return { SALE_GUID: saleGuid }
    case 'voidBySaleCode':
      return { ...sale, SALE_CODE: saleCodes[kind] }
    case 'statusByGuid':
    case 'statusBySubmission':
      return undefined
  }
}

export const taxpayerBody = { customer_tin: 'C25845632020', customer_idtype: 'BRN', customer_idnum: '201901234567' }

const company = {
  COMPANY_GUID: '5e0c7a52-3f1b-4f83-9a64-1d2b8e9c7f00',
  COMPANY_CODE: 'CONTOH',
  ...buyer,
  NAME: 'Kedai Kopi Contoh Sdn. Bhd.',
  MSIC_CODE: '56101',
  BUSINESS_ACTIVITY: 'Restaurants',
  TIME_ZONE: 'Asia/Kuala_Lumpur',
}

const credentials = { COMPANY_CODE: 'CONTOH', CLIENT_ID: 'from the portal', CLIENT_SECRET: 'from the portal' }

export const operatorBodies: Readonly<Partial<Record<OperatorCall, object>>> = {
  createToken: { name: 'Till 1', scopes: ['submit', 'read'], company: 'DEMO' },
  revokeToken: { id: '2b0f6d0e-6c1d-4f0e-8f5a-3d9a4be7c111' },
  addWebhook: { url: 'https://tills.example/resit', company: 'DEMO' },
  replayWebhook: { id: '7d0f6d0e-6c1d-4f0e-8f5a-3d9a4be7c222', after: 0 },
  importCompany: company,
  setCredentials: credentials,
  prepareCompany: company,
  prepareCredentials: credentials,
  chooseInstallation: { installation: 'sandbox' },
  practiceFault: { kind: 'none' },
  setUp: { code: 'K7M2Q-XW4RD', name: 'Aminah', pin: '271828', language: 'ms' },
  signIn: { operator: 'Aminah', pin: '271828' },
  choosePin: { operator: 'Siti', one_time_code: 'K7M2P-9XQ4R', pin: '161803' },
  changePin: { pin: '161803', new_pin: '141421' },
  unlock: { pin: '271828' },
  scanTaxpayer: { code: 'YTNmOWM0ZTItN2QxYi00YjZhLTlmMGUtMmM1ZDhhMWI3ZTkw' },
  createPerson: { name: 'Siti', role: 'cashier', language: 'en' },
  setPin: {},
  setOutlets: { outlets: [{ company: 'DEMO', outlet: 'KLCC' }] },
  approve: { act: 'void', records: [{ SALE_GUID: saleGuid }], supervisor: 'Aminah', pin: '271828' },
  createDraft: { body: { SALE_CODE: '0002' } },
  saveDraft: { body: { SALE_CODE: '0002', CURRENCY_CODE: 'MYR' } },
  lookUpRecord: {},
  releaseRecord: { version: 3 },
  resolveRecord: {
    as: 'found',
    evidence: 'Stands on the portal as submitted',
    AUTHORITY_UUID: 'F9D425P6DS7D8IU',
    version: 7,
  },
  closeRecord: { version: 5 },
  resendRecord: { version: 5 },
  previewConsolidation: { company: 'DEMO', to: '2026-10-31' },
  runConsolidation: { company: 'DEMO', to: '2026-10-31' },
  setConsolidation: { company: 'DEMO', frequency: 'monthly', day: 3, lines: 'per_run' },
  convertRecord: { BUYER: buyer },
  trustJournal: { reason: 'The old till is scrapped; this one has its disk' },
  pauseSending: { company: 'DEMO', reason: 'The price list is being mended' },
  resumeSending: { company: 'DEMO' },
  openShift: { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', shift: 'S1' },
  closeShift: { remainders: 1, reason: 'The line to the authority is down' },
  reportOutlet: {
    version: '1.0.0',
    at: '2026-11-20T12:05:06.000Z',
    verdict: 'good',
    alerts: [],
    unsent: 3,
    oldest_unsent_at: '2026-11-20T12:04:50.000Z',
    in_doubt: 0,
    unconsolidated: 12,
    needs_person: 0,
    closing: false,
  },
}
