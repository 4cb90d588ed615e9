import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { addAmounts, addUp, hasNoExcessReturns, zeroAmounts } from '../../shared/domain/consolidation-amounts.ts'
import {
  groupConsecutive,
  type LineStyle,
  lineStyles,
  type MemberRef,
  maxLines,
  mostLineBytes,
  type PlannedDocument,
  planConsolidation,
  prefixAndNumberOf,
  type Receipt,
  subtractNotes,
} from '../../shared/domain/consolidation-plan.ts'
import { isInFull } from '../support/in-full.ts'
import { receipts } from '../support/receipts.ts'

const style = fc.constantFrom<LineStyle>(...lineStyles)
const options = { numRuns: isInFull ? 150 : 60 }
const seqsIn = (documents: readonly PlannedDocument[]) =>
  documents.flatMap(({ members }) => members.map(({ seq }) => seq)).toSorted((one, other) => one - other)
const expectedSeqs = (sold: readonly Receipt[]) =>
  sold.flatMap((each) => subtractNotes(each).members.map(({ seq }) => seq)).toSorted((one, other) => one - other)
const totalOf = (documents: readonly PlannedDocument[]) =>
  addUp(documents.reduce((sum, { amounts }) => addAmounts(sum, amounts), zeroAmounts))
/** Without receipts that have nothing to declare. */
const declaredOf = (sold: readonly Receipt[], closed: ReturnType<typeof planConsolidation>['closed']) => {
  const gone = new Set(closed.flat().map(({ seq }) => seq))
  return sold.filter(({ seq }) => !gone.has(seq))
}
const soldIn = (sold: readonly Receipt[]) =>
  addUp(sold.reduce((sum, each) => addAmounts(sum, subtractNotes(each).amounts), zeroAmounts))

describe('whatever was sold, voided, taken out and given back', () => {
  test.prop([receipts, style], options)(
    'each receipt is in one document exactly, or is closed because it comes to nothing',
    (sold, lines) => {
      const { documents, left, closed } = planConsolidation(sold, lines)
      expect(left).toEqual([])
      const gone = closed.flat().map(({ seq }) => seq)
      expect([...seqsIn(documents), ...gone].toSorted((one, other) => one - other)).toEqual(expectedSeqs(sold))
      const ofGone = sold.filter(({ seq }) => gone.includes(seq)).map((each) => addUp(subtractNotes(each).amounts))
      for (const { includingTax, payable } of ofGone) expect(includingTax === 0n || payable <= 0n).toBe(true)
    },
  )

  test.prop([receipts, style], options)('the documents come to what was sold, to the sen', (sold, lines) => {
    const { documents, closed } = planConsolidation(sold, lines)
    expect(totalOf(documents)).toEqual(soldIn(declaredOf(sold, closed)))
    for (const { lines: written, amounts } of documents) {
      const ofLines = written.reduce((sum, line) => sum + line.excludingTax, 0n)
      expect(ofLines - amounts.discount + amounts.charge).toBe(addUp(amounts).excludingTax)
    }
  })

  test.prop([receipts, style], options)('no document is larger than the authority takes', (sold, lines) => {
    for (const document of planConsolidation(sold, lines).documents) {
      expect(document.lines.length).toBeLessThanOrEqual(maxLines)
      const letters = document.lines.reduce((sum, { description }) => sum + description.length, 0)
      expect(letters).toBeLessThan(mostLineBytes)
      for (const { description } of document.lines) expect(description.length).toBeLessThanOrEqual(300)
    }
  })

  test.prop([receipts, style], options)('tills, periods and sorts of taxation stay apart', (sold, lines) => {
    for (const { group, members, lines: written } of planConsolidation(sold, lines).documents) {
      const groups = new Set(
        sold
          .filter(({ seq }) => members.some((member) => member.seq === seq))
          .map((each) => JSON.stringify(each.group)),
      )
      expect([...groups]).toEqual([JSON.stringify(group)])
      for (const { taxes } of written) expect(new Set(taxes.map(({ taxType }) => taxType)).size).toBe(taxes.length)
    }
  })

  test.prop([receipts, style], options)(
    'nothing in a document is below nothing, whatever was given back',
    (sold, lines) => {
      for (const { amounts } of planConsolidation(sold, lines).documents)
        expect(hasNoExcessReturns({ ...amounts, rounding: 0n })).toBe(true)
    },
  )

  test.prop([receipts], options)('a run is without a gap: same shift, prefix and width, rising by one', (sold) => {
    for (const run of groupConsecutive(sold))
      run.slice(1).forEach((each, at) => {
        const [before, number] = [prefixAndNumberOf(run[at]?.saleCode ?? ''), prefixAndNumberOf(each.saleCode)]
        expect(each.shiftCode).toBe(run[at]?.shiftCode)
        expect(number).toEqual(before && { ...before, value: before.value + 1n })
      })
  })

  test.prop([receipts, fc.infiniteStream(fc.nat(9))], options)(
    'crashes, refused documents and conversions in between: each receipt ends in one valid document, or by itself',
    (sold, chances) => {
      const chance = () => Number(chances.next().value)
      let waiting = [...sold]
      const converted: Receipt[] = []
      const valid: PlannedDocument[] = []
      const closed: (readonly MemberRef[])[] = []
      for (let runs = 0; waiting.length > 0; runs += 1) {
        // After twenty runs nothing fails any more, so that the loop ends.
        const isCalm = runs > 20
        const isThere = new Set(waiting.flatMap(({ seq, notes }) => [seq, ...notes.map((one) => one.seq)]))
        const planned = planConsolidation(waiting, 'per_run')
        closed.push(...planned.closed)
        waiting = declaredOf(waiting, planned.closed)
        for (const document of planned.documents) {
          if (!isCalm && chance() === 0) break // it crashed: the rest is planned anew
          expect(document.members.every(({ seq }) => isThere.has(seq))).toBe(true)
          if (!isCalm && chance() === 1) continue // refused: its members wait again
          valid.push(document)
          waiting = waiting.filter(({ seq }) => !document.members.some((member) => member.seq === seq))
        }
        const leaver = isCalm || chance() > 2 ? undefined : waiting[0]
        if (leaver) {
          converted.push(leaver)
          waiting = waiting.filter((each) => each !== leaver)
        }
      }
      const stayed = declaredOf(sold, closed).filter((each) => !converted.includes(each))
      expect(seqsIn(valid)).toEqual(expectedSeqs(stayed))
      expect(totalOf(valid)).toEqual(soldIn(stayed))
    },
  )
})

describe('a run of receipt numbers', () => {
  const runsOf = (...codes: readonly string[]) =>
    groupConsecutive(codes.map((saleCode) => ({ shiftCode: 'A', saleCode }))).map((run) =>
      run.map((each) => each.saleCode),
    )

  test('ends at a gap, and where the width changes', () => {
    expect(runsOf('R0003', 'R0001', 'R0002', 'R0005')).toEqual([['R0001', 'R0002', 'R0003'], ['R0005']])
    expect(runsOf('9', '10', '11')).toEqual([['9'], ['10', '11']])
    expect(runsOf('R99', 'S100')).toEqual([['R99'], ['S100']])
  })

  test('has one member where a code does not end in digits', () => {
    expect(runsOf('A', 'B')).toEqual([['A'], ['B']])
  })

  test('of one shift does not go on in another', () => {
    const sold = [
      { shiftCode: 'A', saleCode: '1' },
      { shiftCode: 'B', saleCode: '2' },
    ]
    expect(groupConsecutive(sold)).toHaveLength(2)
  })
})

describe('the description of a line', () => {
  const numbered = fc.record({ length: fc.integer({ min: 1, max: 100 }), count: fc.integer({ min: 0, max: 40 }) })

  test.prop([receipts, numbered, style], options)(
    'names every netted note by its number, in 300 characters',
    (sold, { length, count }, lines) => {
      const many = sold.map((each) => ({
        ...each,
        notes: Array.from({ length: count }, (_, at) => ({
          seq: 100_000 + each.seq * 100 + at,
          version: 1,
          saleCode: `${at}${'N'.repeat(length)}`.slice(0, 100),
          sign: 1n as const,
          lines: 1,
          amounts: each.amounts,
        })),
      }))
      const texts = planConsolidation(many.slice(0, 5), lines).documents.flatMap((document) =>
        document.lines.map(({ description }) => description),
      )
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(300)
      const named = texts.join(' ')
      const declared = declaredOf(many.slice(0, 5), planConsolidation(many.slice(0, 5), lines).closed)
      for (const { notes } of declared) for (const { saleCode } of notes) expect(named).toContain(saleCode)
      expect(named).not.toContain('net of')
    },
  )
})
