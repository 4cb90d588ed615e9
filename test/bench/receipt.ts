import { customer } from '../support/till.ts'

const line = (at: number) => ({
  DESCRIPTION: `Nasi lemak ayam goreng berempah no. ${at}`,
  CLASSIFICATION_CODES: ['022'],
  QUANTITY: 2,
  UNIT_CODE: 'C62',
  UNIT_PRICE: 12.5,
  TAXES: [{ TAX_TYPE: '02', RATE: 6, AMOUNT: 1.5 }],
  SUBTOTAL: 25,
  TOTAL_EXCLUDING_TAX: 25,
})

export const bodyOf = (saleCode: string, issuedAt: string): object => ({
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: 'BENCH',
  SALE_CODE: saleCode,
  ISSUED_AT: issuedAt,
  BUYER: customer,
  PAYMENT_METHOD: '01',
  LINES: Array.from({ length: 8 }, (_, at) => line(at + 1)),
  TOTALS: { TOTAL_EXCLUDING_TAX: 200, TOTAL_TAX: 12, TOTAL_INCLUDING_TAX: 212, TOTAL_PAYABLE: 212 },
})

/** Makes bodies of sales with eight lines, about 2 KB each, all different. */
export function receipts(run: string): () => string {
  const [start = '', end = ''] = JSON.stringify(bodyOf('\u0001', new Date().toISOString())).split('\\u0001')
  let count = 0
  return () => {
    count += 1
    return `${start}${run}-${count}${end}`
  }
}
