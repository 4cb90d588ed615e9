import { isConsolidatedDocument } from './consolidation-rules.ts'
import type { RecordState } from './record.ts'
import { amountText } from './shift-money.ts'
import { isCounted, signedTotal } from './shift-report.ts'

/** What a till says that it sold in a shift or on a day (its Z report), in ringgit. */
export interface TillReport {
  readonly count: number
  /** Two places. What was given back is subtracted. */
  readonly total: string
  /** Document numbers or sale codes; null if the till gave none. */
  readonly numbers: readonly string[] | null
}

/**
 * missing_here: the till has it, and it did not arrive. elsewhere: it arrived in another shift or on another day.
 * unknown_to_till: the till does not name it. gap: the till gave no numbers, and the running numbers leave this one out.
 */
export const tillDifferenceKinds = ['missing_here', 'elsewhere', 'unknown_to_till', 'gap'] as const

interface TillDifference {
  readonly kind: (typeof tillDifferenceKinds)[number]
  readonly number: string
}

/** Sums as of a shift, without voided and cancelled documents. @param records of the till in that time */
export function compareTillReport({ numbers }: TillReport, records: readonly RecordState[]) {
  const sold = records.filter((record) => record.family === 'sale' && !isConsolidatedDocument(record))
  const counted = sold.filter((record) => isCounted(record) && record.currencyCode === 'MYR')
  const sum = counted.reduce((before, record) => before + signedTotal(record), 0n)
  return {
    now: { count: counted.length, total: amountText(sum) },
    differences: numbers ? byNumber(new Set(numbers), sold) : gapsIn(sold.map(({ documentNumber }) => documentNumber)),
  }
}

function byNumber(there: ReadonlySet<string>, sold: readonly RecordState[]): readonly TillDifference[] {
  const here = new Set(sold.flatMap(({ documentNumber, saleCode }) => [documentNumber, saleCode]))
  const isUnknown = (record: RecordState) => !there.has(record.documentNumber) && !there.has(record.saleCode)
  const unknown = sold.filter((record) => isCounted(record) && isUnknown(record))
  return [
    ...[...there].filter((number) => !here.has(number)).map((number) => ({ kind: 'missing_here', number }) as const),
    ...unknown.map(({ documentNumber }) => ({ kind: 'unknown_to_till', number: documentNumber }) as const),
  ]
}

/** Numbers that end in digits, by what stands before these. */
function gapsIn(numbers: readonly string[]): readonly TillDifference[] {
  const series = Map.groupBy(numbers, (number) => number.replace(/\d{1,15}$/, ''))
  return [...series].flatMap(([head, members]) => {
    const digits = members.map((number) => number.slice(head.length))
    const found = new Set(digits.map(Number))
    const [first, last] = [Math.min(...found), Math.max(...found)]
    // With more numbers left out than used they do not run.
    if (last - first >= 2 * found.size) return []
    const width = Math.min(...digits.map(({ length }) => length))
    const all = Array.from({ length: last - first }, (_, at) => first + at)
    const left = all.filter((number) => !found.has(number))
    return left.map((number) => ({ kind: 'gap', number: head + String(number).padStart(width, '0') }) as const)
  })
}
