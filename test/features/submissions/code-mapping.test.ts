import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Codes } from '../../../electron/gateway/features/codes/codes.ts'
import { applyStoredCodes, mapCodes } from '../../../electron/gateway/stored-sale.ts'
import type { CodeListId } from '../../../shared/document/codes.ts'
import { aLine, anAddress, aParty, aSale, aTax, faultsIn, without } from '../../support/sales.ts'

const codes = new Codes().statusOf

/** Each with the official code that it stands for. Some are good and some are wrong where they stand. */
const own = {
  unit: { PCS: 'H87', BOX: 'XBX' },
  classification: { 22: '022', 'All together': '004' },
  country: { MY: 'MYS', SG: 'SGP' },
  state: { Selangor: '10', 'W.P. Kuala Lumpur': '14', Elsewhere: '17' },
  payment_method: { CASH: '01', QR: '06' },
  tax_type: { SST: '02', NONE: '06', FREE: 'E' },
  currency: { RM: 'MYR', $: 'USD' },
} as const satisfies Partial<Record<CodeListId, Readonly<Record<string, string>>>>

type Mapped = keyof typeof own
const mapping = Object.entries(own).flatMap(([list, rows]) =>
  Object.entries(rows).map(([from, to]) => ({ list, from, to })),
)

interface Chosen {
  readonly sent: string
  readonly official: string
}

const codeOf = (list: Mapped) =>
  fc.oneof(
    fc.constantFrom(...Object.entries<string>(own[list])).map(([sent, official]): Chosen => ({ sent, official })),
    fc
      .constantFrom(...Object.values<string>(own[list]), 'NO SUCH')
      .map((code): Chosen => ({ sent: code, official: code })),
  )

const choices = fc.record({
  unit: codeOf('unit'),
  classes: fc.array(codeOf('classification'), { minLength: 1, maxLength: 3 }),
  country: codeOf('country'),
  state: codeOf('state'),
  origin: codeOf('country'),
  tax: codeOf('tax_type'),
  money: codeOf('currency'),
  paid: codeOf('payment_method'),
  splits: fc.boolean(),
})

function bodyOf(chosen: typeof choices extends fc.Arbitrary<infer Value> ? Value : never, as: keyof Chosen) {
  const paid = chosen.splits
    ? { PAYMENTS: [{ METHOD: chosen.paid[as], AMOUNT: '7.42' }] }
    : { PAYMENT_METHOD: chosen.paid[as] }
  return aSale({
    CURRENCY_CODE: chosen.money[as],
    ...paid,
    BUYER: aParty({ ADDRESS: anAddress({ COUNTRY_CODE: chosen.country[as], STATE_CODE: chosen.state[as] }) }),
    LINES: [
      aLine({
        UNIT_CODE: chosen.unit[as],
        CLASSIFICATION_CODES: chosen.classes.map((each) => each[as]),
        ORIGIN_COUNTRY: chosen.origin[as],
        TAXES: [aTax({ TAX_TYPE: chosen.tax[as] })],
      }),
    ],
    EXTRA: { UNIT_CODE: 'PCS' },
  })
}

test('a mapped document has the faults that it would have with the official codes', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const sent = bodyOf(chosen, 'sent')
      const asItCame = structuredClone(sent)
      const { body, used } = mapCodes(sent, mapping, codes)
      expect(sent).toEqual(asItCame)
      // A state abroad is a name, and stays one.
      const isAbroad = chosen.country.official !== 'MYS'
      const expected = bodyOf(
        isAbroad ? { ...chosen, state: { ...chosen.state, official: chosen.state.sent } } : chosen,
        'official',
      )
      expect(body).toEqual(expected)
      expect(faultsIn(body)).toEqual(faultsIn(expected))
      // The stored body is read with the rows that were used, also if the table is another one today.
      expect(applyStoredCodes(sent, { sentAs: used.length > 0 ? used : null })).toEqual(body)
      expect(applyStoredCodes(body, { sentAs: used.length > 0 ? used : null })).toEqual(body)
    }),
  )
})

test('without a mapping, or with one that does not fit, everything is as it came', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const sent = bodyOf(chosen, 'sent')
      for (const rows of [[], [{ list: 'unit', from: 'other', to: 'H87' }]]) {
        const { body, used } = mapCodes(sent, rows, codes)
        expect([body, used]).toEqual([sent, []])
      }
    }),
  )
})

test('a code that the official list has means itself, and a row is for its own list only', () => {
  const rows = [
    { list: 'unit', from: 'C62', to: 'H87' },
    { list: 'classification', from: 'PCS', to: '022' },
  ]
  const sent = without(aSale({ LINES: [aLine({ UNIT_CODE: 'PCS' }), aLine()] }), 'EXTRA')
  expect(mapCodes(sent, rows, codes).body).toEqual(sent)
})
