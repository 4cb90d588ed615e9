import type { Family, Kind } from '../../domain/record.ts'
import type { GridCell } from '../endpoint.ts'

// Invented companies and people.

export const exampleCompanyGuid = '11111111-1111-4111-8111-111111111111'
export const exampleUuid = '42S512YACQBRSRHYKBXBTGQG22'

export const exampleSaleKey = {
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
export const exampleSaleCodeByKind = {
  invoice: '0001',
  credit_note: 'CN-0001',
  debit_note: 'DN-0001',
  refund_note: 'RN-0001',
} as const

export const exampleGuidOf = (kind: Kind, family: Family): string =>
  `${family === 'sale' ? '7d3f1c52' : '3e8a6b19'}-8a0b-4c1e-9d27-5b6a40e1f9c${Object.keys(exampleSaleCodeByKind).indexOf(kind)}`

export const exampleDocument = (kind: Kind, family: Family): object => ({
  ...exampleSaleKey,
  SALE_CODE: exampleSaleCodeByKind[kind],
  SALE_GUID: exampleGuidOf(kind, family),
  ISSUED_AT: '2026-11-20T10:00:00+08:00',
  ...(kind !== 'invoice' && { ORIGINALS: [{ SALE_GUID: exampleGuidOf('invoice', family) }] }),
  ...parts[family],
})

export function exampleBodyOfCell({ kind, family, operation }: GridCell): object {
  const SALE_GUID = exampleGuidOf(kind, family)
  if (operation === 'submit') return exampleDocument(kind, family)
  if (operation === 'voidBySaleCode') return { ...exampleSaleKey, SALE_CODE: exampleSaleCodeByKind[kind] }
  return operation === 'cancel' ? { SALE_GUID, REASON: 'Wrong buyer' } : { SALE_GUID }
}
