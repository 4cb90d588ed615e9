import type { CompanyProfile } from '../../../../electron/gateway/store/port/port.ts'
import { kedaiKopi } from './built.ts'

type Body = Readonly<Record<string, unknown>>

const address: Body = {
  LINES: ['Lot 66', 'Bangunan Contoh', 'Persiaran Contoh'],
  CITY: 'Kuala Lumpur',
  POSTCODE: '50480',
  STATE_CODE: '14',
  COUNTRY_CODE: 'MYS',
}

/** The practice authority knows all of these parties. */
const buyer: Body = {
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234567',
  SST_NUMBER: 'NA',
  TOURISM_TAX_NUMBER: 'NA',
  PHONE: '+60123456789',
  EMAIL: 'akaun@pelanggan.example',
  ADDRESS: address,
}
const seller: Body = {
  ...buyer,
  NAME: 'Pembekal Utama Sdn. Bhd.',
  TIN: 'C31415926530',
  ID_NUMBER: '201501010101',
  EMAIL: 'jualan@pembekal.example',
  MSIC_CODE: '46510',
  BUSINESS_ACTIVITY: 'Wholesale of computer hardware, software and peripherals',
}
const recipient: Body = {
  NAME: 'Kembar Satu Sdn. Bhd.',
  TIN: 'C40000000010',
  ID_TYPE: 'BRN',
  ID_NUMBER: '200001000001',
  PHONE: '+60123456789',
  ADDRESS: address,
}

/** The shop, with all data that the supplier of the official documents has. */
export const company: CompanyProfile = {
  ...kedaiKopi,
  address: { ...kedaiKopi.address, lines: ['Lot 66', 'Bangunan Contoh', 'Persiaran Contoh'] },
}

const key: Body = {
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: 'S1',
  SALE_CODE: '0001',
  ISSUED_AT: '2026-11-20T11:30:00+08:00',
}

/** The content of the official invoice, as a till sends it (contract 5). */
const trade: Body = {
  ...key,
  BILLING_PERIOD: { FROM: '2026-01-01', TO: '2026-07-31', FREQUENCY: 'Monthly' },
  BILL_REFERENCE: 'E12345678912',
  CUSTOMS: {
    FORM_1_9: ['E12345678912'],
    FTA: 'ASEAN-Australia-New Zealand FTA',
    FORM_2: ['E12345678912'],
    INCOTERMS: 'CIF',
    AUTHORISATION_NUMBER: 'CPT-CCN-W-211111-KL-000002',
  },
  SHIPPING: { ...recipient, FREIGHT: { AMOUNT: 100, REASON: 'Service charge', REFERENCE: '1234' } },
  PAYMENT_METHOD: '03',
  PAYEE_ACCOUNT: '1234567890123',
  PAYMENT_TERMS: 'Payment method is cash',
  PREPAID: { AMOUNT: 1, PAID_AT: '2026-11-20T08:30:00+08:00', REFERENCE: 'E12345678912' },
  DISCOUNT_AMOUNT: 100,
  DISCOUNT_REASON: 'Sample Description',
  CHARGE_AMOUNT: 100,
  CHARGE_REASON: 'Service charge',
  ROUNDING_AMOUNT: 0.3,
  LINES: [
    {
      DESCRIPTION: 'Laptop Peripherals',
      CLASSIFICATION_CODES: ['003'],
      TARIFF_CODE: '9800.00.0010',
      ORIGIN_COUNTRY: 'MYS',
      QUANTITY: 1,
      UNIT_CODE: 'C62',
      UNIT_PRICE: 1436.5,
      DISCOUNTS: [{ RATE: 10, REASON: 'Sample Description' }],
      CHARGES: [{ RATE: 10, REASON: 'Sample Description' }],
      TAXES: [{ TAX_TYPE: 'E', RATE: 6, EXEMPTION_REASON: 'Exempt New Means of Transport' }],
    },
  ],
}

const receipts = (description: string, price: number): Body => ({
  DESCRIPTION: description,
  CLASSIFICATION_CODES: ['004'],
  ORIGIN_COUNTRY: 'MYS',
  QUANTITY: 1,
  UNIT_CODE: 'C62',
  UNIT_PRICE: price,
  TAXES: [{ TAX_TYPE: '01', RATE: 10 }],
})

const onAnother = { ORIGINALS: [{ DOCUMENT_NUMBER: 'INV-0007', AUTHORITY_UUID: 'F9D425P6DS7D8IU0123456789A' }] }

const nothing = { DISCOUNTS: [{ RATE: 0 }], CHARGES: [{ RATE: 0 }] }
const goods = (LINE_ID: string, DESCRIPTION: string, UNIT_PRICE: number): Body => ({
  LINE_ID,
  DESCRIPTION,
  CLASSIFICATION_CODES: ['003'],
  TARIFF_CODE: `9800.00.001${Number(LINE_ID) - 1}`,
  ORIGIN_COUNTRY: 'MYS',
  QUANTITY: 1,
  UNIT_CODE: 'C62',
  UNIT_PRICE,
  ...nothing,
})

/** A tax per unit, a tax by rate, and an exemption from a tax by rate. */
export const multiLineInvoice: Body = {
  ...key,
  BUYER: buyer,
  BILLING_PERIOD: { FROM: '2025-01-01', TO: '2025-01-31', FREQUENCY: 'Monthly' },
  BILL_REFERENCE: 'E12345678912',
  CUSTOMS: {
    FORM_1_9: ['E23456789123', 'E98765432123'],
    FTA: 'ASEAN-Australia-New Zealand FTA (AANZFTA)',
    FORM_2: ['E12345678912', 'E23456789123'],
    INCOTERMS: 'CIF',
    AUTHORISATION_NUMBER: 'CPT-CCN-W-211111-KL-000002',
  },
  DISCOUNT_AMOUNT: 0,
  CHARGE_AMOUNT: 0,
  ROUNDING_AMOUNT: 0,
  LINES: [
    {
      ...goods('001', 'Computer Monitor', 1000),
      TAXES: [{ TAX_TYPE: '01', PER_UNIT_AMOUNT: 10, QUANTITY: 1, UNIT_CODE: 'C62' }],
    },
    { ...goods('002', 'Laptop Peripherals', 1500), TAXES: [{ TAX_TYPE: '02', RATE: 5 }] },
    {
      ...goods('003', 'Wireless Mouse', 2000),
      TAXES: [
        { TAX_TYPE: '01', RATE: 5, TAXABLE_AMOUNT: 0 },
        { TAX_TYPE: 'E', AMOUNT: 100, EXEMPTION_REASON: 'Special Case' },
      ],
    },
  ],
}

export const invoice: Body = { ...trade, BUYER: buyer }
export const foreignCurrencyInvoice: Body = { ...invoice, CURRENCY_CODE: 'USD', EXCHANGE_RATE: 4.72 }
export const creditNote: Body = { ...invoice, ...onAnother, PREPAID: null }
export const selfBilledInvoice: Body = { ...trade, SUPPLIER: seller }
export const selfBilledCreditNote: Body = { ...selfBilledInvoice, ...onAnother, PREPAID: null }
export const consolidatedInvoice: Body = {
  ...key,
  CONSOLIDATE: true,
  LINES: [receipts('Receipt 001 - 100', 1000), receipts('Receipt 101 - 200', 2000)],
}
