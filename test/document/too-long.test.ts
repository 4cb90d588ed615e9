import { expect, test } from 'vitest'
import { faultsOfIssues } from '../../shared/api/faults.ts'
import { cancellationRequestSchema } from '../../shared/api/shapes/asks.ts'
import { recordIn } from '../support/records.ts'
import { aLine, anAddress, aParty, aSale, faultsIn } from '../support/sales.ts'

const digits = (count: number) => '1'.repeat(count)

test.each([
  ['100', aSale({ SALE_CODE: digits(101) })],
  ['50', aSale({ DOCUMENT_NUMBER: digits(51) })],
  ['300', aSale({ LINES: [aLine({ DESCRIPTION: digits(301) })] })],
  ['20', aSale({ LINES: [aLine({ UNIT_CODE: digits(21) })] })],
  ['64', aSale({ LINES: [aLine({ QUANTITY: `1.${digits(63)}` })] })],
  ['50', aSale({ BUYER: aParty({ ADDRESS: anAddress({ CITY: digits(51) }) }) })],
  ['320', aSale({ BUYER: aParty({ EMAIL: `a@${digits(320)}.my` }) })],
  // The limit counts JSON in UTF-8, in any script.
  ['4096 B', aSale({ EXTRA: { text: '汉'.repeat(1366) } })],
])('a till is told that %s is the limit', (most, sale) => {
  expect(faultsIn(sale)).toMatchObject([{ code: 'too_long', values: { most } }])
})

test('and so is whoever gives a reason', () => {
  const body = { SALE_GUID: recordIn('valid').saleGuid, REASON: digits(201) }
  const { error } = cancellationRequestSchema.safeParse(body)
  expect(faultsOfIssues(error?.issues ?? [], body)).toEqual([
    { pointer: '/REASON', code: 'too_long', values: { most: '200' } },
  ])
})
