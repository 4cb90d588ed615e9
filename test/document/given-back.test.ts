import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { matchOriginals } from '../../electron/gateway/features/submissions/check-submission.ts'
import type { Finding } from '../../shared/document/finding.ts'
import { isInFull } from '../support/in-full.ts'
import { recordIn } from '../support/records.ts'
import { aContext, aLine, aNote, aSale, checkedSale } from '../support/sales.ts'

const original = { seq: 1, record: recordIn('valid') }
const kind = 'refund_note'
const guid = '0b1ec7ed-0000-4000-8000-000000000009'

/** The findings for a refund on a bill that has earlier refunds. */
async function findingsOf(bill: object, before: readonly object[], refund: object): Promise<readonly Finding[]> {
  const bodies = [bill, ...before].map((body) => Buffer.from(JSON.stringify(body)))
  const notes = before.map((_, at) => ({ seq: at + 2, record: { ...recordIn('valid'), kind } as const }))
  const findings: Finding[] = []
  const records = { body: async (seq: number) => bodies[seq - 1] ?? null, notesOn: async () => notes }
  const note = {
    kind,
    sale: checkedSale(refund, { kind }),
    originals: [original],
    corrected: null,
    rules: aContext().rules,
  } as const
  await matchOriginals(records, note, findings)
  return findings
}

const sold = fc.record({
  price: fc.integer({ min: 5, max: 3000 }),
  quantity: fc.integer({ min: 1, max: 30 }),
  rate: fc.constantFrom(5, 6, 8, 10),
})
const way = fc.record({ PRICES_INCLUDE_TAX: fc.boolean(), TAX_ROUNDING: fc.constantFrom('line', 'document') })

test.prop([fc.array(sold, { minLength: 1, maxLength: 3 }), way], { numRuns: isInFull ? 200 : 25 })(
  'what was sold is given back piece by piece to the last one, and then nothing more',
  async (lines, how) => {
    const line = ({ price, rate }: (typeof lines)[number], QUANTITY: number) =>
      aLine({ QUANTITY, UNIT_PRICE: (price / 100).toFixed(2), TAXES: [{ TAX_TYPE: '02', RATE: rate }] })
    const bill = aSale({ ...how, LINES: lines.map((each) => line(each, each.quantity)) })
    const refund = (each: (typeof lines)[number]) =>
      aNote({ ...how, LINES: [line(each, 1)], ORIGINALS: [{ SALE_GUID: guid }] })
    const pieces = lines.flatMap((each) => Array.from({ length: each.quantity }, () => refund(each)))
    // Each refund is checked with all before it. Rounding could spoil only the last ones.
    for (const at of [pieces.length - 2, pieces.length - 1])
      if (pieces[at]) expect(await findingsOf(bill, pieces.slice(0, at), pieces[at])).toEqual([])
    const [dearest = bill] = lines.toSorted((one, other) => other.price - one.price).map(refund)
    // If a piece costs less than the rounding can differ, one piece too many cannot be noticed.
    const isDear = Math.max(...lines.map(({ price }) => price)) > 2 * (pieces.length + 1)
    if (isDear) expect(await findingsOf(bill, pieces, dearest)).toMatchObject([{ code: 'refund_over_original' }])
  },
)
