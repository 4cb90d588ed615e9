import { describe, expect, test } from 'vitest'
import { aLine, aSale, aTax, placesIn } from '../../../support/sales.ts'
import { built, textOf } from './built.ts'
import { leaf, money } from './leaves.ts'
import { verdictOn } from './shop.ts'

const totalOf = (body: object) => built(body).LegalMonetaryTotal
const charge = (reason: string, amount: number) => ({
  ChargeIndicator: leaf(true),
  AllowanceChargeReason: leaf(reason),
  Amount: money(amount),
})
const discount = (reason: string, amount: number) => ({ ...charge(reason, amount), ChargeIndicator: leaf(false) })

test('a plain document has no element that says nothing', () => {
  const document = built(aSale())
  expect(Object.keys(document)).toEqual([
    'ID',
    'IssueDate',
    'IssueTime',
    'InvoiceTypeCode',
    'DocumentCurrencyCode',
    'TaxCurrencyCode',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
    'TaxTotal',
    'LegalMonetaryTotal',
    'InvoiceLine',
  ])
  expect(totalOf(aSale())).toEqual([
    {
      LineExtensionAmount: money(7),
      TaxExclusiveAmount: money(7),
      TaxInclusiveAmount: money(7.42),
      PayableAmount: money(7.42),
    },
  ])
})

test('a line tells quantity, price, both totals, class and description', () => {
  const [line] = built(aSale({ LINES: [aLine({ CLASSIFICATION_CODES: ['022', '003'] })] })).InvoiceLine
  expect(line).toMatchObject({
    ID: leaf('1'),
    InvoicedQuantity: leaf(2, { unitCode: 'C62' }),
    LineExtensionAmount: money(7),
    Item: [
      {
        CommodityClassification: [
          { ItemClassificationCode: leaf('022', { listID: 'CLASS' }) },
          { ItemClassificationCode: leaf('003', { listID: 'CLASS' }) },
        ],
        Description: leaf('Kopi O'),
      },
    ],
    Price: [{ PriceAmount: money(3.5) }],
    ItemPriceExtension: [{ Amount: money(7) }],
  })
  expect(Object.keys(line)).not.toContain('AllowanceCharge')
})

test('lines are numbered from one', () => {
  const { InvoiceLine } = built(aSale({ LINES: [aLine(), aLine(), aLine()] }))
  expect(InvoiceLine.map(({ ID }: { readonly ID: unknown }) => ID)).toEqual([leaf('1'), leaf('2'), leaf('3')])
})

describe('discounts and charges', () => {
  const body = aSale({
    LINES: [
      aLine({ UNIT_PRICE: 50, DISCOUNT_AMOUNT: 10, DISCOUNT_REASON: 'Member', CHARGE_AMOUNT: 2, CHARGE_REASON: 'Box' }),
      aLine({ UNIT_PRICE: 50, DISCOUNT_AMOUNT: 1, CHARGE_AMOUNT: 2 }),
    ],
    DISCOUNT_AMOUNT: 20,
    DISCOUNT_REASON: 'Opening day',
    CHARGE_AMOUNT: '5.50',
    CHARGE_REASON: 'Service charge',
  })

  test('of a line stand before its tax and in its total', () => {
    const [first, second] = built(body).InvoiceLine
    expect(first).toMatchObject({
      LineExtensionAmount: money(92),
      AllowanceCharge: [discount('Member', 10), charge('Box', 2)],
      ItemPriceExtension: [{ Amount: money(100) }],
    })
    expect(second.AllowanceCharge).toEqual([discount('Discount', 1), charge('Charge', 2)])
  })

  test('of the document are told and summed, and leave the sum of the lines as it is', () => {
    expect(built(body).AllowanceCharge).toEqual([discount('Opening day', 20), charge('Service charge', 5.5)])
    expect(totalOf(body)).toEqual([
      {
        LineExtensionAmount: money(193),
        TaxExclusiveAmount: money(178.5),
        TaxInclusiveAmount: money(190.08),
        AllowanceTotalAmount: money(20),
        ChargeTotalAmount: money(5.5),
        PayableAmount: money(190.08),
      },
    ])
  })

  test('of one sort alone are told alone', () => {
    expect(built(aSale({ DISCOUNT_AMOUNT: 1 })).AllowanceCharge).toEqual([discount('Discount', 1)])
    expect(built(aSale({ CHARGE_AMOUNT: 1 })).AllowanceCharge).toEqual([charge('Charge', 1)])
  })

  test('are accepted', async () => expect(await verdictOn(body)).toBe('Valid'))
})

test('cash is rounded to five sen, up or down', async () => {
  const down = aSale({ ROUNDING_AMOUNT: '-0.02' })
  expect(totalOf(down)[0]).toMatchObject({ PayableRoundingAmount: money(-0.02), PayableAmount: money(7.4) })
  expect(totalOf(aSale({ ROUNDING_AMOUNT: 0.03 }))[0]).toMatchObject({ PayableAmount: money(7.45) })
  expect(await verdictOn(down)).toBe('Valid')
})

describe('a prepayment', () => {
  const body = aSale({ PREPAID: { AMOUNT: 2, PAID_AT: '2026-11-20T06:30:15+08:00', REFERENCE: 'R-17' } })

  test('tells amount, time in UTC and reference, and is off what is to pay', () => {
    expect(built(body).PrepaidPayment).toEqual([
      { ID: leaf('R-17'), PaidAmount: money(2), PaidDate: leaf('2026-11-19'), PaidTime: leaf('22:30:15Z') },
    ])
    expect(totalOf(body)[0]).toMatchObject({ TaxInclusiveAmount: money(7.42), PayableAmount: money(5.42) })
  })

  test('may tell its amount alone', () => {
    expect(built(aSale({ PREPAID: { AMOUNT: 2 } })).PrepaidPayment).toEqual([{ PaidAmount: money(2) }])
  })

  test('is accepted', async () => expect(await verdictOn(body)).toBe('Valid'))
})

describe('another currency', () => {
  const body = aSale({ CURRENCY_CODE: 'SGD', EXCHANGE_RATE: '3.451234', LINES: [aLine({ DISCOUNT_AMOUNT: 1 })] })

  test('is that of every amount, with its rate to ringgit', () => {
    const document = built(body)
    expect(document).toMatchObject({ DocumentCurrencyCode: leaf('SGD'), TaxCurrencyCode: leaf('MYR') })
    expect(document.TaxExchangeRate).toEqual([
      { SourceCurrencyCode: leaf('SGD'), TargetCurrencyCode: leaf('MYR'), CalculationRate: leaf(3.451234) },
    ])
    const currencies = new Set([...textOf(body).matchAll(/"currencyID":"(\w+)"/g)].map(([, currency]) => currency))
    expect([...currencies]).toEqual(['MYR', 'SGD'])
  })

  test('needs a rate, and ringgit has none', () => {
    expect(placesIn(aSale({ CURRENCY_CODE: 'SGD' }))).toEqual(['/EXCHANGE_RATE rate_required'])
    for (const over of [{ EXCHANGE_RATE: 1 }, { EXCHANGE_RATE: 1, CURRENCY_CODE: 'MYR' }])
      expect(Object.keys(built(aSale(over)))).not.toContain('TaxExchangeRate')
    expect(built(aSale()).DocumentCurrencyCode).toEqual(leaf('MYR'))
  })

  test('is accepted', async () => expect(await verdictOn(body)).toBe('Valid'))
})

describe('payment', () => {
  const split = [
    { METHOD: '01', AMOUNT: 2 },
    { METHOD: '04', AMOUNT: 3 },
    { METHOD: '05', AMOUNT: 2.42 },
  ]
  test.each([
    [{ PAYMENT_METHOD: '01' }, [{ PaymentMeansCode: leaf('01') }]],
    [{ PAYMENTS: split }, [{ PaymentMeansCode: leaf('04') }]],
    [{ PAYEE_ACCOUNT: '514012345678' }, [{ PayeeFinancialAccount: [{ ID: leaf('514012345678') }] }]],
    [
      { PAYMENT_METHOD: '03', PAYEE_ACCOUNT: '5140' },
      [{ PaymentMeansCode: leaf('03'), PayeeFinancialAccount: [{ ID: leaf('5140') }] }],
    ],
  ])('%j', async (over, means) => {
    expect(built(aSale(over)).PaymentMeans).toEqual(means)
    expect(await verdictOn(aSale(over))).toBe('Valid')
  })

  test('terms are a note', async () => {
    const body = aSale({ PAYMENT_TERMS: '30 days' })
    expect(built(body).PaymentTerms).toEqual([{ Note: leaf('30 days') }])
    expect(await verdictOn(body)).toBe('Valid')
  })
})

describe('numbers', () => {
  const priced = (UNIT_PRICE: unknown, QUANTITY: unknown) =>
    aSale({ LINES: [aLine({ UNIT_PRICE, QUANTITY, TAXES: [aTax({ TAX_TYPE: '06', RATE: null })] })] })

  test('are written in full, never in powers of ten', async () => {
    const tiny = priced('0.00001', 1000)
    expect(textOf(tiny)).toContain('"PriceAmount":[{"_":0.00001,"currencyID":"MYR"}]')
    const huge = priced('9999999999999.99999', '9999999999999.99999')
    expect(textOf(huge)).toContain('"LineExtensionAmount":[{"_":99999999999999999800000000,"currencyID":"MYR"}]')
    expect(await verdictOn(tiny)).toBe('Valid')
    expect(await verdictOn(huge)).toBe('Valid')
  })

  test('are those of the till to the last digit, where a binary float would differ', () => {
    expect(textOf(priced('9007199254740.12345', 1))).toContain('"_":9007199254740.12345,')
    const threeTimes = aSale({ LINES: [aLine({ QUANTITY: '0.1' }), aLine({ QUANTITY: '0.2' })] })
    expect(textOf(threeTimes)).toContain('"TaxExclusiveAmount":[{"_":1.05,"currencyID":"MYR"}]')
  })
})
