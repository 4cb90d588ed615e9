import { describe, expect, test } from 'vitest'
import { companyCodeFindings } from '../../shared/document/check.ts'
import { noon } from '../support/records.ts'
import {
  aContext,
  aLine,
  aNote,
  anAddress,
  aParty,
  aSale,
  aSelfBilled,
  aSupplier,
  aTax,
  checkedSale,
  placesIn,
  readSale,
  without,
} from '../support/sales.ts'

const withBuyer = (over: object) => placesIn(aSale({ BUYER: aParty({ ...over }) }))
const withLine = (over: object) => placesIn(aSale({ LINES: [aLine({ ...over })] }))
const withTax = (over: object) => withLine({ TAXES: [aTax({ ...over })] })
const consolidated = (over: object = {}) => ({ ...without(aSale(), 'BUYER'), CONSOLIDATE: true, ...over })

test('a plain sale has no fault, and all faults of a bad one are told at once', () => {
  expect(placesIn(aSale())).toEqual([])
  expect(placesIn(aSale({ CURRENCY_CODE: 'SGD', PAYMENT_METHOD: '99', LINES: [aLine({ UNIT_CODE: 'NO' })] }))).toEqual([
    '/EXCHANGE_RATE rate_required',
    '/PAYMENT_METHOD unknown_code',
    '/LINES/0/UNIT_CODE unknown_code',
  ])
})

describe('codes: every one must be in its list, and nothing is defaulted', () => {
  test.each([
    ['/CURRENCY_CODE', { CURRENCY_CODE: 'XXY', EXCHANGE_RATE: 1 }],
    ['/PAYMENT_METHOD', { PAYMENT_METHOD: '00' }],
    [
      '/PAYMENTS/1/METHOD',
      {
        PAYMENTS: [
          { METHOD: '01', AMOUNT: 1 },
          { METHOD: '1', AMOUNT: '6.42' },
        ],
      },
    ],
    ['/BUYER/ADDRESS/COUNTRY_CODE', { BUYER: aParty({ ADDRESS: anAddress({ COUNTRY_CODE: 'MY', STATE_CODE: 'X' }) }) }],
    ['/BUYER/ADDRESS/STATE_CODE', { BUYER: aParty({ ADDRESS: anAddress({ STATE_CODE: '99' }) }) }],
    ['/SHIPPING/ADDRESS/STATE_CODE', { SHIPPING: aParty({ ADDRESS: anAddress({ STATE_CODE: 'Selangor' }) }) }],
    ['/LINES/0/UNIT_CODE', { LINES: [aLine({ UNIT_CODE: 'c62' })] }],
    ['/LINES/0/ORIGIN_COUNTRY', { LINES: [aLine({ ORIGIN_COUNTRY: 'ZZZ' })] }],
    ['/LINES/1/CLASSIFICATION_CODES/1', { LINES: [aLine(), aLine({ CLASSIFICATION_CODES: ['022', '22'] })] }],
    ['/LINES/0/TAXES/0/TAX_TYPE', { LINES: [aLine({ TAXES: [aTax({ TAX_TYPE: '2' })] })] }],
  ])('%s', (pointer, over) => {
    expect(placesIn(aSale(over))).toEqual([`${pointer} unknown_code`])
  })

  test('abroad a state may be named, but a number must be a code', () => {
    const abroad = (STATE_CODE: string) => withBuyer({ ADDRESS: anAddress({ COUNTRY_CODE: 'SGP', STATE_CODE }) })
    expect(abroad('Singapore')).toEqual([])
    expect(abroad('17')).toEqual([])
    expect(abroad('99')).toEqual(['/BUYER/ADDRESS/STATE_CODE unknown_code'])
  })

  test('the supplier of a self-billed document has an activity from the list', () => {
    expect(placesIn(aSelfBilled(), { family: 'self_billed' })).toEqual([])
    const body = aSelfBilled({ SUPPLIER: aSupplier({ MSIC_CODE: '99999' }) })
    expect(placesIn(body, { family: 'self_billed' })).toEqual(['/SUPPLIER/MSIC_CODE unknown_code'])
  })
})

test('a company is set up with codes of the lists', () => {
  const { codes } = aContext()
  const { supplier } = readSale(aSelfBilled(), { family: 'self_billed', kind: 'invoice' })
  if (!supplier) throw new Error('no supplier')
  expect(companyCodeFindings(supplier, codes)).toEqual([])
  const address = { ...supplier.address, stateCode: '99' }
  const findings = companyCodeFindings({ ...supplier, msicCode: '99999', address }, codes)
  expect(findings.map(({ path, code }) => [...path, code].join(' '))).toEqual([
    'address stateCode unknown_code',
    'msicCode unknown_code',
  ])
})

describe('parties', () => {
  test.each([
    ['NRIC', '900101145555', true],
    ['NRIC', '90010114555', false],
    ['NRIC', '900101-14-5555', true],
    ['NRIC', '900101-14-555', false],
    ['PASSPORT', 'A12345678', true],
    ['PASSPORT', 'A123456789012', false],
    ['ARMY', 'T1234567', true],
    ['BRN', '201901234567', true],
    ['BRN', '1234567-A', true],
    ['BRN', '-1', false],
    ['NRIC', 'NA', true],
    ['PASSPORT', '000000000000', true],
  ])('%s %s: %s', (ID_TYPE, ID_NUMBER, isGood) => {
    expect(withBuyer({ ID_TYPE, ID_NUMBER })).toEqual(isGood ? [] : ['/BUYER/ID_NUMBER bad_id_number'])
  })

  test('a general TIN stands for nobody who has a registration number', () => {
    expect(withBuyer({ TIN: 'EI00000000010', ID_TYPE: 'BRN' })).toEqual(['/BUYER/TIN general_tin_not_individual'])
    expect(withBuyer({ TIN: 'EI00000000010', ID_TYPE: 'NRIC', ID_NUMBER: '900101145555' })).toEqual([])
    expect(withBuyer({ TIN: 'EI00000000010', ID_TYPE: 'PASSPORT', ID_NUMBER: 'A12345678' })).toEqual([
      '/BUYER/TIN general_tin_not_individual',
    ])
  })

  test.each([
    ['EI00000000020', [], ['/SUPPLIER/TIN general_tin_not_supplier']],
    ['EI00000000030', ['/BUYER/TIN general_tin_not_buyer'], []],
    ['EI00000000040', [], []],
  ])('a general TIN of the other side of a sale is refused: %s', (TIN, asBuyer, asSupplier) => {
    const party = { TIN, ID_TYPE: 'PASSPORT', ID_NUMBER: 'A12345678' }
    expect(withBuyer(party)).toEqual(asBuyer)
    expect(placesIn(aNote({ BUYER: aParty(party) }), { kind: 'credit_note' })).toEqual(asBuyer)
    const SUPPLIER = aSupplier(party)
    expect(placesIn(aSelfBilled({ SUPPLIER }), { family: 'self_billed' })).toEqual(asSupplier)
  })

  test('the general public without a number needs the consolidated class on every line', () => {
    const BUYER = aParty({ TIN: 'EI00000000010', ID_NUMBER: 'NA' })
    const LINES = [aLine({ CLASSIFICATION_CODES: ['004'] }), aLine({ CLASSIFICATION_CODES: ['004', '022'] })]
    expect(placesIn(aSale({ BUYER, LINES }))).toEqual([
      '/LINES/1/CLASSIFICATION_CODES general_tin_needs_consolidated_class',
    ])
  })

  test('only who is nobody in particular lives in state 17 and has no telephone', () => {
    const NRIC = { TIN: 'EI00000000010', ID_TYPE: 'NRIC', ID_NUMBER: '900101145555' }
    const nowhere = { PHONE: 'NA', ADDRESS: anAddress({ STATE_CODE: '17' }) }
    const LINES = [aLine({ CLASSIFICATION_CODES: ['004'] })]
    const nobody = aParty({ TIN: 'EI00000000010', ID_NUMBER: 'NA', ...nowhere })
    expect(placesIn(aSale({ BUYER: nobody, LINES }))).toEqual([])
    expect(withBuyer({ ...NRIC, ...nowhere })).toEqual([
      '/BUYER/ADDRESS/STATE_CODE state_not_allowed',
      '/BUYER/PHONE bad_phone',
    ])
  })

  test('what joins the consolidated document gets its class there', () => {
    const rules = { consolidationLimit: '10000', mayConsolidateSelfBilled: true }
    const SUPPLIER = aSupplier({ TIN: 'EI00000000010', ID_NUMBER: 'NA' })
    const places = (CONSOLIDATE: boolean) =>
      placesIn(aSelfBilled({ SUPPLIER, CONSOLIDATE }), { family: 'self_billed', rules })
    expect(places(true)).toEqual([])
    expect(places(false)).toEqual(['/LINES/0/CLASSIFICATION_CODES general_tin_needs_consolidated_class'])
  })

  test('in Malaysia a postcode has five digits at most and state 17 is no state', () => {
    expect(withBuyer({ ADDRESS: anAddress({ POSTCODE: '400000' }) })).toEqual(['/BUYER/ADDRESS/POSTCODE bad_postcode'])
    expect(withBuyer({ ADDRESS: anAddress({ STATE_CODE: '17' }) })).toEqual([
      '/BUYER/ADDRESS/STATE_CODE state_not_allowed',
    ])
    expect(withBuyer({ ADDRESS: anAddress({ POSTCODE: 'EC1A 1BB', COUNTRY_CODE: 'GBR', STATE_CODE: '17' }) })).toEqual(
      [],
    )
  })
})

describe('who needs a buyer', () => {
  test('an invoice of a sale does, unless it is consolidated, and then it may not have one', () => {
    expect(placesIn(without(aSale(), 'BUYER'))).toEqual(['/BUYER buyer_required'])
    expect(placesIn(consolidated())).toEqual([])
    expect(placesIn(aSale({ CONSOLIDATE: true }))).toEqual(['/BUYER buyer_not_allowed'])
  })

  test('a note may do without, as far as it shows by itself', () => {
    for (const kind of ['credit_note', 'debit_note', 'refund_note'] as const)
      expect(placesIn(without(aNote(), 'BUYER'), { kind })).toEqual([])
  })
})

describe('taxes', () => {
  test.each([
    ['an exemption without its reason', { TAX_TYPE: 'E', RATE: null }, ['EXEMPTION_REASON exemption_reason_required']],
    ['a tax without any rate', { RATE: null }, ['RATE tax_rate_required']],
    ['an amount without any rate', { RATE: null, AMOUNT: '0.42' }, ['RATE tax_rate_required']],
    ['an amount where none applies', { TAX_TYPE: '06', RATE: null, AMOUNT: 1 }, ['AMOUNT tax_not_applicable']],
    ['none at all, which needs none', { TAX_TYPE: '06', RATE: null }, []],
    ['a rate of nothing', { RATE: 0 }, []],
    ['both ways at once', { PER_UNIT_AMOUNT: 1, QUANTITY: 1, UNIT_CODE: 'DAY' }, ['PER_UNIT_AMOUNT one_of_two']],
    ['so much of an unknown number', { RATE: null, PER_UNIT_AMOUNT: 10 }, ['QUANTITY required', 'UNIT_CODE required']],
    [
      'an amount of an unknown number',
      { RATE: null, PER_UNIT_AMOUNT: 10, UNIT_CODE: 'DAY', AMOUNT: 20 },
      ['QUANTITY required'],
    ],
  ])('%s', (_, tax, faults) => {
    expect(withTax(tax)).toEqual(faults.map((fault) => `/LINES/0/TAXES/0/${fault}`))
  })
})

describe('times, rates and payments', () => {
  test.each([
    [noon + 5 * 60_000, []],
    [noon + 5 * 60_000 + 1, ['/ISSUED_AT in_future']],
    [Date.UTC(2024, 6, 31, 16), []],
    [Date.UTC(2024, 6, 31, 16) - 1, ['/ISSUED_AT before_e_invoicing']],
  ])('issued at %i', (issuedAt, faults) => {
    expect(placesIn(aSale({ ISSUED_AT: new Date(issuedAt).toISOString() }))).toEqual(faults)
  })

  test('another currency needs its rate, ringgit does not', () => {
    expect(placesIn(aSale({ CURRENCY_CODE: 'MYR' }))).toEqual([])
    expect(placesIn(aSale({ CURRENCY_CODE: 'SGD', EXCHANGE_RATE: '3.4512' }))).toEqual([])
  })

  test('a payment method and payments exclude each other, a period runs forward', () => {
    const PAYMENTS = [{ METHOD: '01', AMOUNT: '7.42' }]
    expect(placesIn(aSale({ PAYMENTS }))).toEqual([])
    expect(placesIn(aSale({ PAYMENTS, PAYMENT_METHOD: '01' }))).toEqual(['/PAYMENTS one_of_two'])
    expect(placesIn(aSale({ PAYMENTS, ROUNDING_AMOUNT: '-0.02' }))).toEqual(['/PAYMENTS payments_differ'])
    expect(placesIn(aSale({ BILLING_PERIOD: { FROM: '2026-11-02', TO: '2026-11-01' } }))).toEqual([
      '/BILLING_PERIOD/TO period_reversed',
    ])
  })
})

describe('rounding', () => {
  const generalPublic = aParty({ NAME: 'General Public', TIN: 'EI00000000010', ID_NUMBER: 'NA', PHONE: 'NA' })
  const ofMany = (over: object = {}) =>
    aSale({
      SHIFT_CODE: 'CONSOLIDATED',
      SALE_CODE: 'C202610-001',
      BUYER: generalPublic,
      BILLING_PERIOD: { FROM: '2026-10-01', TO: '2026-10-31' },
      LINES: [aLine({ DESCRIPTION: 'Receipts 1-9 (9), shift A', CLASSIFICATION_CODES: ['004'] })],
      ROUNDING_AMOUNT: '5.00',
      ...over,
    })

  test('of a document that another gateway made of many receipts is theirs together', () => {
    expect(placesIn(ofMany())).toEqual([])
  })

  test.each([
    { SHIFT_CODE: 'A' },
    { SALE_CODE: '0001' },
    { BUYER: aParty(), LINES: [aLine({ DESCRIPTION: 'Receipts 1-9 (9), shift A' })] },
    { BILLING_PERIOD: null },
    { LINES: [aLine({ CLASSIFICATION_CODES: ['004'] })] },
  ])('is at most 99 sen in what is none: %o', (over) => {
    expect(placesIn(ofMany(over))).toEqual(['/ROUNDING_AMOUNT out_of_range'])
  })
})

describe('consolidation', () => {
  const worth = (price: string, over: object = {}) =>
    consolidated({
      LINES: [aLine({ QUANTITY: 1, UNIT_PRICE: price, TAXES: [aTax({ TAX_TYPE: '06', RATE: null })] })],
      ...over,
    })

  test('ends above ten thousand ringgit, not at it', () => {
    expect(placesIn(worth('10000.00'))).toEqual([])
    expect(placesIn(worth('10000.01'))).toEqual(['/CONSOLIDATE consolidation_limit'])
  })

  test('counts in ringgit at the given rate', () => {
    const foreign = { CURRENCY_CODE: 'SGD', EXCHANGE_RATE: '3.4512' }
    expect(placesIn(worth('2897.54', foreign))).toEqual([])
    expect(placesIn(worth('2897.55', foreign))).toEqual(['/CONSOLIDATE consolidation_limit'])
  })

  test('counts in ringgit what is sold in ringgit, whatever rate a till writes beside it', () => {
    for (const ringgit of [{ CURRENCY_CODE: 'MYR' }, {}]) {
      expect(placesIn(worth('10000.01', { ...ringgit, EXCHANGE_RATE: '0.5' }))).toEqual([
        '/CONSOLIDATE consolidation_limit',
      ])
      expect(placesIn(worth('9000.00', { ...ringgit, EXCHANGE_RATE: '3.45' }))).toEqual([])
    }
  })

  test('has the limit the company sets, or none', () => {
    const rules = { consolidationLimit: '50.00', mayConsolidateSelfBilled: false }
    expect(placesIn(worth('50.01'), { rules })).toEqual(['/CONSOLIDATE consolidation_limit'])
    expect(placesIn(worth('99999.00'), { rules: { ...rules, consolidationLimit: null } })).toEqual([])
  })

  test('of self-billed documents is for companies that may', () => {
    const body = aSelfBilled({ CONSOLIDATE: true })
    expect(placesIn(body, { family: 'self_billed' })).toEqual(['/CONSOLIDATE consolidation_not_allowed'])
    const rules = { consolidationLimit: '10000.00', mayConsolidateSelfBilled: true }
    expect(placesIn(body, { family: 'self_billed', rules })).toEqual([])
  })
})

test('a checked sale keeps everything it came with', () => {
  const sale = checkedSale(aSale({ EXTRA: { LANE: 3, note_text: null }, PAYMENT_TERMS: '30 days' }))
  expect(sale).toMatchObject({ companyCode: 'DEMO', paymentTerms: '30 days', extra: { LANE: 3, note_text: null } })
})
