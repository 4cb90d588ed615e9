import { fc } from '@fast-check/vitest'
import type { Amounts, TaxGroup } from '../../shared/domain/consolidation-amounts.ts'
import type { Receipt, ReceiptNote } from '../../shared/domain/consolidation-plan.ts'
import { noon } from './records.ts'

const sorts: readonly Pick<TaxGroup, 'sort' | 'taxes'>[] = [
  { sort: 'service 6', taxes: [taxOf('02', '6')] },
  { sort: 'sales 10', taxes: [taxOf('01', '10')] },
  { sort: 'none', taxes: [taxOf('06', null)] },
  { sort: 'exempt', taxes: [{ ...taxOf('E', null), exemptionReason: 'Buku' }] },
  {
    sort: 'service and tourism',
    taxes: [taxOf('02', '8'), { ...taxOf('03', null), perUnitAmount: '10', unitCode: 'DAY' }],
  },
]

function taxOf(taxType: string, rate: string | null) {
  const common = { perUnitAmount: null, unitCode: null, exemptionReason: null }
  return { taxType, rate, ...common, quantity: 0n, taxable: 0n, amount: 0n }
}

const sen = (most: number) => fc.integer({ min: 0, max: most }).map(BigInt)

const share = fc.record({ sort: fc.constantFrom(...sorts), excludingTax: sen(900_000), tax: sen(50_000) }).map(
  ({ sort, excludingTax, tax }): TaxGroup => ({
    sort: sort.sort,
    excludingTax,
    taxes: sort.taxes.map((each) => ({
      ...each,
      taxable: excludingTax,
      amount: tax,
      quantity: each.perUnitAmount === null ? 0n : tax * 100n,
    })),
  }),
)

/** The amounts of a receipt: several taxes, a possible discount, cash rounded to five sen. */
const amounts: fc.Arbitrary<Amounts> = fc
  .record({
    shares: fc.uniqueArray(share, { selector: ({ sort }) => sort, minLength: 1, maxLength: 4 }),
    discount: sen(300),
    charge: sen(300),
    rounding: fc.integer({ min: -2, max: 2 }).map(BigInt),
  })
  .map(({ shares, discount, charge, rounding }) => {
    const ofLines = shares.reduce((sum, each) => sum + each.excludingTax, 0n)
    return { shares, discount: discount > ofLines ? 0n : discount, charge, rounding: ofLines === 0n ? 0n : rounding }
  })

const group = fc.record({
  family: fc.constant('sale' as const),
  outletName: fc.constantFrom('KLCC', 'Ipoh'),
  terminalName: fc.constantFrom('T1', 'T2'),
  period: fc.constantFrom('2026-10', '2026-11'),
  currencyCode: fc.constant('MYR'),
  exchangeRate: fc.constant(null),
})

const code = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 150 }).map((number) => `R${String(number).padStart(4, '0')}`) },
  { weight: 1, arbitrary: fc.integer({ min: 95, max: 104 }).map((number) => `X${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('A', 'LAST', '007', '7') },
)

type NoteShape = Pick<ReceiptNote, 'sign' | 'amounts' | 'version' | 'lines'>

const note: fc.Arbitrary<NoteShape> = fc.record({
  sign: fc.constantFrom(1n, -1n),
  amounts,
  version: fc.constant(2),
  lines: fc.constant(1),
})

const notes: fc.Arbitrary<readonly NoteShape[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(note, { maxLength: 3 }) },
)

/** Waiting receipts of some tills. No two of one till and shift have the same code. */
export const receipts: fc.Arbitrary<readonly Receipt[]> = fc
  .uniqueArray(
    fc.record({
      group,
      shiftCode: fc.constantFrom('A', 'B'),
      saleCode: code,
      amounts,
      notes,
    }),
    { selector: ({ group: of, shiftCode, saleCode }) => JSON.stringify([of, shiftCode, saleCode]), maxLength: 120 },
  )
  .map((sold) =>
    sold.map(
      (each, at): Receipt => ({
        ...each,
        seq: at + 1,
        version: 1,
        issuedAt: noon,
        notes: each.notes.map(
          (one, index): ReceiptNote => ({ ...one, seq: 10_000 + at * 10 + index, saleCode: `N${index}` }),
        ),
      }),
    ),
  )
