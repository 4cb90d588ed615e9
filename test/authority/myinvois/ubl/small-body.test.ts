import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { signatureSize } from '../../../../electron/gateway/authority/myinvois/sign/sign.ts'
import { largestDocument, surelySmallBody } from '../../../../electron/gateway/features/submissions/check-submission.ts'
import type { CompanyProfile } from '../../../../electron/gateway/store/port/port.ts'
import { isInFull } from '../../../support/in-full.ts'
import { aParty, aSale, without } from '../../../support/sales.ts'
import { kedaiKopi, textOf } from './built.ts'

/** A company with the longest possible profile: every document repeats it, and no body contains it. */
const wordy: CompanyProfile = {
  ...kedaiKopi,
  name: '茶'.repeat(300),
  businessActivity: '茶'.repeat(300),
  email: `${'a'.repeat(64)}@${'b'.repeat(252)}.my`,
  sstNumber: 'A'.repeat(35),
  tourismTaxNumber: 'A'.repeat(17),
  address: { ...kedaiKopi.address, lines: ['茶', '茶', '茶'].map((each) => each.repeat(150)), city: '茶'.repeat(50) },
}

/** A line that needs few bytes in the body and many in the document. */
interface Shape {
  readonly taxes: number
  readonly classes: number
  readonly tax: object
  readonly more: object
}

// The numbers that grow most: four bytes in the body, thirteen digits in the document, and twice as many in the
// product.
const dear = { QUANTITY: 9e12, UNIT_PRICE: 9e12 }

const lineOf = ({ taxes, classes, tax, more }: Shape): object => ({
  DESCRIPTION: 'x',
  CLASSIFICATION_CODES: Array.from({ length: classes }, () => '022'),
  UNIT_CODE: 'C62',
  ...dear,
  TAXES: Array.from({ length: taxes }, () => tax),
  ...more,
})

const toExponents = (body: object) => JSON.stringify(body).replaceAll('9000000000000', '9e12')

/** As many of these lines as fit into a small body, beside the other parts that grow. */
function fullest(rest: object, shape: Shape): object {
  const line = lineOf(shape)
  const room = surelySmallBody - toExponents({ ...rest, LINES: [] }).length
  const count = Math.max(1, Math.floor(room / (toExponents(line).length + 1)))
  return { ...rest, LINES: Array.from({ length: count }, () => line) }
}

const sizeOf = (body: object): number =>
  Buffer.byteLength(textOf(body, { company: wordy, kind: 'credit_note', number: '茶'.repeat(50), version: '1.1' })) +
  signatureSize()

const elsewhere = { DOCUMENT_NUMBER: 'x', AUTHORITY_UUID: 'NA' }
const here = { SALE_GUID: '5e1f0000-0000-4000-8000-00000000000a' }
const bare = { ...without(aSale({ BUYER: aParty() }), 'LINES'), ORIGINALS: [elsewhere] }
const rests: readonly object[] = [
  bare,
  { ...bare, ORIGINALS: Array.from({ length: 100 }, () => here) },
  { ...bare, ORIGINALS: Array.from({ length: 100 }, () => elsewhere) },
  {
    ...bare,
    CUSTOMS: { FORM_1_9: Array.from({ length: 20 }, () => 'x'), FORM_2: Array.from({ length: 20 }, () => 'x') },
  },
  { ...bare, CURRENCY_CODE: 'USD', EXCHANGE_RATE: 1 },
]
const taxes: readonly object[] = [
  { TAX_TYPE: '06' },
  { TAX_TYPE: '02', RATE: 0 },
  { TAX_TYPE: '02', RATE: 1e3 },
  { TAX_TYPE: 'E', EXEMPTION_REASON: '"' },
  { TAX_TYPE: '03', PER_UNIT_AMOUNT: 9e12, QUANTITY: 9e12, UNIT_CODE: 'C62' },
]
const mores: readonly object[] = [
  {},
  { DISCOUNT_AMOUNT: 0, CHARGE_AMOUNT: 0 },
  { DISCOUNTS: [{ RATE: 0 }], CHARGES: [{ RATE: 0 }] },
  { ORIGIN_COUNTRY: 'MYS', TARIFF_CODE: 'x' },
  { CHARGE_AMOUNT: 9e12, ORIGIN_COUNTRY: 'MYS' },
]

const shape: fc.Arbitrary<Shape> = fc.record({
  taxes: fc.integer({ min: 1, max: 10 }),
  classes: fc.integer({ min: 1, max: 20 }),
  tax: fc.constantFrom(...taxes),
  more: fc.constantFrom(...mores),
})

describe('a body too small to be measured', () => {
  test.prop([fc.constantFrom(...rests), shape], {
    numRuns: isInFull ? 60 : 20,
    examples: rests.flatMap((rest) =>
      taxes.map((tax): [object, Shape] => [rest, { taxes: 10, classes: 1, tax, more: {} }]),
    ),
  })('makes no document that is too large, signed and of whatever company', (rest, drawn) => {
    const body = fullest(rest, drawn)
    expect(toExponents(body).length).toBeLessThanOrEqual(surelySmallBody)
    expect(sizeOf(body)).toBeLessThan(largestDocument)
  })
})
