import fc from 'fast-check'
import classifications from '../../../../electron/gateway/codes/lists/classification_codes.json' with { type: 'json' }
import countries from '../../../../electron/gateway/codes/lists/country_codes.json' with { type: 'json' }
import currencies from '../../../../electron/gateway/codes/lists/currency_codes.json' with { type: 'json' }
import msics from '../../../../electron/gateway/codes/lists/msic_codes.json' with { type: 'json' }
import payments from '../../../../electron/gateway/codes/lists/payment_methods.json' with { type: 'json' }
import states from '../../../../electron/gateway/codes/lists/state_codes.json' with { type: 'json' }
import units from '../../../../electron/gateway/codes/lists/unit_types.json' with { type: 'json' }
import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { saleOf, saleSchemas } from '../../../../shared/document/sale.ts'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import { someGraphemes } from '../../../support/any-text.ts'
import { without } from '../../../support/sales.ts'

/** Random bodies that reach every part of the schema, some slightly beyond its limits. */

const oneOf = (list: readonly { readonly code: string }[]) => fc.constantFrom(...list.map(({ code }) => code))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Text in any script, half of the time of the greatest length. */
function words(most: number): fc.Arbitrary<string> {
  const any = someGraphemes.map((text) => Array.from(text).slice(0, most).join(''))
  const filled = fc.constantFrom('x', 'é', '茶', '😀', '"', '\\', '<&>', '1e5').map((each) => {
    const whole = each.repeat(Math.floor(most / each.length))
    return whole.padEnd(most, 'x')
  })
  return fc.oneof(any, filled)
}

const decimal = (places: number, most = 10 ** 6): fc.Arbitrary<string | number> =>
  fc.oneof(
    fc.integer({ min: 0, max: most }),
    fc
      .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 10 ** places - 1 }))
      .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`),
  )
/** A decimal, sometimes the largest that is allowed. */
const wideDecimal = (places: number) => fc.oneof(decimal(places), decimal(places), decimal(places, 9_999_999_999_999))

const digits = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length }).map((all) => all.join(''))
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'
const code = (most: number, more = '') =>
  fc.array(fc.constantFrom(...letters, ...more), { minLength: 1, maxLength: most }).map((all) => all.join(''))

const tin = fc.oneof(
  fc.constantFrom('EI00000000010', 'EI00000000010', 'EI00000000020', 'EI00000000030', 'EI00000000040'),
  fc
    .tuple(fc.constantFrom('IG', 'C', 'CS', 'D', 'FA', 'LE'), fc.constantFrom(...'123456789'), digits(9))
    .map((parts) => parts.join('')),
)
const identity = fc.oneof(
  fc
    .constantFrom('NRIC', 'PASSPORT', 'BRN', 'ARMY')
    .chain((type) => fc.tuple(fc.constant(type), fc.constantFrom('NA', '000000000000'))),
  fc.tuple(fc.constant('NRIC'), digits(12)),
  fc.tuple(fc.constant('NRIC'), digits(12)),
  fc.tuple(fc.constantFrom('PASSPORT', 'ARMY'), code(12)),
  fc.tuple(
    fc.constant('BRN'),
    fc.tuple(code(1), code(19, ' /.-')).map((parts) => parts.join('')),
  ),
)
const phone = fc.oneof(
  { weight: 1, arbitrary: fc.constant('NA') },
  { weight: 4, arbitrary: fc.integer({ min: 8, max: 20 }).chain(digits) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 7, max: 19 }).chain((length) => digits(length).map((number) => `+${number}`)),
  },
)
const email = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom('a@b.my', `${'a'.repeat(64)}@${`${'b'.repeat(62)}.`.repeat(4)}my`, 'a.b@b.my', 'a..b@b.my'),
)

const malaysian = fc.record({
  COUNTRY_CODE: fc.constant('MYS'),
  // This state is rarely allowed.
  STATE_CODE: fc.oneof({ weight: 3, arbitrary: oneOf(states) }, { weight: 1, arbitrary: fc.constant('17') }),
  POSTCODE: optional(fc.integer({ min: 1, max: 5 }).chain(digits)),
})
const foreign = fc.record({
  COUNTRY_CODE: oneOf(countries),
  STATE_CODE: fc.oneof(oneOf(states), words(50)),
  POSTCODE: optional(words(50)),
})
const address = fc
  .tuple(
    fc.oneof(malaysian, foreign),
    fc.record({ LINES: fc.array(words(150), { minLength: 1, maxLength: 3 }), CITY: words(50) }),
  )
  .map(([where, rest]) => ({ ...rest, ...where }))

const party = fc
  .tuple(
    identity,
    fc.record({
      NAME: words(300),
      TIN: tin,
      PHONE: phone,
      ADDRESS: address,
      EMAIL: optional(email),
      SST_NUMBER: optional(
        fc.oneof(
          fc.constant('NA'),
          code(35, '-'),
          fc.tuple(code(17), code(17)).map((two) => two.join(';')),
        ),
      ),
      TOURISM_TAX_NUMBER: optional(fc.oneof(fc.constant('NA'), code(17, '-'))),
    }),
  )
  .map(([[ID_TYPE, ID_NUMBER], rest]) => ({ ...rest, ID_TYPE, ID_NUMBER }))
const supplier = fc
  .tuple(party, fc.record({ MSIC_CODE: oneOf(msics), BUSINESS_ACTIVITY: words(300) }))
  .map(([one, other]) => ({ ...one, ...other }))

const type = (...types: readonly string[]) => fc.constantFrom(...types)
const tax = fc.oneof(
  fc.record({ TAX_TYPE: type('01', '02', '03', '04', '05'), RATE: decimal(6, 999) }),
  fc.record({ TAX_TYPE: type('06') }),
  fc.record({
    TAX_TYPE: type('01', '02', '03'),
    PER_UNIT_AMOUNT: decimal(5),
    QUANTITY: decimal(5),
    UNIT_CODE: oneOf(units),
  }),
  fc.record({ TAX_TYPE: type('E', '02'), RATE: decimal(6, 99), EXEMPTION_REASON: words(300) }),
  fc.record({ TAX_TYPE: type('E'), EXEMPTION_REASON: words(300), AMOUNT: optional(decimal(2)) }),
  fc.record({ TAX_TYPE: type('01', '02'), RATE: decimal(6, 99), TAXABLE_AMOUNT: decimal(2) }),
)
const adjustment = fc.oneof(
  fc.record({ AMOUNT: fc.constantFrom(0, '0.01'), REASON: optional(words(300)) }),
  fc.record({ RATE: decimal(6, 9), REASON: optional(words(300)) }),
)
const adjustments = optional(fc.array(adjustment, { maxLength: 3 }))
const line = fc.record({
  DESCRIPTION: words(300),
  CLASSIFICATION_CODES: fc.array(oneOf(classifications), { minLength: 1, maxLength: 4 }),
  QUANTITY: fc.oneof({ weight: 9, arbitrary: wideDecimal(5) }, { weight: 1, arbitrary: fc.constantFrom(-1, '-0.5') }),
  UNIT_CODE: oneOf(units),
  UNIT_PRICE: wideDecimal(5),
  DISCOUNT_REASON: optional(words(300)),
  DISCOUNTS: adjustments,
  CHARGE_AMOUNT: optional(wideDecimal(2)),
  CHARGE_REASON: optional(words(300)),
  TAXES: fc.array(tax, { minLength: 1, maxLength: 4 }),
  ORIGIN_COUNTRY: optional(oneOf(countries)),
  TARIFF_CODE: optional(words(12)),
})

const billCharge = fc
  .tuple(adjustment, optional(fc.array(tax, { minLength: 1, maxLength: 2 })))
  .map(([charge, TAXES]) => ({ ...charge, TAXES }))
const recipient = fc
  .tuple(
    party,
    fc.constantFrom<readonly string[]>(['PHONE'], ['TIN', 'ID_TYPE', 'ID_NUMBER', 'PHONE'], ['TIN', 'EMAIL'], []),
    optional(fc.record({ AMOUNT: decimal(2), REASON: optional(words(300)), REFERENCE: optional(words(50)) })),
  )
  .map(([of, left, FREIGHT]) => ({
    ...Object.fromEntries(Object.entries(of).filter(([name]) => !left.includes(name))),
    FREIGHT,
  }))

const day = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 11, 31) })
  .map((at) => new Date(at).toISOString().slice(0, 10))

const money = fc.oneof(
  fc.constant({}),
  fc.record({ CURRENCY_CODE: oneOf(currencies), EXCHANGE_RATE: fc.oneof(fc.constant('4.7212345678901'), decimal(6)) }),
)
const paid = fc.oneof(
  fc.constant({}),
  fc.record({ PAYMENT_METHOD: oneOf(payments) }),
  fc.record({
    PAYMENTS: fc.array(fc.record({ METHOD: oneOf(payments), AMOUNT: decimal(2) }), { minLength: 1, maxLength: 3 }),
  }),
)

const common = fc.record({
  ISSUED_AT: fc
    .integer({ min: Date.UTC(2026, 10, 18), max: Date.UTC(2026, 10, 20, 4) })
    .map((at) => new Date(at).toISOString()),
  DOCUMENT_NUMBER: fc.oneof(
    fc.constant('x'.repeat(50)),
    fc.constant('😀'.repeat(25)),
    code(50, '-/ ').map((key) => key.trim()),
  ),
  PAYMENT_TERMS: optional(words(300)),
  PAYEE_ACCOUNT: optional(words(150)),
  BILL_REFERENCE: optional(words(150)),
  PREPAID: optional(
    fc.record({
      AMOUNT: fc.constantFrom(0, '0.01'),
      PAID_AT: optional(day.map((text) => `${text}T23:59:59+14:00`)),
      REFERENCE: optional(words(150)),
    }),
  ),
  BILLING_PERIOD: optional(fc.record({ FROM: optional(day), TO: optional(day), FREQUENCY: optional(words(50)) })),
  LINES: fc.array(line, { minLength: 1, maxLength: 4 }),
  DISCOUNT_AMOUNT: optional(fc.constantFrom(0, '0.01')),
  DISCOUNT_REASON: optional(words(300)),
  CHARGE_AMOUNT: optional(wideDecimal(2)),
  CHARGE_REASON: optional(words(300)),
  ROUNDING_AMOUNT: optional(fc.constantFrom('0.99', '-0.01', 0)),
  DISCOUNTS: adjustments,
  CHARGES: optional(fc.array(billCharge, { maxLength: 2 })),
  PRICES_INCLUDE_TAX: optional(fc.boolean()),
  TAX_ROUNDING: optional(fc.constantFrom('line', 'document')),
  SHIPPING: optional(recipient),
  CUSTOMS: optional(
    fc.record({
      FORM_1_9: optional(fc.array(words(499), { maxLength: 2 })),
      FORM_2: optional(fc.array(words(1000), { maxLength: 1 })),
      INCOTERMS: optional(words(3)),
      FTA: optional(words(300)),
      AUTHORISATION_NUMBER: optional(words(300)),
    }),
  ),
})

const originals = fc.array(fc.record({ DOCUMENT_NUMBER: words(50), AUTHORITY_UUID: fc.constant('NA') }), {
  minLength: 1,
  maxLength: 3,
})

/**
 * The class of consolidated e-invoices is for sales without a buyer. Sometimes it is drawn for others, which must be
 * refused.
 */
function classesFor({ TIN, ID_NUMBER }: { readonly TIN: string; readonly ID_NUMBER: string }) {
  const isNobody = TIN === 'EI00000000010' && ['NA', '000000000000'].includes(ID_NUMBER)
  return isNobody ? { CLASSIFICATION_CODES: ['004'] } : {}
}

/** Payments that make up the whole bill; the first one pays all of it. */
function paidWhole(body: Readonly<Record<string, unknown>>, cell: Omit<Draw, 'body'>): object {
  const parts = body['PAYMENTS'] as readonly object[] | undefined
  const { success, data } = saleSchemas[cell.family][cell.kind].safeParse(body)
  if (!parts || !success) return body
  const { totalPayable } = settleAmounts(saleOf(data), []).totals
  // No amount field can hold such a total, so the payments are left out.
  if (totalPayable.gt(9_999_999_999_999)) return without(body, 'PAYMENTS')
  return { ...body, PAYMENTS: parts.map((part, at) => ({ ...part, AMOUNT: at === 0 ? totalPayable.toFixed(2) : 0 })) }
}

export interface Draw {
  readonly body: object
  readonly family: Family
  readonly kind: Kind
}

/** A body and its endpoint. A till would leave out the undefined fields. */
export const anySale: fc.Arbitrary<Draw> = fc
  .record({
    family: fc.constantFrom<Family>('sale', 'self_billed'),
    kind: fc.constantFrom<Kind>('invoice', 'credit_note', 'debit_note', 'refund_note'),
    common,
    money,
    paid,
    buyer: party,
    supplier,
    originals,
  })
  .map(({ family, kind, ...drawn }) => {
    const body = {
      COMPANY_CODE: 'DEMO',
      OUTLET_NAME: 'KLCC',
      TERMINAL_NAME: 'T1',
      SHIFT_CODE: 'S1',
      SALE_CODE: '0001',
      ...drawn.common,
      ...drawn.money,
      ...drawn.paid,
      ...(family === 'sale' ? { BUYER: drawn.buyer } : { SUPPLIER: drawn.supplier }),
      ...(kind !== 'invoice' && { ORIGINALS: drawn.originals, PREPAID: undefined }),
      LINES: drawn.common.LINES.map((each) => ({
        ...each,
        ...classesFor(family === 'sale' ? drawn.buyer : drawn.supplier),
      })),
    }
    return { family, kind, body: paidWhole(JSON.parse(JSON.stringify(body)), { family, kind }) }
  })
