/** Splits a sale code into prefix and number, to find the next code. @returns null if it does not end in digits */
export function prefixAndNumberOf(saleCode: string) {
  const [, prefix = '', digits] = /^(.*?)(\d+)$/s.exec(saleCode) ?? []
  return digits === undefined ? null : { prefix, width: digits.length, value: BigInt(digits) }
}

/** Longer runs are cut, because a document is one transaction. */
const mostInRun = 500

interface Numbered {
  readonly shiftCode: string
  readonly saleCode: string
}

/**
 * Groups receipts with consecutive numbers (myinvois 6.6) of the same shift, prefix and width. A missing, voided or
 * converted receipt ends a group. @param receipts each becomes part of exactly one group
 */
export function groupConsecutive<Receipt extends Numbered>(
  receipts: readonly Receipt[],
): readonly (readonly Receipt[])[] {
  const numbered = receipts.map((receipt) => ({ receipt, number: prefixAndNumberOf(receipt.saleCode) }))
  const sorted = numbered.toSorted(
    (one, other) =>
      compare(one.receipt.shiftCode, other.receipt.shiftCode) ||
      compare(one.number?.prefix ?? one.receipt.saleCode, other.number?.prefix ?? other.receipt.saleCode) ||
      compare(one.number?.width ?? 0, other.number?.width ?? 0) ||
      compare(one.number?.value ?? 0n, other.number?.value ?? 0n),
  )
  const runs: Receipt[][] = []
  let last: (typeof sorted)[number] | undefined
  for (const each of sorted) {
    const run = runs.at(-1)
    if (run && last && run.length < mostInRun && follows(last, each)) run.push(each.receipt)
    else runs.push([each.receipt])
    last = each
  }
  return runs
}

interface Placed {
  readonly receipt: Numbered
  readonly number: ReturnType<typeof prefixAndNumberOf>
}

const follows = (one: Placed, next: Placed): boolean =>
  one.number !== null &&
  next.number !== null &&
  one.receipt.shiftCode === next.receipt.shiftCode &&
  one.number.prefix === next.number.prefix &&
  one.number.width === next.number.width &&
  next.number.value === one.number.value + 1n

/** Compares by code units, so that the order is the same on every machine. */
const compare = <Value extends string | number | bigint>(one: Value, other: Value): number =>
  one < other ? -1 : Number(one > other)
