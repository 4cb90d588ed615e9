import { describe, expect, test } from 'vitest'
import type { RecordState } from '../../shared/domain/record.ts'
import { compareTillReport } from '../../shared/domain/till-report.ts'
import { recordIn } from '../support/records.ts'

const sale = (n: number | string, over: Partial<RecordState> = {}) =>
  recordIn('valid', {
    documentNumber: `INV-${String(n).padStart(4, '0')}`,
    saleCode: `s${n}`,
    totalPayable: '10.00',
    ...over,
  })
const compare = (count: number, total: string, numbers: readonly string[] | null, ...records: readonly RecordState[]) =>
  compareTillReport({ count, total, numbers }, records)

describe('what a till says, beside what arrived', () => {
  test('has the sums of what arrived, with refunds subtracted and without what was withdrawn', () => {
    const gone = [
      recordIn('voided', { documentNumber: 'INV-0003' }),
      recordIn('cancelled', { documentNumber: 'INV-0004' }),
    ]
    const refund = sale(2, { kind: 'refund_note', totalPayable: '4.01' })
    const compared = compare(2, '5.99', null, sale(1), refund, ...gone)
    expect(compared).toEqual({ now: { count: 2, total: '5.99' }, differences: [] })
  })

  test('counts ringgit and sales alone, and no document that repeats its receipts', () => {
    const others = [
      sale(2, { currencyCode: 'SGD' }),
      sale(3, { family: 'self_billed' }),
      sale(4, { members: 2, consolidated: true }),
    ]
    expect(compare(1, '10.00', null, sale(1), ...others).now).toEqual({ count: 1, total: '10.00' })
  })

  test('names what is missing here and what the till does not know, by document number or sale code', () => {
    const numbers = ['INV-0001', 's2', 'INV-0009', 'INV-0005', 'INV-0005']
    const voided = recordIn('voided', { documentNumber: 'INV-0005', saleCode: 's5' })
    expect(compare(4, '40.00', numbers, sale(1), sale(2), sale(3), voided).differences).toEqual([
      { kind: 'missing_here', number: 'INV-0009' },
      { kind: 'unknown_to_till', number: 'INV-0003' },
    ])
  })

  test('names gaps of each series of running numbers, as wide as they are written', () => {
    const records = [8, 9, 11].map((n) => sale(n))
    const others = ['R-1', 'R-3', 'R-10', 'loose'].map((documentNumber) => sale(documentNumber, { documentNumber }))
    expect(compare(7, '70.00', null, ...records, ...others).differences).toEqual([{ kind: 'gap', number: 'INV-0010' }])
    const more = ['R-2', 'R-4', 'R-5', 'R-7', 'R-8', 'R-9'].map((documentNumber) => sale(0, { documentNumber }))
    expect(compare(7, '70.00', null, ...others, ...more).differences).toEqual([{ kind: 'gap', number: 'R-6' }])
  })

  test('finds no gap in numbers that do not run', () => {
    const stamped = ['20261120101500', '20261120101733', '20261120102044'].map((documentNumber) =>
      sale(0, { documentNumber }),
    )
    expect(compare(3, '30.00', null, ...stamped).differences).toEqual([])
    expect(compare(0, '0.00', null)).toEqual({ now: { count: 0, total: '0.00' }, differences: [] })
  })
})
