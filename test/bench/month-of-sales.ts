import type { Body } from '../support/till.ts'

/** A month of receipts of several tills. It is the same in every run; numbers have gaps only for voided sales. */
export interface MonthSize {
  readonly receipts: number
  readonly outlets: number
  readonly tills: number
  /** Of each till. */
  readonly shifts: number
}

const goods = [
  { DESCRIPTION: 'Kopi O', UNIT_PRICE: '3.50', TAXES: [{ TAX_TYPE: '02', RATE: 6 }] },
  { DESCRIPTION: 'Roti bakar', UNIT_PRICE: '4.95', TAXES: [{ TAX_TYPE: '02', RATE: 6 }] },
  { DESCRIPTION: 'Beras 5 kg', UNIT_PRICE: '26.30', TAXES: [{ TAX_TYPE: '06' }] },
]

/** Every thirty-first number is missing, as if its slip was torn up. */
const isGap = (number: number) => number % 31 === 0

export function* monthOfSales(size: MonthSize, from: number, to: number): Iterable<Body> {
  const perTill = Math.ceil(size.receipts / size.tills)
  const perShift = Math.ceil(perTill / size.shifts)
  let count = 0
  for (let till = 0; till < size.tills; till += 1) {
    let number = 0
    for (let nth = 0; nth < perTill && count < size.receipts; nth += 1) {
      number += 1
      if (isGap(number)) number += 1
      count += 1
      const at = from + Math.floor(((to - from) * nth) / perTill)
      yield {
        COMPANY_CODE: 'DEMO',
        OUTLET_NAME: `Outlet ${1 + (till % size.outlets)}`,
        TERMINAL_NAME: `T${1 + till}`,
        SHIFT_CODE: `S${String(1 + Math.floor(nth / perShift)).padStart(2, '0')}`,
        SALE_CODE: `R${String(number).padStart(6, '0')}`,
        ISSUED_AT: new Date(at).toISOString(),
        CONSOLIDATE: true,
        LINES: [goods[nth % 3], goods[(nth + 1) % 3]].map((each, at) => ({
          ...each,
          CLASSIFICATION_CODES: ['022'],
          QUANTITY: 1 + ((nth + at) % 3),
          UNIT_CODE: 'C62',
        })),
      }
    }
  }
}

/** Posts all sales, a few at a time as tills do. @returns all answers but “accepted” */
export async function post(port: number, token: string, sales: Iterable<Body>, most = 16): Promise<readonly string[]> {
  const refused: string[] = []
  const left = sales[Symbol.iterator]()
  const till = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/sale/invoice_submission`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(next.value),
      })
      const answer = await response.text()
      if (response.status !== 202) refused.push(answer)
    }
  }
  await Promise.all(Array.from({ length: most }, till))
  return refused
}
