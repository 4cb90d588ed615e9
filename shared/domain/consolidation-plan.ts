import {
  type Amounts,
  addAmounts,
  addUp,
  dropReturnRoundingResidue,
  hasNoExcessReturns,
  netReturnsBySameTaxes,
  type TaxShare,
  zeroAmounts,
} from './consolidation-amounts.ts'
import type { EpochMs, Family } from './record.ts'

/** One document holds receipts of one till, period, currency and exchange rate (myinvois 6.6). */
export interface ConsolidationGroupKey {
  readonly family: Family
  readonly outletName: string
  readonly terminalName: string
  readonly period: string
  readonly currencyCode: string
  /** Null for MYR. */
  readonly exchangeRate: string | null
}

/** A member and its version. The document is stored only if no member has changed. */
export interface MemberRef {
  readonly seq: number
  readonly version: number
}

export interface ReceiptNote extends MemberRef {
  /** DOCUMENT_NUMBER if the till gave one, else SALE_CODE. */
  readonly saleCode: string
  /** Positive for a debit note. */
  readonly sign: 1n | -1n
  readonly lines: number
  readonly amounts: Amounts
}

export interface Receipt extends MemberRef {
  readonly group: ConsolidationGroupKey
  readonly shiftCode: string
  readonly saleCode: string
  readonly issuedAt: EpochMs
  readonly amounts: Amounts
  /** In the order in which they were accepted. */
  readonly notes: readonly ReceiptNote[]
}

export const lineStyles = ['per_run', 'per_receipt'] as const
export type LineStyle = (typeof lineStyles)[number]

export interface PlannedLine {
  readonly description: string
  /** More was returned than was sold under these taxes. */
  readonly isReturned?: true
  readonly excludingTax: bigint
  readonly taxes: readonly TaxShare[]
}

export type PlannedDocument = ReturnType<typeof documentOf>

export const maxLines = 100
/** Below the authority's limit of 300 KB, with room for parties and signature (myinvois 2, E2). */
export const mostLineBytes = 240 * 1024
/** A transaction of so many members takes about 40 ms, in which tills must wait. */
const mostMembers = 500

/**
 * Plans the documents. The same receipts always give the same documents.
 * @returns `left`: receipts that fit into no document, which a person must issue. `closed`: receipts that come to
 * nothing with their notes; they need no document (myinvois 13)
 */
export function planConsolidation(receipts: readonly Receipt[], style: LineStyle) {
  const groups = Map.groupBy(receipts, ({ group }) => JSON.stringify(Object.values(group)))
  const documents: PlannedDocument[] = []
  const left: MemberRef[] = []
  const closed: (readonly MemberRef[])[] = []
  for (const ofGroup of groups.values()) {
    const [first] = ofGroup
    if (!first) continue
    const nets = ofGroup.map((receipt): Netted => ({ ...receipt, net: subtractNotes(receipt) }))
    closed.push(...nets.filter(isNothing).map((each) => each.net.members))
    const unbroken = groupConsecutive(nets.filter((each) => !isNothing(each)))
    const runs = style === 'per_run' ? unbroken : unbroken.flat().map((one) => [one])
    const entries = runs.flatMap(entriesOf)
    left.push(...entries.filter((entry) => !fitsAlone(entry)).flatMap(({ members }) => members))
    for (const packed of pack(entries.filter(fitsAlone))) {
      const document = documentOf(first.group, packed)
      // Cash rounding can leave nothing.
      if (addUp(document.amounts).payable > 0n) documents.push(document)
      else closed.push(document.members)
    }
  }
  return { documents, left, closed }
}

interface Netted extends Receipt {
  readonly net: ReturnType<typeof subtractNotes>
}

const isNothing = (receipt: Netted): boolean => addUp(receipt.net.amounts).includingTax === 0n

type Entry = ReturnType<typeof entryOf>

/** The entries of a run. If its notes do not fit on one line, it gets several. */
function entriesOf(run: readonly Netted[]): readonly Entry[] {
  const texts = describe(run)
  if (texts.length === 1 || run.length === 1) return [entryOf(run, texts)]
  const half = Math.ceil(run.length / 2)
  return [...entriesOf(run.slice(0, half)), ...entriesOf(run.slice(half))]
}

/**
 * The lines of an entry, which stay in one document. @param texts further texts name notes, on lines with the amount 0
 */
function entryOf(run: readonly Netted[], [description = '', ...further]: readonly string[]) {
  const nets = run.map((each) => each.net)
  const amounts = nets.reduce((sum, each) => addAmounts(sum, each.amounts), zeroAmounts)
  const sold = netReturnsBySameTaxes(amounts.shares).map(
    ({ isReturned, excludingTax, taxes }): PlannedLine => ({
      description,
      ...(isReturned && { isReturned }),
      excludingTax,
      taxes,
    }),
  )
  const taxes = (sold[0]?.taxes ?? []).map((tax) => ({ ...tax, quantity: 0n, taxable: 0n, amount: 0n }))
  const lines = [...sold, ...further.map((text): PlannedLine => ({ description: text, excludingTax: 0n, taxes }))]
  const bytes = lines.reduce((sum, line) => sum + maxLineBytes(line), 0)
  const lastSoldAt = run.reduce((last, { issuedAt }) => Math.max(last, issuedAt), 0)
  return { lines, members: nets.flatMap(({ members }) => members), amounts, bytes, lastSoldAt }
}

/** The receipt less its returns. A note that gives back more than is left must wait. */
export function subtractNotes(receipt: Receipt) {
  let { amounts } = receipt
  let linesBack = 0
  const notes = receipt.notes.filter((note) => {
    linesBack += note.lines
    const next = dropReturnRoundingResidue(addAmounts(amounts, note.amounts, note.sign), BigInt(linesBack))
    if (hasNoExcessReturns(next)) amounts = next
    return amounts === next
  })
  const members = [receipt, ...notes].map(({ seq, version }): MemberRef => ({ seq, version }))
  return { amounts, members, notes }
}

const longestDescription = 300

/** The numbers of the receipts, which the guideline asks for, and every note that was subtracted. */
function describe(run: readonly Netted[]): readonly string[] {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return []
  const notes = run.flatMap(({ net: { notes: own } }) => own).toSorted((one, other) => Number(one.sign - other.sign))
  const receipts =
    run.length === 1 ? `Receipt ${first.saleCode}` : `Receipts ${first.saleCode}-${last.saleCode} (${run.length})`
  const longestNote = notes.reduce(
    (longest, { saleCode }) => Math.max(longest, ', net of '.length + saleCode.length),
    0,
  )
  const inShift = `${receipts}, shift ${first.shiftCode}`
  const begun = inShift.length + longestNote <= longestDescription ? inShift : receipts
  const texts: string[] = []
  let [text, sign] = [begun, 0n]
  for (const note of notes) {
    const word = note.sign < 0n ? 'net of' : 'plus'
    const longer = `${text}, ${note.sign === sign ? '' : `${word} `}${note.saleCode}`
    if (longer.length > longestDescription) texts.push(text)
    text = longer.length > longestDescription ? `${begun}, ${word} ${note.saleCode}` : longer
    sign = note.sign
  }
  return [...texts, text]
}

/** An upper limit for the line's size, with the longest escape for each character. */
export const maxLineBytes = ({ description, taxes }: PlannedLine): number =>
  900 + 6 * description.length + taxes.reduce((sum, tax) => sum + 600 + 6 * (tax.exemptionReason ?? '').length, 0)

const fitsAlone = ({ lines, bytes, members }: Entry): boolean =>
  lines.length > 0 && lines.length <= maxLines && bytes <= mostLineBytes && members.length <= 2 * mostMembers

function* pack(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  let packed: Entry[] = []
  let [lines, bytes, members] = [0, 0, 0]
  for (const entry of entries) {
    const isFull =
      lines + entry.lines.length > maxLines ||
      bytes + entry.bytes > mostLineBytes ||
      members + entry.members.length > mostMembers
    if (isFull && packed.length > 0) {
      yield packed
      packed = []
      lines = bytes = members = 0
    }
    packed.push(entry)
    lines += entry.lines.length
    bytes += entry.bytes
    members += entry.members.length
  }
  if (packed.length > 0) yield packed
}

const documentOf = (group: ConsolidationGroupKey, entries: readonly Entry[]) => ({
  group,
  lines: entries.flatMap(({ lines }) => lines),
  members: entries.flatMap(({ members }) => members),
  amounts: entries.reduce((sum, { amounts }) => addAmounts(sum, amounts), zeroAmounts),
  lastSoldAt: entries.reduce((last, entry) => Math.max(last, entry.lastSoldAt), 0),
})

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
export function groupConsecutive<Member extends Numbered>(receipts: readonly Member[]): readonly (readonly Member[])[] {
  const numbered = receipts.map((receipt) => ({ receipt, number: prefixAndNumberOf(receipt.saleCode) }))
  const sorted = numbered.toSorted(
    (one, other) =>
      compare(one.receipt.shiftCode, other.receipt.shiftCode) ||
      compare(one.number?.prefix ?? one.receipt.saleCode, other.number?.prefix ?? other.receipt.saleCode) ||
      compare(one.number?.width ?? 0, other.number?.width ?? 0) ||
      compare(one.number?.value ?? 0n, other.number?.value ?? 0n),
  )
  const runs: Member[][] = []
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
