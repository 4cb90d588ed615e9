import { describe, expect, test } from 'vitest'
import { aLine, aSale, aTax } from '../../../support/sales.ts'
import { built } from './built.ts'
import { category, exempt, leaf, money } from './leaves.ts'
import { verdictOn } from './shop.ts'

const saleOf = (...taxesOfLines: readonly (readonly object[])[]) =>
  aSale({ LINES: taxesOfLines.map((TAXES) => aLine({ QUANTITY: 1, UNIT_PRICE: 100, TAXES })) })
const exemptBecause = (EXEMPTION_REASON: string, over: object = {}) =>
  aTax({ TAX_TYPE: 'E', RATE: null, EXEMPTION_REASON, ...over })
const nights = { TAX_TYPE: '03', PER_UNIT_AMOUNT: 10, QUANTITY: 3, UNIT_CODE: 'DAY' }

const ofLine = (body: object) => built(body).InvoiceLine[0].TaxTotal
const ofDocument = (body: object) => built(body).TaxTotal

describe('several taxes on a line', () => {
  const body = saleOf([aTax({ RATE: 8 }), aTax({ TAX_TYPE: '01', RATE: '5.5' })])

  test('are a subtotal each, in the order of the till', () => {
    expect(ofLine(body)).toEqual([
      {
        TaxAmount: money(13.5),
        TaxSubtotal: [
          { TaxableAmount: money(100), TaxAmount: money(8), Percent: leaf(8), TaxCategory: category('02') },
          { TaxableAmount: money(100), TaxAmount: money(5.5), Percent: leaf(5.5), TaxCategory: category('01') },
        ],
      },
    ])
  })

  test('are summed up by their type, without rates', () => {
    const twice = saleOf([aTax({ RATE: 8 }), aTax({ TAX_TYPE: '01', RATE: 5 })], [aTax({ RATE: 6 })])
    expect(ofDocument(twice)).toEqual([
      {
        TaxAmount: money(19),
        TaxSubtotal: [
          { TaxableAmount: money(200), TaxAmount: money(14), TaxCategory: category('02') },
          { TaxableAmount: money(100), TaxAmount: money(5), TaxCategory: category('01') },
        ],
      },
    ])
  })

  test('are accepted', async () => expect(await verdictOn(body)).toBe('Valid'))
})

describe('an exemption', () => {
  const body = saleOf([exemptBecause('Export of goods')], [exemptBecause('Schools', { RATE: 6, AMOUNT: 6 })], [aTax()])

  test('says why on its line, with the amount exempted', () => {
    const subtotal = { TaxableAmount: money(100), TaxAmount: money(0) }
    expect(ofLine(body)).toEqual([
      { TaxAmount: money(0), TaxSubtotal: [{ ...subtotal, TaxCategory: exempt('Export of goods') }] },
    ])
  })

  test('is summed up apart from exemptions for another reason', () => {
    expect(ofDocument(body)[0].TaxSubtotal).toEqual([
      { TaxableAmount: money(100), TaxAmount: money(0), TaxCategory: exempt('Export of goods') },
      { TaxableAmount: money(100), TaxAmount: money(6), TaxCategory: exempt('Schools') },
      { TaxableAmount: money(100), TaxAmount: money(6), TaxCategory: category('02') },
    ])
    const [subtotal, ...others] = ofDocument(saleOf([exemptBecause('Same')], [exemptBecause('Same')]))[0].TaxSubtotal
    expect(subtotal).toEqual({ TaxableAmount: money(200), TaxAmount: money(0), TaxCategory: exempt('Same') })
    expect(others).toEqual([])
  })

  test('is accepted', async () => expect(await verdictOn(body)).toBe('Valid'))
})

test('a reason that comes with a tax that is no exemption is not told, and divides nothing', () => {
  const body = saleOf([aTax({ EXEMPTION_REASON: 'One' })], [aTax({ EXEMPTION_REASON: 'Two' })])
  expect(ofLine(body)[0].TaxSubtotal[0].TaxCategory).toEqual(category('02'))
  expect(ofDocument(body)[0].TaxSubtotal).toEqual([
    { TaxableAmount: money(200), TaxAmount: money(12), TaxCategory: category('02') },
  ])
})

describe('a tax of so much for each unit', () => {
  const body = saleOf([nights])

  test('tells units and amount in place of a rate', () => {
    expect(ofLine(body)).toEqual([
      {
        TaxAmount: money(30),
        TaxSubtotal: [
          {
            TaxableAmount: money(100),
            TaxAmount: money(30),
            BaseUnitMeasure: leaf(3, { unitCode: 'DAY' }),
            PerUnitAmount: money(10),
            TaxCategory: category('03'),
          },
        ],
      },
    ])
    expect(Object.keys(ofLine(body)[0].TaxSubtotal[0])).not.toContain('Percent')
  })

  test('is accepted', async () => expect(await verdictOn(body)).toBe('Valid'))
})

test('units that come with a rate are not told', () => {
  const [line] = ofLine(saleOf([aTax({ QUANTITY: 3, UNIT_CODE: 'DAY' })]))
  expect(Object.keys(line.TaxSubtotal[0])).toEqual(['TaxableAmount', 'TaxAmount', 'Percent', 'TaxCategory'])
})

test.each(['01', '02', '03', '04', '05', '06', 'E'])('a tax of type %s is accepted', async (TAX_TYPE) => {
  const tax = { TAX_TYPE, ...(TAX_TYPE !== '06' && { RATE: 0 }), ...(TAX_TYPE === 'E' && { EXEMPTION_REASON: 'x' }) }
  expect(ofLine(saleOf([tax]))[0].TaxSubtotal[0].Percent).toEqual(leaf(0))
  expect(await verdictOn(saleOf([tax]))).toBe('Valid')
})
