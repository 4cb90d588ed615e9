import { expect, test } from 'vitest'
import { formatCurrencySums } from '../../renderer/parts/amounts.ts'

test('a refund among sales is taken off their sum', () => {
  const sales = ['32.70', '19.13'].map(
    (TOTAL_PAYABLE) => ({ KIND: 'invoice', TOTAL_PAYABLE, CURRENCY_CODE: 'MYR' }) as const,
  )
  const refund = { KIND: 'refund_note', TOTAL_PAYABLE: '27.35', CURRENCY_CODE: 'MYR' } as const
  expect(formatCurrencySums([...sales, refund])).toBe('RM 24.48')
})
