import { describe, expect, test } from 'vitest'
import { buildSentFields, lineInputsKey } from '../../renderer/screens/cashier/new-document/given-amounts.ts'
import {
  bodyPathToFormPath,
  type DocumentFields,
  emptyDraft,
  emptyLine,
} from '../../renderer/screens/cashier/new-document/values.ts'

/** A line with amounts that the till computed, and the inputs of these amounts. */
const given = {
  ...emptyLine,
  DESCRIPTION: 'Kopi O',
  QUANTITY: '2',
  UNIT_PRICE: '3.50',
  SUBTOTAL: '7.01',
  TOTAL_EXCLUDING_TAX: '7.01',
  TAXES: [{ TAX_TYPE: '02', RATE: '6', EXEMPTION_REASON: '', AMOUNT: '0.43' }],
}
const fromTill = { ...given, asGiven: lineInputsKey(given) }
const withLines = (...LINES: DocumentFields['LINES']): DocumentFields => ({
  ...emptyDraft.fields,
  LINES,
  asGiven: { ROUNDING_AMOUNT: '0.01', TOTALS: { TOTAL_PAYABLE: '7.45' } },
})

describe('amounts that the till had worked out', () => {
  test('stay where nothing that they follow from was mended', () => {
    const sent = buildSentFields(withLines({ ...fromTill, DESCRIPTION: 'Kopi O kosong' }))
    expect(sent).toMatchObject({
      LINES: [{ DESCRIPTION: 'Kopi O kosong', SUBTOTAL: '7.01', TOTAL_EXCLUDING_TAX: '7.01', TAXES: given.TAXES }],
      ROUNDING_AMOUNT: '0.01',
      TOTALS: { TOTAL_PAYABLE: '7.45' },
    })
  })

  test.each([
    { field: 'the quantity', mended: { QUANTITY: '3' } },
    { field: 'the price', mended: { UNIT_PRICE: '3.60' } },
    { field: 'the discount', mended: { DISCOUNT_AMOUNT: '0.50' } },
    { field: 'the charge', mended: { CHARGE_AMOUNT: '0.50' } },
    { field: 'the tax', mended: { TAXES: [{ ...given.TAXES[0], TAX_TYPE: '02', RATE: '8', EXEMPTION_REASON: '' }] } },
  ])('are gone from a line of which $field was mended, and so are the totals and the rounding', ({ mended }) => {
    const { LINES, ...rest } = buildSentFields(withLines({ ...fromTill, ...mended }, fromTill))
    expect(LINES[0]).not.toHaveProperty('SUBTOTAL')
    expect(LINES[0]).not.toHaveProperty('TOTAL_EXCLUDING_TAX')
    expect(LINES[0]?.TAXES[0]).not.toHaveProperty('AMOUNT')
    expect(LINES[1]).toMatchObject({ SUBTOTAL: '7.01', TAXES: given.TAXES })
    expect(rest).not.toHaveProperty('TOTALS')
    expect(rest).not.toHaveProperty('ROUNDING_AMOUNT')
  })

  test('are gone with a line that is left out', () => {
    const sent = buildSentFields(withLines(fromTill, { ...fromTill, isLeft: true }))
    expect(sent.LINES).toHaveLength(1)
    expect(sent).not.toHaveProperty('TOTALS')
    expect(sent).not.toHaveProperty('ROUNDING_AMOUNT')
  })

  test('are no totals any more where a line came in', () => {
    const sent = buildSentFields(withLines(fromTill, { ...emptyLine, UNIT_PRICE: '1.00' }))
    expect(sent).not.toHaveProperty('TOTALS')
    expect(sent.LINES[0]).toMatchObject({ SUBTOTAL: '7.01' })
  })

  test('come back with the figure that was there before', () => {
    const mended = { ...fromTill, QUANTITY: '3' }
    expect(buildSentFields(withLines({ ...mended, QUANTITY: '2' }))).toHaveProperty('TOTALS')
  })

  test('and what the form remembers of them is never sent', () => {
    for (const line of [fromTill, { ...fromTill, QUANTITY: '3' }])
      expect(buildSentFields(withLines(line)).LINES[0]).not.toHaveProperty('asGiven')
  })
})

test('an address that is missing is told at its first line, which the form has', () => {
  const paths = ['ADDRESS.LINES', 'BUYER.ADDRESS.LINES', 'BUYER.ADDRESS.LINES.1', 'LINES.0.DESCRIPTION']
  expect(paths.map((path) => bodyPathToFormPath(path, []))).toEqual([
    'ADDRESS.LINES.0',
    'BUYER.ADDRESS.LINES.0',
    'BUYER.ADDRESS.LINES.1',
    'LINES.0.DESCRIPTION',
  ])
})
