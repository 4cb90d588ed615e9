import type { Family, Kind } from '../../shared/domain/record.ts'

/** A body in wire names, as the developer of a till writes it. */
export type Body = Readonly<Record<string, unknown>>

/** A company that the practice authority knows. */
export const customer: Body = {
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234567',
  SST_NUMBER: 'NA',
  PHONE: '+60387654321',
  ADDRESS: {
    LINES: ['12 Jalan Rumah', 'Seksyen 7'],
    CITY: 'Shah Alam',
    POSTCODE: '40000',
    STATE_CODE: '10',
    COUNTRY_CODE: 'MYS',
  },
}

/** A seller abroad. The company issues its documents itself. */
const supplier: Body = {
  NAME: 'Studio Overseas Ltd.',
  TIN: 'EI00000000030',
  ID_TYPE: 'BRN',
  ID_NUMBER: 'NA',
  PHONE: '+4420712345678',
  ADDRESS: { LINES: ['5 Example Street'], CITY: 'London', POSTCODE: 'EC1A 1BB', STATE_CODE: '17', COUNTRY_CODE: 'GBR' },
  MSIC_CODE: '00000',
  BUSINESS_ACTIVITY: 'NA',
}

export const coffee: Body = {
  DESCRIPTION: 'Kopi O',
  CLASSIFICATION_CODES: ['022'],
  QUANTITY: 2,
  UNIT_CODE: 'C62',
  UNIT_PRICE: 3.5,
  TAXES: [{ TAX_TYPE: '02', RATE: 6 }],
}

export const companyGuid = '11111111-1111-4111-8111-111111111111'

export const businessKey = (saleCode: string): Body => ({
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: 'A',
  SALE_CODE: saleCode,
})

/** A minute ago, but never yesterday: tests ask for today's sales, and a receipt can change until its month is over. */
export function aMinuteAgo(): string {
  const [now, dayMs, zoneMs] = [Date.now(), 86_400_000, 8 * 3_600_000]
  return new Date(Math.max(now - 60_000, now - ((now + zoneMs) % dayMs))).toISOString()
}

/** A short correct document of any kind. `more` adds or replaces fields. */
export function document(family: Family, kind: Kind, saleCode: string, more: Body = {}): Body {
  return {
    ...businessKey(saleCode),
    ISSUED_AT: aMinuteAgo(),
    ...(family === 'sale' ? { BUYER: customer } : { SUPPLIER: supplier }),
    LINES: [coffee],
    ...(kind !== 'invoice' && { ORIGINALS: [{ DOCUMENT_NUMBER: 'OLD-77', AUTHORITY_UUID: 'NA' }] }),
    ...more,
  }
}

export const invoice = (saleCode: string, more: Body = {}): Body => document('sale', 'invoice', saleCode, more)
/** Two cups at 3.50 and 6% tax. */
export const invoiceTotal = '7.42'
